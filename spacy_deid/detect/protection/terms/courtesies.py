"""Greetings and closings of letters in many languages: 'Mit freundlichen Grüßen', 'Boker tov'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.reading import Reading

_PHRASES = frozenset(
    phrase.strip()
    for phrase in (
        # English
        "yours sincerely/sincerely yours/yours faithfully/faithfully yours/yours truly/"
        "very truly yours/yours respectfully/respectfully yours/respectfully/kind regards/"
        "best regards/warm regards/warmest regards/kindest regards/with kind regards/"
        "with best regards/with regards/regards/sincerely/best wishes/with best wishes/"
        "kind wishes/thank you/thanks/many thanks/thanks again/with thanks/god bless/god bless you/"
        "happy holidays/happy new year/merry christmas/good morning/good afternoon/good evening/"
        "good day/good night/yours in christ/yours obediently/your obedient servant/"
        "yours fraternally/take care/cheers/respectfully submitted/"
        # Spanish, Catalan, Galician
        "atentamente/muy atentamente/muy cordialmente/saludos/un saludo/"
        "un cordial saludo/saludos cordiales/reciba un cordial saludo/un abrazo/abrazos/"
        "muchas gracias/gracias/buenos dias/buenas tardes/buenas noches/feliz ano/felices fiestas/"
        "que dios los bendiga/salutacions/atentament/cordialment/bon dia/bona tarda/moltes gracies/"
        # Portuguese
        "atenciosamente/cumprimentos/com os melhores cumprimentos/melhores cumprimentos/"
        "respeitosamente/obrigado/obrigada/muito obrigado/muito obrigada/bom dia/boa tarde/"
        "boa noite/um abraco/abracos/beijos/beijinhos/saudacoes/"
        # French
        "cordialement/bien cordialement/tres cordialement/bien a vous/salutations distinguees/"
        "sinceres salutations/meilleures salutations/amicalement/respectueusement/"
        "bien respectueusement/confraternellement/bien confraternellement/bonne journee/"
        "bonne soiree/bonjour/bonsoir/merci/merci beaucoup/merci d avance/"
        # German
        "mit freundlichen grussen/mit freundlichen gruessen/mit freundlichem gruss/"
        "freundliche grusse/freundliche gruesse/"
        ""
        "viele grusse/viele gruesse/beste grusse/"
        "liebe grusse/liebe gruesse/herzliche grusse/"
        "schone grusse/hochachtungsvoll/mit kollegialen grussen/"
        "mit kollegialen gruessen/"
        "guten tag/guten morgen/guten abend/vielen dank/besten dank/danke/gruezi/"
        "gruss gott/"
        # Dutch, Afrikaans
        "met vriendelijke groet/met vriendelijke groeten/vriendelijke groet/vriendelijke groeten/"
        "hartelijke groet/hartelijke groeten/groeten/groetjes/met collegiale groet/hoogachtend/"
        "goedemorgen/goedemiddag/goedenavond/dank u/dank u wel/dank je wel/bedankt/"
        "vriendelike groete/met vriendelike groete/baie dankie/dankie/goeie more/goeie dag/"
        # Italian, Romanian, Maltese
        "cordiali saluti/distinti saluti/cordialmente/con cordialita/un saluto/un caro saluto/"
        "in fede/buongiorno/buonasera/grazie/grazie mille/tante grazie/cu stima/cu respect/"
        "va multumesc/multumesc/buna ziua/buna dimineata/grazzi/tislijiet/"
        # Nordic, Finnish, Icelandic
        "med vennlig hilsen/vennlig hilsen/hilsen/beste hilsen/mange hilsener/med venlig hilsen/"
        "venlig hilsen/kaerlig hilsen/kjaerlig hilsen/de bedste hilsner/bedste hilsner/"
        "med kollegial hilsen/med vanliga halsningar/med vanlig halsning/vanliga halsningar/"
        "vanlig halsning/halsningar/hjartliga halsningar/tack/tack sa mycket/tusen takk/takk/"
        "mange tak/god morgen/god dag/god morgon/ystavallisin terveisin/terveisin/"
        "parhain terveisin/parhaat terveiset/kunnioittavasti/kiitos/paljon kiitoksia/huomenta/"
        "hyvaa paivaa/hyvaa huomenta/med kvedju/kaer kvedja/kvedja/takk fyrir/virdingarfyllst/"
        # Polish, Czech, Slovak
        "z powazaniem/z wyrazami szacunku/serdecznie pozdrawiam/pozdrawiam/pozdrawiam serdecznie/"
        "dziekuje/dzien dobry/dobry wieczor/s pozdravem/s uctivym pozdravem/"
        "s pratelskym pozdravem/s kolegialnim pozdravem/dekuji/dobry den/s pozdravom/s uctou/"
        "dakujem/dobre rano/"
        # Hungarian
        "tisztelettel/udvozlettel/szivelyes udvozlettel/koszonettel/koszonom/jo napot/jo reggelt/"
        # South Slavic, Greek, Albanian
        "s postovanjem/srdacan pozdrav/lijep pozdrav/pozdrav/hvala/dobar dan/dobro jutro/"
        "lep pozdrav/s spostovanjem/lepo pozdravljeni/dober dan/s uvazenie/blagodarya/"
        "dobar den/so pochit/me ektimisi/efcharisto/efharisto/kalimera/kalispera/faleminderit/"
        "me respekt/"
        # Baltic, Russian, Ukrainian, Georgian, Armenian in Latin letters
        "pagarbiai/su pagarba/aciu/laba diena/ar cienu/paldies/labdien/lugupidamisega/"
        "parimate soovidega/aitah/tere paevast/s uvazheniem/spasibo/dobryj den/dobry den/"
        "z povahoyu/dyakuyu/madloba/gamarjoba/shnorhakalutyun/barev dzez/"
        # Turkish, Azeri, Kazakh
        "saygilarimla/saygilar/iyi gunler/iyi calismalar/tesekkurler/tesekkur ederim/merhaba/"
        "gunaydin/sevgiler/selamlar/hormetle/tesekkur/kurmetpen/rakhmet/"
        # Arabic, Hebrew, Persian, Urdu, Hindi in Latin letters
        "as salamu alaykum/assalamu alaikum/assalamualaikum/assalam o alaikum/asalam o alaikum/"
        "wa alaykum as salam/walaikum assalam/wassalam/was salam/shukran/shukran jazilan/"
        "jazak allah/jazakallah khair/inshallah/alhamdulillah/mashallah/ma a salama/sabah al khair/"
        "boker tov/erev tov/bevracha/be vracha/bivracha/toda raba/shabbat shalom/chag sameach/"
        "hag sameach/ba ehteram/ba tashakor/khoda hafez/khuda hafiz/allah hafiz/shukriya/"
        "namaste/namaskar/namaskaram/dhanyavad/dhanyavaad/dhanyabad/nandri/vanakkam/sat sri akal/"
        # African languages
        "asante sana/ahsante/wako mwaminifu/habari/habari za asubuhi/ngiyabonga/"
        "siyabonga/enkosi/ke a leboha/ke a leboga/ndatenda/medaase/e se/e seun/"
        "nagode/na gode/daalu/murakoze/webale/webale nyo/zikomo/zikomo kwambiri/ameseginalehu/"
        "amesegenallo/misaotra/jerejef/jaajef/waad mahadsantahay/galatoomi/yekenyeley/"
        "sanibonani/molweni/mhoroi/mwauka bwanji/"
        # East and South-East Asia, Pacific, in Latin letters
        "hormat saya/hormat kami/salam hormat/dengan hormat/terima kasih/terimakasih/selamat pagi/"
        "selamat siang/selamat petang/selamat malam/selamat tengahari/yang benar/yang ikhlas/"
        "sekian terima kasih/yang menjalankan amanah/saya yang menjalankan amanah/salamat/"
        "salamat po/maraming salamat/maraming salamat po/lubos na gumagalang/gumagalang/"
        "magandang araw/magandang umaga/tran trong/kinh thu/kinh gui/cam on/xin cam on/"
        "khob khun/khob khun ka/khob khun krub/khop khun kha/khop khun khrap/sawasdee/sawasdee ka/"
        "or khun/kop jai/ming ga la ba/kyay zu tin ba de/arigato/arigatou gozaimasu/"
        "arigato gozaimasu/yoroshiku onegaishimasu/onegaishimasu/otsukaresama desu/haikei/"
        "ohayo gozaimasu/konnichiwa/gamsahamnida/kamsahamnida/annyeonghaseyo/"
        "xie xie/xiexie/ni hao/cizhi jingli/jing li/ci zhi/doh je/m goi/bayarlalaa/kadrinche la/"
        "kuzuzangpo la/tashi delek/istuti/bohoma istuti/ayubowan/vinaka/vinaka vakalevu/bula/"
        "malo aupito/malo e lelei/faafetai/faafetai lava/faafetai tele lava/talofa/talofa lava/"
        "tenk yu/tenkyu tru/tagio tumas/tangkyu tumas/kia ora/nga mihi/nga mihi nui/"
        "noho ora mai/mauri ora/aroha nui/mahalo/aloha/"
        # Celtic, Basque, Welsh
        "le meas/le gach dea ghui/is mise le meas/go raibh maith agat/go raibh maith agaibh/"
        "slan/slan go foill/yn gywir/cofion/cofion cynnes/diolch/diolch yn fawr/bore da/"
        "agur bero bat/adeitasunez/eskerrik asko/egun on/le durachdan/le deagh dhurachd/"
        # heads of letters to nobody by name
        "to whom it may concern/dear sir or madam/dear colleagues/estimados senores/estimado senor/"
        "estimada senora/estimados colegas/estimado colega/muy senores mios/estimado doctor/"
        "estimada doctora/benvolguts senyors/prezados senhores/prezado colega/prezada colega/"
        "exmos senhores/caros colegas/caro colega/cara colega/madame monsieur/messieurs/"
        "mesdames et messieurs/cher confrere/chere consoeur/chers confreres/chers collegues/"
        "sehr geehrte damen und herren/sehr geehrte kollegen/liebe kollegen/liebe kolleginnen/"
        "liebe kolleginnen und kollegen/werte kollegen/werter kollege/geachte heer/"
        "geachte mevrouw/geachte heer mevrouw/geachte collega/geachte collegae/beste collega/"
        "egregi signori/egregio dottore/gentili signori/gentili colleghi/gentile collega/"
        "gentile dottore/gentile dottoressa/caro collega/cari colleghi/spettabile ditta/"
        "spettabile agenzia/stimati colegi/stimate coleg/stimate domnule/stimata doamna/"
        "kaere kollega/kjaere kollega/kjaere kolleger/basta kollega/arade kollega/hyva kollega/"
        "arvoisa kollega/szanowni panstwo/szanowna pani/szanowny panie/szanowny panie doktorze/"
        "szanowna pani doktor/szanowni koledzy/drodzy panstwo/vazeni/vazena pani/vazeny pane/"
        "vazeni kolegove/vazeni kolegovia/tisztelt cim/tisztelt holgyem/tisztelt uram/"
        "tisztelt kollega/tisztelt doktor ur/kedves kollega/postovani/postovana/"
        "postovane kolege/spostovani/gerbiami kolegos/gerbiamieji/godatie kolegi/"
        "lugupeetud kolleegid/uvazaemye kollegi/uvazhaemye kollegi/sanovni kolehy/"
        "sayin yetkili/sayin meslektasim/degerli meslektasim/kepada yth/"
        "tuan puan/yang dihormati/bapak ibu yang terhormat"
    ).split("/")
)
_RUN = re.compile(
    r"(?:\A|(?<=\n)|(?<=[.!?>|][ \t])|(?<=[.!?][ \t][ \t]))[ \t>]{0,4}"
    r"(?P<run>[^\W\d_]+(?:[ '’-][^\W\d_]+){0,5})"
    r"(?=[ \t]{0,3}(?:[,;!.:|–—/)]|-{1,2}\s|\r?\n|\Z))"
)
_BREAKS = re.compile(r"[ '’-]")
_LONGEST_WORDS = frozenset(max(phrase.split(), key=len) for phrase in _PHRASES)
"""One word of each formula, which a text needs to hold it."""
_LEAST = 3


def find_courtesies(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such formula.

    It begins a line or a sentence and ends at a mark or the end of the line: what stands there
    with another word behind it may be somebody's name.
    """
    words = reading.words if reading.text.isascii() else set(map(fold, reading.words))
    if words.isdisjoint(_LONGEST_WORDS):
        return
    for match in _RUN.finditer(reading.text):
        run = match["run"]
        if len(run) >= _LEAST and _BREAKS.sub(" ", fold(run.lower())) in _PHRASES:
            yield match.span("run")

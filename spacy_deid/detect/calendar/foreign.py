"""Names of months and weekdays in other languages than English, and of other calendars."""

from __future__ import annotations

from functools import cache

from spacy_deid.detect.words.letters import fold

FOREIGN_MONTHS = {
    1: "januar jänner janner janvier janv enero ene gennaio janeiro januari janúar leden ledna "
    "stycznia styczeń január januára ianuarie siječanj siječnja januarja januara ocak tammikuu "
    "tammikuuta jaanuar janvāris sausio ianouariou gener januāra yanvarya январь января",
    2: "februar feber février fevrier févr fevr febrero febbraio fevereiro fev februari února "
    "únor luty lutego február februára februarie veljača veljače februarja februara şubat "
    "helmikuu helmikuuta veebruar februāris vasario fevrouariou febrer pebruari fevralya "
    "февраль февраля lutego",
    3: "märz maerz marz mär mrz mars marzo março marco maart mrt marts marec marca března březen "
    "marzec március martie ožujak ožujka marta mart maaliskuu maaliskuuta märts kovo martiou març "
    "maret март марта",
    4: "avril avr abril abr aprile aprill duben dubna kwiecień kwietnia április aprilie travanj "
    "travnja aprila nisan huhtikuu huhtikuuta aprīlis balandžio apriliou avqust apríl апрель "
    "апреля",
    5: "mai mayo maggio maio mei maj magg květen května maja május svibanj svibnja mayıs "
    "toukokuu toukokuuta maijs gegužės maiou maig máj mája май мая",
    6: "juni juin junio giugno junho giu juny červen června czerwiec czerwca június iunie lipanj "
    "lipnja junija juna haziran kesäkuu kesäkuuta juuni jūnijs birželio iouniou júní jún июнь июня",
    7: "juli juil juillet julio luglio julho lug červenec července lipiec lipca július iulie "
    "srpanj srpnja julija jula temmuz heinäkuu heinäkuuta juuli jūlijs liepos iouliou juliol júlí "
    "julai июль июля",
    8: "août aout agosto augusti augustus ago agos srpen srpna sierpień sierpnia augusztus "
    "kolovoz kolovoza avgusta avgust ağustos elokuu elokuuta augusts rugpjūčio avgoustou augoustou "
    "agost agustus ágúst ogos август августа",
    9: "septembre septiembre settembre setembro set setiembre sett september szeptember szept "
    "września wrzesień září septembrie rujan rujna septembra eylül syyskuu syyskuuta septembris "
    "rugsėjo septemvriou setembre сентябрь сентября",
    10: "oktober okt octobre octubre ottobre outubro ott oktobar október października październik "
    "října říjen octombrie listopad listopada oktobra ekim lokakuu lokakuuta oktoober oktobris "
    "spalio oktovriou octubre октябрь октября",
    11: "novembre novembro noviembre listopadu studeni studenoga studenog noiembrie novembra kasım "
    "marraskuu marraskuuta novembris lapkričio noemvriou nóvember ноябрь ноября",
    12: "dezember dez décembre decembre déc diciembre dic dicembre dezembro desember desembre "
    "grudzień grudnia prosinec prosince decembrie prosinac prosinca decembra aralık joulukuu "
    "joulukuuta detsember decembris gruodžio dekemvriou dekabrya disember декабрь декабря",
}
"""Names and abbreviations in some thirty languages, in the cases that dates are written in."""

SHORT_FOREIGN_MONTHS = {
    1: "sty gen jän ian sij led oca ene jaan ιαν янв",
    2: "lut fév şub sub velj helmi únr pebr fev φεβ фев",
    3: "mrt mär ožu már bře març maalis mac μαρ мар",
    4: "kwi ápr abr avr tra dub nis huhti απρ апр",
    5: "mag mei máj svi kvě touko μαι",
    6: "cze giu jún iun lip čvn haz kesä juin ιουν июн",
    7: "lip lug júl iul srp čvc tem heinä juil ιουλ июл",
    8: "sie ago aoû kol srp ağu agu elo agos αυγ авг",
    9: "wrz set sett szept ruj zář eyl syys sze σεπ сен",
    10: "paź ott okt out lis říj eki loka οκτ окт",
    11: "lis noi stu kas marras nóv νοε ноя",
    12: "gru dic dez déc des pro ara joulu δεκ дек",
}
"""Abbreviations that are words elsewhere: they count between a day and a year only."""

RISKY = frozenset(
    "set ago marco mars mai mei dic ott maj mart nisan ekim leden jula juna maja marta mac ara "
    "kas tem haz agu sub des pro out lip lis sie kol gen mag tra nis gru sty lut led stu ene ian "
    "marc gener maig listopad ago avqust lug magg".split()
)
"""Words that need a day and a year beside them."""

WEEKDAYS = (
    "montag lundi lunes lunedì segunda-feira maandag mandag måndag poniedziałek pondělí hétfő luni "
    "ponedjeljak pazartesi maanantai senin isnin",
    "dienstag mardi martes martedì terça-feira dinsdag tirsdag tisdag wtorek úterý kedd marți "
    "utorak salı tiistai selasa",
    "mittwoch mercredi miércoles mercoledì quarta-feira woensdag onsdag środa středa szerda "
    "miercuri srijeda çarşamba keskiviikko rabu",
    "donnerstag jeudi jueves giovedì quinta-feira donderdag torsdag czwartek čtvrtek csütörtök joi "
    "četvrtak perşembe torstai khamis",
    "freitag vendredi viernes venerdì sexta-feira vrijdag fredag piątek pátek péntek vineri petak "
    "cuma perjantai jumat jumaat",
    "samstag sonnabend samedi sábado sabato zaterdag lørdag lördag sobota szombat sâmbătă subota "
    "cumartesi lauantai sabtu",
    "sonntag dimanche domingo domenica zondag søndag söndag niedziela neděle vasárnap duminică "
    "nedjelja pazar sunnuntai minggu ahad",
)
"""Full names from Monday on."""

_SHORT_WEEKDAYS = (
    "mo lun seg ma man mån pon po lu",
    "di mar ter tir tis wt út",
    "mi mer mié mie qua wo ons śr st mie",
    "do jeu jue gio qui don tor czw čt",
    "fr ven vie sex vr fre pá",
    "sa sam sáb sab za lør lör sob",
    "so dim dom zo søn sön niedz ne",
)

CALENDAR_MONTHS = frozenset(
    "farvardin ordibehesht khordad tir mordad shahrivar mehr aban azar dey bahman esfand muharram "
    "moharram safar rabi rabiul jumada jamadi rajab shaban sha'ban shawwal shawal dhulhijjah "
    "zilhajj zilqad meskerem tikimt hidar tahsas yekatit megabit miyazya ginbot sene hamle nehase "
    "pagume baisakh jestha ashadh shrawan bhadra ashwin kartik mangsir poush magh falgun phalgun "
    "chaitra boishakh joishtho ashar srabon bhadro agrahayan chaitro tishrei cheshvan heshvan "
    "kislev tevet shvat shevat adar nissan iyar sivan tammuz elul mokkarakhom kumphaphan minakhom "
    "mesayon phruetsaphakhom mithunayon karakadakhom singhakhom kanyayon tulakhom phruetsachikayon "
    "thanwakhom".split()
)
"""Months of the Persian, Islamic, Ethiopian, Nepali, Bengali, Jewish and Thai calendars."""

PLAIN_CALENDAR_MONTHS = frozenset(
    "farvardin ordibehesht khordad mordad shahrivar esfand muharram moharram shawwal zilhajj "
    "meskerem tahsas yekatit megabit miyazya ginbot nehase baisakh jestha mangsir falgun phalgun "
    "boishakh tishrei cheshvan heshvan kislev elul shevat".split()
)
"""Those that name nothing else, so that a preposition before them is enough."""

ERAS = frozenset("heisei reiwa showa shōwa taisho taishō meiji".split())
"""Japanese eras of living persons."""


def _spellings(word: str) -> set[str]:
    return {word, fold(word)}


@cache
def foreign_month_words() -> dict[str, tuple[int, str]]:
    """Map lower-case words, with and without marks, to a month and 'foreign' or 'risky'."""
    words: dict[str, tuple[int, str]] = {}
    for number, names in SHORT_FOREIGN_MONTHS.items():
        for name in names.split():
            words.update((spelling, (number, "risky")) for spelling in _spellings(name))
    for number, names in FOREIGN_MONTHS.items():
        for name in names.split():
            for spelling in _spellings(name):
                words[spelling] = (number, "risky" if spelling in RISKY else "foreign")
    return words


@cache
def foreign_weekday_words() -> dict[str, int]:
    """Map lower-case full names, with and without marks, to 0 for Monday up to 6."""
    return {
        spelling: number
        for number, names in enumerate(WEEKDAYS)
        for name in names.split()
        if "-" not in name
        for spelling in _spellings(name)
    }


@cache
def short_foreign_weekdays() -> dict[str, int]:
    """Map abbreviations to a weekday; they count only with a mark behind them and a date."""
    found: dict[str, int] = {}
    for number, names in enumerate(_SHORT_WEEKDAYS):
        for name in names.split():
            found.update(dict.fromkeys(_spellings(name), number))
    for number, names in enumerate(WEEKDAYS):
        for name in names.split():
            found.update(dict.fromkeys(_spellings(name), number))
    return found

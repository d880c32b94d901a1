"""Feasts and public holidays in the languages of the reports, beside the English ones."""

FEASTS = """
ostern|ostersonntag|ostermontag|karfreitag|gründonnerstag|pfingsten|pfingstmontag|pfingstsonntag
christi himmelfahrt|fronleichnam|erntedank|erntedankfest|weihnachten|heiligabend|heilig abend
weihnachtstag|silvester|neujahr|rosenmontag|faschingsdienstag|aschermittwoch|allerheiligen
nikolaustag|martinstag|muttertag|vatertag|tag der arbeit|tag der deutschen einheit|bundesfeier
chandeleur|toussaint|noël|réveillon|pâques|lundi de pâques|pentecôte|lundi de pentecôte
épiphanie|mardi gras|fête nationale|fête des mères|quatorze juillet|14 juillet
koningsdag|koninginnedag|bevrijdingsdag|dodenherdenking|sinterklaas|sinterklaasavond|pakjesavond
kerstmis|kerstavond|kerstdag|paasdag|paasmaandag|pinksterdag|pinksteren|hemelvaartsdag
oudejaarsavond
oudjaar|nieuwjaarsdag
immacolata|ferragosto|befana|pasqua|pasquetta|capodanno|vigilia di natale|santo stefano|ognissanti
festa della repubblica|ferragosto|martedì grasso
día de muertos|dia de muertos|día de los muertos|dia de los muertos|semana santa|nochebuena|navidad
nochevieja|día de reyes|dia de reyes|reyes magos|viernes santo|jueves santo|domingo de ramos
día de la madre|dia de la madre|fiestas patrias|grito de dolores|las posadas|día de todos los santos
páscoa|natal day|véspera de natal|sexta-feira santa|carnaval|festa junina
dia das mães|dia dos pais|finados|tiradentes
boże narodzenie|boze narodzenie|wigilia|wielkanoc|wszystkich świętych|boże ciało|andrzejki
trzech króli|vánoce|štědrý den|velikonoce|karácsony|húsvét|pünkösd|szenteste|szilveszter|crăciun
božić|uskrs|noel bayramı|kurban bayramı|ramazan bayramı|şeker bayramı|ramazan|kurban bairam
julaften|lille julaften|juledag|romjul|romjulen|nyttårsaften|nyttårsdag|nyårsafton|nyårsdagen
julafton|juldagen|annandag jul|annandag påsk|påske|påskeaften|påskedag|påskdagen|påskafton|påsken
skjærtorsdag|langfredag|långfredag|langfredagen|pinse|pinsedag|pingst|pingstdagen
kristi himmelfartsdag
sankthansaften|sankthans|sankt hans|sankt hansaften|midsommar|midsommarafton|midsommardagen|valborg
valborgsmässoafton|trettondagen|lucia day|luciadagen|grunnlovsdag|grundlovsdag|store bededag
juhannus|juhannusaatto|juhannuspäivä|vappu|vapunpäivä|joulu|jouluaatto|joulupäivä|tapaninpäivä
loppiainen|pääsiäinen|helatorstai|itsenäisyyspäivä|uusivuosi|jónsmessa|þorláksmessa
hari raya|hari raya puasa|hari raya haji|hari raya aidilfitri|aidilfitri|aidiladha|lebaran
idul fitri
idul adha|idulfitri|iduladha|nyepi|galungan|hari merdeka|tahun baru|imlek|cap go meh
tết|tết nguyên đán|tết trung thu|hung kings day|reunification day|hangul day
hangeul day|foundation day|parents day|coming-of-age day|coming of age day|marine day|mountain day
respect for the aged day|culture day|sports day|greenery day|shichi-go-san|tanabata|setsubun
o-bon|emperor's birthday|hungry ghost festival|ghost festival|double tenth day
national foundation day
lunar new year's eve|chinese new year's eve|chung yeung|winter solstice festival|dongzhi
laba festival
bonalu|bathukamma|vishu|chhath puja|chhath|gudi padwa|sankranti|kartik purnima|akshaya tritiya
teej|hariyali teej|vasant panchami|basant panchami|saraswati puja|kali puja|lakshmi puja|dhanteras
bhai dooj|guru purnima|nag panchami|mahalaya|vijayadashami|ayudha puja|hanuman jayanti
ambedkar jayanti
mahavir jayanti|eid-e-milad|bakr-id|bakr id|bakri eid|id-ul-fitr|id-ul-zuha|shab-e-barat|shab-e-qadr
shab-e-meraj|chand raat|jumat-ul-wida|pohela boishakh|pahela baishakh|dashain|tihar|bhai tika
maghe sankranti|sinhala new year|tamil new year|esala poya|vesak poya|poson poya|maha shivratri
enkutatash|genna|fasika|irreechaa|adwa victory day|sallah|sallah day|eid-el-kabir|eid-el-fitri
eid el kabir|eid el fitr|eid el-adha|tabaski|korité|gamou|achoura|aïd|aïd el-kébir|aïd el-fitr
mashujaa day|madaraka day|jamhuri day|utamaduni day|saba saba|nane nane|union day|democracy day
heroes' acre day|africa day|day of reconciliation|day of goodwill|human rights day|workers day
umuganura|farmers' day|founders' day|odwira|homowo|golden jubilee day|goodwill day
clean monday|kathara deftera|ohi day|oxi day|dormition|dormition of the theotokos|orthodox epiphany
old new year|maslenitsa|radonitsa|troitsa|defender of the fatherland day|cosmonautics day|nauryz
nowruz eve|navruz|sizdah bedar|arbaeen|tasua|tasu'a|chaharshanbe suri|shab-e yalda|yalda night
laylat al-miraj|isra and miraj|isra miraj|day of ashura|eid al-ghadir|land day|martyrs day
yom ha'atzmaut|yom hazikaron|lag ba'omer|shemini atzeret|hoshana rabbah|hol hamoed|mimouna|sigd
waitangi|matariki|labour weekend|queen's birthday weekend|king's birthday weekend|easter tuesday
canberra day|royal hobart show|picnic day|ekka wednesday|reconciliation day|regatta day
st dwynwen's day|st lucia day|saint lucia day|santa lucia day|st nicholas eve|st john's eve
st brigid's day|imbolc|lughnasa|nollaig na mban|little christmas|women's christmas
battle of the boyne|the twelfth of july|burns supper|st piran's day|michaelmas day|lammas day
discovery day|la fete nationale|saint-jean-baptiste|truth and reconciliation day
natal day|regatta wednesday|louis riel day|heritage day|national aboriginal day
indigenous day|native american day|patriots day|san jacinto day|pioneer day|cesar chavez day
bennington battle day|evacuation day|sweetest day|boss's day|administrative professionals day
rizal day|bonifacio day|ninoy aquino day|araw ng kagitingan|simbang gabi|undas|flores de mayo
feast of the black nazarene|sinulog|santacruzan|peoples' day|loy kratong|makha bucha|visakha bucha
asalha bucha|chulalongkorn day|khmer new year|pchum ben|thingyan|boun that luang|pi mai
thadingyut|tazaungdaing|tabaski day|ganesha chaturthi|mother's day weekend|assumption eve
shivaratri|rang panchami|holika dahan|maulid|maulid nabi|tamkharit|grand magal|tshechu|chu er|chu yi
erev pesach|erev rosh hashanah|erev yom kippur|erev sukkot|erev shabbat|erev shabbos|shabbos|shabbat
chol hamoed|chol hamoed pesach|chol hamoed sukkot|chol ha-moed|fasnacht|fasnet|fastnacht|fasching
weiberfastnacht|mothering sunday|rogation sunday|passion sunday|laetare sunday|gaudete sunday
advent sunday|first sunday of advent|forgiveness sunday|sunday of forgiveness|ash weds|fat thursday
tłusty czwartek|mortensaften|san silvestro|sant silvestre|sant joan|sant jordi|san juan|san josé
pentecostes|pentecostés|vrouedag|geloftedag|heritage weekend|estonian independence day|sechseläuten
juhannusviikko|sommerferien|holy saturday night|feast of the assumption|feast of corpus christi
"""
"""Names that are holidays in any case of letters; '|' and line ends separate them."""

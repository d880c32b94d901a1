"""Small closed word lists that tell who or what a capitalised word is."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Give the words of a text that blanks separate."""
    return frozenset(text.split())


DOCTOR_TITLES = word_set(
    "dr drs doctor dra prof professor nurse sister matron pharmacist surgeon dott dottssa doc "
    "doktor docteur doctora medico consultant mudr lek doz docent dottoressa"
)
"""Titles and role words before a name that make it a DOCTOR."""

PERSON_TITLES = word_set(
    "mr mrs ms miss mister madam sir lady mx master messrs herr frau hr fru froken monsieur madame "
    "mme mlle senor senora senorita sr sra srta signor signora signorina sig dhr mevr mevrouw pan "
    "pani don dona shri smt kumari rev reverend father fr pastor rabbi imam capt captain sgt "
    "sergeant lt lieutenant col colonel maj major gen general cpl corporal pvt private pfc spc "
    "officer deputy sheriff judge president fraulein ravn dna dn mgr atty encik cik puan "
    "mdm mevr mw mej pak datuk dato ustaz hajjah haji begum kyrios kyria senhor senhora hra "
    "rva herra bpk ibu tuan sahib pani avv geom rag ssa"
)
"""Titles of private persons, clergy and ranks."""

LOOSE_TITLES = word_set(
    "father sister major general private officer captain master doctor nurse president lady don "
    "pan fr sig sr hr gen col sheriff deputy judge consultant pharmacist surgeon professor matron "
    "medico maj lt spc miss doc sir prof madam pastor dona pani ssa rag geom mw dn dna mgr tuan "
    "begum mej docent doz lek pak ibu sahib haji ravn"
)
"""Titles that are plain words as well: in lower case they only count before a known name."""

ABBREVIATED_TITLES = word_set(
    "dr drs mr mrs ms dra prof mme mlle sr sra srta sig dhr mevr hr rev fr capt sgt lt col maj gen "
    "cpl pvt pfc dott mx messrs smt atty avv mw mevr dhr lek mgr doz dn dna hra bpk"
)

RELATIONS = word_set(
    "wife husband spouse partner mother father mom mum mam mommy mummy dad daddy son daughter "
    "sister brother sibling twin grandmother grandfather grandma grandpa granddad grandson "
    "granddaughter aunt auntie uncle niece nephew cousin stepmother stepfather stepmom stepdad "
    "stepson stepdaughter fiance fiancee girlfriend boyfriend guardian caregiver caretaker carer "
    "friend neighbor neighbour roommate coworker colleague parents parent godmother godfather mama "
    "papa abuela abuelo nana nanny babysitter husbands wifes widow widower inlaw sons daughters "
    "children kids siblings brothers sisters grandparent grandparents baby infant newborn twins "
    "toddler companion companions nan gran granny hubby missus friends cousins nephews "
    "nieces "
    "helper stepmum stepdad grandad aunty housemate flatmate bestie landlady landlord godson "
    "goddaughter"
)
"""Relatives and companions: a name beside one is a private person."""

PATIENT_WORDS = word_set(
    "patient pt pts patients subject client resident member consumer complainant claimant "
    "participant vaccinee recipient"
)

ROLES = word_set(
    "attending resident intern fellow physician physicians gp pcp cardiologist neurologist "
    "dermatologist oncologist pediatrician paediatrician psychiatrist radiologist rheumatologist "
    "urologist gynecologist gynaecologist nephrologist endocrinologist gastroenterologist "
    "ophthalmologist allergist hematologist haematologist pulmonologist anesthesiologist "
    "anaesthetist anesthetist pathologist hospitalist internist surgeon obstetrician midwife "
    "neonatologist intensivist immunologist podiatrist dentist orthodontist optometrist "
    "chiropractor physiotherapist therapist psychologist pharmacist nurse rn lpn np pa cna crna "
    "paramedic emt phlebotomist dietitian nutritionist technician clinician provider practitioner "
    "specialist preceptor vaccinator coordinator counselor counsellor hygienist sonographer "
    "investigator prescriber doctor nurses worker manager supervisor director aide assistant "
    "secretary receptionist slp lcsw msw liaison interpreter chaplain consultant sho spr registrar "
    "facharzt oberarzt oberarztin chefarzt assistenzarzt hausarzt cns chv "
    "chw pharmd pharm matron houseman housemanship physio radiographer"
)
"""Staff: a name beside one is a DOCTOR."""

HEADERS = word_set(
    "name names patient pt physician provider doctor attending reporter author signed signature "
    "nurse surgeon consultant pcp gp prescriber vaccinator investigator contact subject resident "
    "mother father guardian spouse husband wife parent client dictated transcribed authored "
    "reviewed verified electronically cc attn attention re surname forename firstname lastname "
    "initials caller informant interviewer sender recipient pharmacist from to cosigned witness "
    "operator facilitator technician therapist oncologist cardiologist neurologist dentist midwife "
    "nombre paciente medico nom prenom patienten navn namn naam nachname vorname undersigned"
)
"""Words that head a field when a colon follows them."""

STAFF_HEADERS = word_set(
    "physician provider doctor attending author signed signature nurse surgeon consultant pcp gp "
    "prescriber vaccinator investigator dictated transcribed authored reviewed verified "
    "electronically cosigned pharmacist medico oncologist cardiologist neurologist dentist midwife "
    "technician therapist facilitator operator cc"
)

BY_VERBS = word_set(
    "seen examined treated reported signed reviewed administered given dictated evaluated assessed "
    "performed prescribed ordered referred accompanied witnessed confirmed verified authored "
    "prepared admitted transcribed written electronically vaccinated injected provided completed "
    "interviewed discussed explained countersigned cosigned managed followed attended operated "
    "consulted submitted recommended advised requested approved called informed told documented "
    "entered intubated delivered supervised consented cared read interpreted checked notified "
    "obtained collected drawn updated faxed sent phoned scheduled booked cleared taken brought "
    "driven found assisted recorded supplied reviewd"
)
"""Participles before 'by' and a name."""

SPEECH_VERBS = word_set(
    "said says stated states reported reports called calls told tells denied denies complained "
    "complains felt feels wrote writes mentioned noted notes recalled remembers explained asked "
    "asks went woke received took takes lives lived works worked died collapsed developed "
    "experienced presented was is has had started began noticed contacted phoned emailed requested "
    "wants wanted thinks thought believes believed came will did does can could would also then "
    "who returned described confirmed advised recommended prescribed ordered examined evaluated "
    "saw recovered suffers suffered visited brought rang texted arrived"
)
"""Verbs after a name that stands alone."""

BEFORE_NAMES = word_set(
    "with by per contact call called calling told asked spoke phoned emailed from for and to named "
    "is see notify regarding meet via texted paged pager page informed of thank thanks dear hi "
    "hello hey regards sincerely attn signed saw sees ask tell tells notified updated reached "
    "reach consulted consult about re cc visit visited met joined brought contacted"
)
"""Words before a name that stands alone."""

CREDENTIALS = word_set(
    "md do mbbs mbchb rn bsn msn lpn lvn np fnp pa pac dnp aprn arnp crnp crna pharmd rph phd dds "
    "dmd dvm dpm od frcp mrcp frcs frcgp mrcgp facc facp facs faap mph lcsw msw cnm ccc slp dpt ot "
    "otr cma cna emt bds dm mrcs bpharm rphs mpharm mb bch bs psyd ms lmft rd ld cnp pmhnp crt rrt "
    "rmt mch dnb agnp ccrn ma"
)

PARTICLES = word_set(
    "van von der den de del della delle dello di da do dos das du des la las le les los el al bin "
    "ibn bint binti abu af av zu zur zum ten ter te vom y e und ul ur ud st san santa mac mc op ap "
    "vander vanden degli dal dalla nic nwa lo vda ved"
)

SUFFIXES = word_set("jr sr ii iii iv junior snr jnr esq")

FUNCTION_WORDS = word_set(
    "a an the and or but nor so yet if then than that this these those there here he she it they "
    "we you i me him her them us my your his its our their mine yours hers ours theirs who whom "
    "whose which what when where why how is am are was were be been being do does did done has "
    "have had having will would shall should can could may might must not no yes in on at by for "
    "from to of off with without into onto over under after before during until since while as "
    "about above below between through against among within again further once all any both each "
    "few more most other some such only own same too very just also ever never always now soon "
    "still already however therefore thus because although though unless per via see said say says "
    "went go goes going got get gets came come comes made make makes took take takes told put let "
    "like one two three four five six seven eight nine ten first second third next last new old "
    "well much many time days week weeks month months year years today yesterday tomorrow pm hr "
    "hrs min mins sec up down out back left right ok okay please thanks dear hi hello re pt pts "
    "dob mrn dx hx rx tx sx fx er ed icu ob gyn ct mri ekg ecg bp rr temp labs lab iv im po prn "
    "bid tid qid qd qhs cheers regards sincerely "
    "telefax tel fax ssn facebook whatsapp telegram viber "
    "instagram messenger zalo skype names kinh soc pqc qa hist look town full emergency poc"
)

CALENDAR = word_set(
    "january february march april may june july august september october november december jan feb "
    "mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday "
    "sunday mon tue tues wed thu thur thurs fri sat sun spring summer autumn winter fall christmas "
    "easter thanksgiving halloween ramadan diwali"
)

STREET_WORDS = word_set(
    "street st avenue ave road rd lane ln drive dr boulevard blvd court ct place pl square sq "
    "terrace way close crescent circle cir highway hwy route parkway pkwy trail alley apt "
    "apartment suite unit floor gardens grove hill hills mews row path plaza point ridge run track "
    "turnpike walk wall cliffs cliff harbors harbor canyon ford fords forge forges fork forks glen "
    "glens green greens haven heights island islands isle junction junctions key keys knoll knolls "
    "lake lakes landing light lights loaf lock locks lodge loop mall manor manors meadow meadows "
    "mill mills mission motorway mount mountain mountains neck orchard oval overpass park parks "
    "passage pass pike pine pines plain plains port ports prairie radial ramp ranch rapid rapids "
    "rest river roads shoal shoals shore shores skyway spring springs spur spurs squares station "
    "stravenue stream streets summit throughway trace trafficway tunnel underpass union unions "
    "valley valleys via viaduct view views village villages ville vista walks ways well wells "
    "bayou bend bluff bluffs bottom branch bridge brook brooks burg burgs bypass camp cape "
    "causeway center centers circles club common commons corner corners course courts cove coves "
    "creek crest crossing crossroad curve dale dam divide drives estate estates expressway "
    "extension extensions fall falls ferry field fields flat flats forest freeway garden gateway "
    "groves hollow inlet strasse weg gasse plein straat laan gatan vagen rue"
)

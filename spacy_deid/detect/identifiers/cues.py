"""Words that lead to an identifier, in the languages of the reports."""

from __future__ import annotations

from typing import NamedTuple


class IdentifierCue(NamedTuple):
    """Words that lead to an identifier.

    name: of the pattern; label: of i2b2 2014.
    words: what the cue may be, as literals; the longest that fits counts.
    digits: least number of digits in the value; marked: the same where 'number', 'no.', 'ID', '#'
        or a colon stands between cue and value; 0 for never without such a mark.
    score: of a proposal.
    """

    name: str
    label: str
    words: tuple[str, ...]
    digits: int
    marked: int
    score: float = 0.9


def _cue(
    name: str, label: str, words: str, digits: int, marked: int, score: float = 0.9
) -> IdentifierCue:
    return IdentifierCue(name, label, tuple(words.split("|")), digits, marked, score)


IDENTIFIER_CUES = (
    _cue(
        "booking",
        "IDNUM",
        "pnr|booking ref|booking reference|booking code|booking number|reservation code|"
        "record locator|call sign|callsign",
        1,
        1,
    ),
    _cue(
        "record",
        "MEDICALRECORD",
        "pat.-nr|pat-nr|patnr|aufnahmenummer|aufnahme-nr|n° dossier|nº dossier|n° de dossier|"
        "nº de dossier|hc nº|hc n°|hc n.º|nº hc|n° hc|nº de hc|"
        "journalnr|sygehusnummer|dossiernr|foaie|kartoteka|protokol no|dosya no|hasta no|no "
        "rm|no. rm|"
        "rekam medis|"
        "case sheet no|folder no|folder number|umrn|ur number|hospital file|hospital card|"
        "clinic card|"
        "health number|"
        "nhi|nhi number|nuhsa|uhid|ip no|ipd no|op no|opd no|cr no|ip number|hist. clin|hist "
        "clin|hosp num|"
        "inpatient no|outpatient no|"
        "mrn|mr#|mr #|medical record|medical rec|med rec|med. rec|medical records|medical file|"
        "medical chart|hospital record|patient record|record number|health record|emr mrn|emr|ehr"
        "|cpi|empi|nhs|nhs number|chi number|"
        "patienten-id|patienten-nr|patientennummer|patientnummer|patiëntnummer|journalnummer|nhc"
        "|cipa|nº historia|n.º historia|historia clínica|historia clinica|"
        "nº de historia|n.h.c.|cartella clinica|numero de dossier|numéro de dossier|dossier "
        "médical|ipp|prontuário|prontuario|"
        "hospital id|hosp no|hosp. no|hospital number|hospital no|hospital #|unit number|unit no"
        "|unit #|"
        "chart number|chart no|chart #|chart id|patient mrn|history number|krankenblatt"
        "|sykehusnummer",
        5,
        4,
        0.95,
    ),
    _cue("health_index", "MEDICALRECORD", "nhi|nhi number|nhi no|chi|hn", 4, 4, 0.9),
    _cue("chart", "MEDICALRECORD", "chart|hospital|unit|patient|pt|record|pid", 0, 5, 0.85),
    _cue(
        "ssn",
        "SSN",
        "снилс|cuit|cuil|emirates id|r.č.|r. č.|ird|ird no|ird number|"
        "fnr|f.nr|c.c.|cédula de ciudadanía|cedula de ciudadania|adószám|isikukood|asmens "
        "kodas|kimlik no|"
        "ssn|ss#|ss #|ssn#|social security|social security number|soc sec|soc. sec|social "
        "insurance|sin number|sin|nino|ni number|"
        "national insurance|itin|personnummer|person-nr|pers.nr|personnr|fødselsnummer"
        "|fodselsnummer|cpr|cpr-nr|cpr-nummer|"
        "henkilötunnus|hetu|kennitala|aadhaar|aadhar|uidai|cpf|cic|dni|nie|nif|cif|bsn"
        "|burgerservicenummer|sofinummer|pesel|ahv|avs|ahv-nr|"
        "sozialversicherungsnummer|sv-nummer|svnr|rentenversicherungsnummer|numéro de sécurité "
        "sociale|sécurité sociale|"
        "securite sociale|insee|nir|codice fiscale|c.f.|curp|rfc|nric|fin|mykad|hkid|national id"
        "|national identity|national identification|"
        "identity card|identity number|identity no|id card|citizen id|personal identification"
        "|personal number|personal id|"
        "personalausweis|ausweisnummer|steuer-id|steueridentifikationsnummer|tax id|tax "
        "identification|taxpayer|tin|tfn number|tax file|"
        "rut|run|cédula|cedula|rodné číslo|rodne cislo|cnp|oib|amka|jmbg|emso|egn|nss|rrn|ppsn"
        "|pps number|pps no|"
        "identiteitskaart|carte d'identité|documento de identidad|bilhete de identidade|cartão de "
        "cidadão|tc kimlik|t.c. kimlik",
        6,
        4,
        0.93,
    ),
    _cue(
        "health_plain",
        "HEALTHPLAN",
        "ihi|омс|полис омс|полис|ramq|"
        "kv-nr|kv-nr.|kv-nummer|philhealth|taj|taj-szám|taj szám|bpjs|nhis|insurance card|"
        "bhyt|health card|"
        "nass|nuss|mbi|kvnr|medicaid|medicare",
        8,
        5,
        0.9,
    ),
    _cue(
        "health_plan",
        "HEALTHPLAN",
        "kv-nr|philhealth|taj|bpjs|nhis|insurance card|insured|insured no|nr. asigurat|"
        "medicare|medicaid|mbi|hicn|hic|health plan|health insurance|insurance|insurance id"
        "|insurance policy|"
        "member|member id|membership|subscriber|beneficiary|policy|policyholder|group|plan|ohip"
        "|health card|healthcard|phn|personal health number|"
        "ihi|dva|versichertennummer|versichertennr|versicherten-nr|krankenkasse"
        "|krankenversichertennummer|kvnr|tarjeta sanitaria|nass|n.a.s.s|nuss|tsi|cip|sns|"
        "tessera sanitaria|número de utente|numero de utente|utente|cns|cartão sus|mutuelle|blue "
        "cross|bcbs|aetna|cigna|kaiser|"
        "humana|united healthcare|tricare|nhif|payer|polisnummer|zorgverzekering|afiliado|nº "
        "afiliación",
        0,
        5,
        0.88,
    ),
    _cue(
        "account",
        "ACCOUNT",
        "account|acct|acct.|a/c|bank account|iban|routing|credit card|debit card|card "
        "number|card no|visa|mastercard|amex|"
        "invoice|billing|bill|konto|kontonummer|compte|cuenta|conto|rekening|rekeningnummer"
        "|patient account|har|guarantor|giro|bankgiro|plusgiro|bacs",
        0,
        4,
        0.88,
    ),
    _cue("card_end", "ACCOUNT", "card ending|card ending in|card ends in", 4, 4),
    _cue("sort_code", "ACCOUNT", "sort code|sort-code", 6, 6),
    _cue("bic", "ACCOUNT", "bic|swift|swift code|bic/swift|swift/bic", 1, 1, 0.88),
    _cue(
        "license",
        "LICENSE",
        "license|licence|lic|lic.|lic#|driver's license|drivers license|driver license|driving "
        "licence|driving license|dl|"
        "npi|national provider|national provider identifier|provider|dea|dea reg|upin|gmc|gmc "
        "reference|nmc|nmc pin|ahpra|gdc|gphc|certificate|cert|registration|"
        "reg|medical council|mci|medical license|state license|nursing license|board|colegiado|col"
        "|nºcol|nº col|n°col|n° col|n.º col|nºcolegiado|num col|núm col|nº colegiado|núm. "
        "colegiado|num. colegiado|n.º colegiado|rpps|adeli|finess|"
        "crm|lanr|bsnr|big-nummer|big nummer|big-registratie|legitimation|legitimationskod"
        "|approbation|führerschein|fuehrerschein|permis|"
        "permiso|patente|rijbewijs|körkort|autorisations-id|ordine dei medici|prescriber|pharmacy "
        "license",
        0,
        4,
        0.88,
    ),
    _cue(
        "license_plain",
        "LICENSE",
        "medical council no|regd no|regd. no|matricola|licence|license|lic|lic.|reg no|reg. no|"
        "cédula profesional|cedula profesional|cod. reg.|roll no|prc no|prc lic|gphc|hpcsa|"
        "mdcn|riziv|inami|"
        "smc no|mcr no|mcr|"
        "crf|crm|coren|crmv|crn|hpr|hpr-nr|pecsétszám|pecsetszam|lanr|bsnr|col.|r.m.|ced. prof.|"
        "nºcol|nº col|n°col|n° col|n.º col|nºcolegiado|npi|dea|gmc|ahpra|upin|colegiado|rpps|adeli"
        "|crm|driver's license|drivers license|driver license|driving licence|driving license",
        5,
        4,
        0.9,
    ),
    _cue(
        "serial",
        "DEVICE",
        "serial|s/n|sn|ser. no|device serial|device id|device identifier|device number|device"
        "|implant|implant id|implant serial|pacemaker|"
        "icd serial|icd device|pump|generator|valve|stent|prosthesis|meter|glucometer|sensor"
        "|inhaler|autoinjector|imei|udid|udi|mac address|seriennummer|"
        "número de serie|numero de serie|numéro de série|numero di serie|número de série"
        "|serienummer|seriennr|serie-nr|transmitter|neurostimulator|stimulator",
        0,
        4,
        0.85,
    ),
    _cue(
        "biometric",
        "BIOID",
        "fingerprint|finger print|retina|retina scan|retinal scan|iris scan|iris|biometric"
        "|biometric file|voiceprint|voice print|dna profile|"
        "dna sample|face id|facial recognition|palm print|palm vein",
        0,
        3,
        0.85,
    ),
    _cue(
        "case",
        "IDNUM",
        "case|case report|report|safety report|icsr|initial report|linked report|linked case"
        "|linked to|duplicate|crosslinked|cross reference|mfr|mfr.|mfr control|"
        "mfr. control|mfr report|mfr case|manufacturer|manufacturer control|manufacturer case"
        "|manufacturer report|manufacturer's report|manufacturer's case|mcn|aer|"
        "worldwide|worldwide unique case|world wide|wwid|wwuid|unique case|reference|ref|ref.|our "
        "ref|your ref|vaers|faers|isr|fda case|yellow card|adr|eudravigilance|ev code|"
        "local case|global case|argus|aris|arisg|agency|authority|e2b|regulatory|medwatch|ctu"
        "|complaint|product complaint|pqc|incident|inquiry|enquiry|"
        "fallnummer|fall|fall-nr|aktenzeichen|az|dossier|cas|caso|dossiernummer|ärende"
        "|ärendenummer|diarienummer|dnr|zaaknummer|n° de cas|vigiflow|vigibase|umc|"
        "tracking|call|interaction|transaction|correspondence|message|intake|sample|specimen"
        "|accession|lab|order|requisition|request|rx|prescription|encounter|visit|"
        "episode|episodio|csn|fin|admission|appointment|booking|confirmation|donor|donation|unit"
        "|barcode|registry|registration|study id|identifier|identifiers|identification|uid|guid",
        0,
        4,
        0.86,
    ),
    _cue(
        "case_plain",
        "IDNUM",
        "ptr no|ibp no|front part|resident reg|resident registration|midas report|"
        "report filed|incident filed|logged as|logged under|filed under|filed as|registered "
        "as|ref|ref.|"
        "our ref|reference|"
        "linked to|linked with|crosslinked with|linked report|linked reports|linked case|linked "
        "cases|vaers|vaers id|aer|mcn|icsr|faers|medwatch|yellow card|case|case id|"
        "safety report|duplicate of|follow-up to|original case|cross reference|cross referenced|"
        "quote|please quote|please cite",
        6,
        4,
        0.87,
    ),
    _cue(
        "subject",
        "IDNUM",
        "subject|study subject|patient|study patient|participant|study participant|volunteer|subj"
        "|probanden-nr|probandennummer|pt|proband|proefpersoon|probandin|sujet|sujeto|paziente|paciente|"
        "patientin|försöksperson|enrollment|enrolment|randomization|randomisation|rand|randomised"
        "|randomized|screening|allocation|site-subject|infant|mother|case-patient",
        0,
        1,
        0.85,
    ),
    _cue(
        "subject_plain",
        "IDNUM",
        "subject|study subject|participant|study participant|volunteer|randomization number"
        "|randomisation number|screening number|enrollment number|subject id",
        4,
        1,
        0.8,
    ),
    _cue(
        "passport",
        "IDNUM",
        "passport|passport number|travel document|reisepass|reisepassnummer|passeport|pasaporte"
        "|passaporto|passaporte|paspoort|pass-nr|passnummer|visa number|green card|alien "
        "registration",
        6,
        5,
        0.92,
    ),
    _cue(
        "file",
        "IDNUM",
        "claim|claims|workers' comp claim|workers comp claim|ticket|docket|court|court file|court "
        "case|civil action|police report|police|file|parcel|locker|badge|employee|employee id"
        "|staff|staff id|"
        "student|student id|school id|inmate|prisoner|veteran|military id|service number|dod id"
        "|edipi|payroll|personnel|id|user number|customer|client|consumer|tag|wristband|bracelet|"
        "patient identifier|personal code|voter|ration card|pan|pan card|immigration|asylum"
        "|warrant|ambulance|run number|dispatch|incident report|work order|tax|permit",
        0,
        4,
        0.82,
    ),
    _cue(
        "file_plain",
        "IDNUM",
        "cnpj|file|clinic file|file no|card number|voter id|matric no|roll number|"
        "court file|court case|civil action|docket|claim number|ticket number|passport number"
        "|employee id|student id|staff id|badge number|specimen|sample id|"
        "accession|encounter|prescription number|rx number|police report|complaint|incident",
        5,
        4,
        0.84,
    ),
    _cue(
        "site",
        "IDNUM",
        "site|centre|center|study site|site no|site id|site number|centre no|center no",
        0,
        2,
        0.75,
    ),
    _cue(
        "vin",
        "VEHICLE",
        "vin|vehicle identification|chassis|fahrgestellnummer|vehicle id",
        6,
        5,
        0.92,
    ),
)

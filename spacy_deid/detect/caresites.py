"""Named care sites and the organizations a person belongs to."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.lexicon import (
    AMBIGUOUS_JOB,
    BIG_CITY,
    CALENDAR,
    CHAIN,
    CITY,
    COMMON,
    COMPANY,
    COUNTRY,
    CREDENTIAL,
    FIRST,
    FREQUENT,
    FUNCTION,
    GUARDED,
    HALF,
    JOB,
    NAME,
    ORGANIZATION,
    ORGANIZATION_HEAD,
    PATIENT_WORD,
    PHRASE,
    PLACE,
    RELATION,
    ROLE,
    SITE_HEAD,
    STATE,
    TITLE,
    WEAK_SITE,
    Lexicon,
)
from spacy_deid.detect.scan import Scan

SITE_TAKEN = 2
"""The mark that care sites and organizations leave in ``Scan.taken``."""

_GENERIC = frozenset(
    "regional medical community general local county city district national central public private "
    "state health healthcare care hospital clinic urgent emergency acute primary family women "
    "womens children childrens pediatric paediatric surgery surgical eye dental heart cancer "
    "rehabilitation rehab outpatient inpatient walk in mental psychiatric teaching university "
    "memorial veterans va military army the a an this that our his her another other and of for "
    "er ed icu pain wound sleep diabetes infusion vaccine vaccination vaccinations covid flu drive "
    "thru mass immunization travel nursing home assisted living skilled senior retirement long "
    "term s service services system group practice center centre centers associates physicians "
    "specialty specialist retail mail order online high middle elementary primary secondary "
    "grade junior grammar preschool day daycare law medicine dentistry pharmacy doctor doctors "
    "nurse patient patients free new old large small nearby nearest different same first second "
    "after before admitted visited went seen at to from is was i he she they we my mother father "
    "company church base facility agency department office unit oncology cardiology neurology "
    "dermatology orthopedic orthopaedic gynecology internal fertility ent transplant burn trauma "
    "allergy asthma kidney dialysis liver lung stroke spine hand foot sports physical therapy "
    "occupational student campus college school veterinary animal chest hematology urology "
    "infectious disease diseases tropical hospitals clinics compounding chain independent adult covid "
    "vaccine vaccines date significant resolved concussion course stay patient level head neck nose "
    "flu shot shots follow up visit visits drive fair booth site sites mobile pop pre post on off "
    "main another several many most reporting unknown unspecified various temporary field "
    "neighborhood neighbourhood workplace office work employer employee corporate".split()
)
_PARTLY = frozenset({"memorial", "university", "general", "children", "childrens", "veterans", "va"})
_INNER = frozenset({"of", "the", "and", "&", "for", "'", "’", "-", ".", "s"})
_RIGHT_LINKS = frozenset({"of", "de", "del", "della", "di", "do", "da", "des", "du", "la", "the",
                          "los", "las", "st", "saint", "san", "santa", "im", "am", "zu"})  # fmt: skip
_ROMANCE_HEADS = frozenset(
    "hopital ospedale clinique clinica szpital nemocnice hospital policlinico hospices apotheke "
    "pharmacie farmacia apteka klinik klinikum universitatsklinikum centre policlinica szpital "
    "istituto institut".split()
)
_FORTS = frozenset({"fort", "ft", "camp", "naval", "joint"})
_WORK = frozenset({"works", "worked", "working", "employed", "employee", "employer", "teaches"})
_WORK_BETWEEN = frozenset("as a an the full part time - currently previously also".split())
_AMBIGUOUS_CHAINS = frozenset({"boots", "target", "giant", "acme", "meijer", "wellness", "genoa",
                               "superdrug", "albertsons", "safeway", "well", "day", "lloyds",
                               "optum", "weis", "harmons", "fry", "jewel", "vons", "stop"})  # fmt: skip
_SITE_WORDS = frozenset(
    "sacred mercy providence samaritan holy trinity blessed sunrise evergreen lakeside riverside "
    "northside southside westside eastside highland highlands lakeview parkview fairview bayview "
    "baptist methodist presbyterian lutheran adventist jewish catholic redeemer charity deaconess "
    "shriners royal oakwood brookside hillside woodlands greenfield northwest southwest northeast "
    "southeast foothills bayside seaside cedar cedars maple oak pine willow elm".split()
)
_HEAD_ENDINGS = ("sjukhus", "sjukhuset", "sykehus", "sykehuset", "sygehus", "klinik", "klinikum",
                 "kliniken", "krankenhaus", "spital", "ziekenhuis", "sairaala", "hospital",
                 "lasarett", "lazarett", "klinikken")  # fmt: skip
_SAINTS = frozenset({"st", "saint", "ste", "san", "santa", "sankt", "sint"})


class SiteFinder:
    """Finds the care sites and organizations of one scanned text."""

    def __init__(self, scan: Scan, lexicon: Lexicon) -> None:
        self.scan = scan
        self.lexicon = lexicon
        self.found: list[Proposal] = []

    def find(self) -> list[Proposal]:
        """Give the proposals in the order of their head words."""
        scan = self.scan
        wanted = SITE_HEAD | ORGANIZATION_HEAD | WEAK_SITE | CHAIN | PHRASE | ORGANIZATION
        taken, low = scan.taken, scan.low
        for index, flags in enumerate(scan.flags):
            if flags & wanted and not taken[index]:
                if flags & (CHAIN | PHRASE | ORGANIZATION) and self._listed(index):
                    continue
                if flags & (SITE_HEAD | WEAK_SITE) and self._headed(index, "HOSPITAL"):
                    continue
                if flags & ORGANIZATION_HEAD and self._headed(index, "ORGANIZATION"):
                    continue
            elif not flags and len(low[index]) > 8 and low[index].endswith(_HEAD_ENDINGS):
                self._headed(index, "HOSPITAL")
            if low[index] in _WORK:
                self._employer(index)
            elif low[index] in _FORTS:
                self._fort(index)
            elif low[index] in {"st", "saint"}:
                self._saint(index)
        return self.found

    def _put(self, first: int, end: int, label: str, score: float, rule: str) -> None:
        scan = self.scan
        while end > first and scan.words[end - 1] in {",", ".", "-", "&", "'"}:
            end -= 1
        start, stop = scan.starts[first], scan.ends[end - 1]
        self.found = [p for p in self.found if p.start < start or p.end > stop]
        self.found.append(Proposal(start, stop, label, score, f"gazetteer.site.{rule}"))
        scan.take(first, end, SITE_TAKEN)

    def _listed(self, index: int) -> bool:
        """Read a pharmacy chain or a listed organization, with the number of its shop."""
        scan = self.scan
        flags = scan.flags[index]
        end, value = index + 1, flags & (CHAIN | ORGANIZATION)
        if flags & PHRASE:
            further, found = self.lexicon.phrases.longest(scan.low, index)
            if found & (CHAIN | ORGANIZATION):
                end, value = further, found
        if not value:
            return False
        capital = scan.words[index][0].isupper()
        label = "HOSPITAL" if value & CHAIN else "ORGANIZATION"
        pharmacy = end < len(scan) and scan.low[end] in {"pharmacy", "pharmacies", "clinic", "drugs"}
        if end == index + 1 and scan.low[index] in _AMBIGUOUS_CHAINS:
            before = scan.low[index - 1] if index else ""
            if not pharmacy and not (capital and before in {"at", "from"}):
                return False
        if not capital and end == index + 1 and flags & (COMMON | HALF) and not pharmacy:
            return False
        if pharmacy:
            end += 1
        while end < len(scan) and scan.flags[end] & SITE_HEAD and scan.words[end][0].isupper():
            end += 1
        if end + 1 < len(scan) and scan.low[end] in {"#", "store", "no"}:
            place = end + 1
            while place < len(scan) and scan.words[place] in {"#", "."}:
                place += 1
            if place < len(scan) and scan.words[place].isdigit():
                end = place + 1
        elif end < len(scan) and scan.words[end].isdigit() and 3 < len(scan.words[end]) < 7:
            if scan.same_line(end) and not _is_year(scan.words[end]):
                end += 1
        self._put(index, end, label, 0.85 if capital else 0.7, "chain")
        return True

    def _headed(self, index: int, label: str) -> bool:
        """Read the name that ends, or begins, with a head word such as hospital or school."""
        scan = self.scan
        word = scan.words[index]
        if scan.flags[index] & WEAK_SITE and not self._weak(index):
            return False
        if word.islower() or scan.bare_case(index):
            return self._lower(index, label)
        first, specific, partly = self._left(index)
        end = index + 1
        while end < len(scan) and scan.same_line(end) and scan.words[end][0].isupper():
            if not scan.flags[end] & (SITE_HEAD | WEAK_SITE | ORGANIZATION_HEAD):
                break
            if scan.flags[end] & SITE_HEAD:
                label = "HOSPITAL"
            end += 1
        further = self._right(end, scan.low[index] in _ROMANCE_HEADS and not specific)
        if further > end:
            end, specific = further, True
        if not specific and not (partly and label == "HOSPITAL"):
            return False
        if not specific and (scan.begins_sentence(first) or index - first > 1):
            return False
        if label == "ORGANIZATION" and self._is_maker(first, end):
            return False
        self._put(first, end, label, 0.85 if specific else 0.6, "headed")
        return True

    def _weak(self, index: int) -> bool:
        """Tell whether a weak head such as 'center' stands behind 'medical', 'cancer', 'health'."""
        scan = self.scan
        place = index - 1
        if scan.low[index] == "care":
            return place > 0 and scan.low[place] in {"urgent", "primary"}
        steps = 0
        while place >= 0 and steps < 3 and scan.same_line(place + 1):
            if scan.low[place] in {
                "medical", "health", "healthcare", "cancer", "heart", "surgery", "surgical", "care",
                "rehabilitation", "rehab", "eye", "dental", "trauma", "diagnostic", "imaging",
                "wellness", "hospital", "nursing", "oncology", "birth", "dialysis", "clinic",
                "hospice", "family", "pediatric", "pediatrics", "physicians", "orthopedic",
                "women", "vaccination", "recovery", "convention", "senior", "community", "surgeons",
            }:  # fmt: skip
                return True
            if not scan.words[place][0].isalnum():
                break
            place -= 1
            steps += 1
        return False

    def _left(self, index: int) -> tuple[int, bool, bool]:
        """Go back over the capitalised words before a head.

        RETURNS: the first token, whether a word of it names something, and whether the name is only
        one such as 'Memorial' or 'University'.
        """
        scan = self.scan
        first = index
        place = index - 1
        specific = partly = plain = False
        while place >= 0 and index - place < 9 and scan.same_line(place + 1):
            word, low, flags = scan.words[place], scan.low[place], scan.flags[place]
            if word in {"'", "’", "-", "."} or low == "s" and word == "s":
                if word == "." and not (place and scan.low[place - 1] in _SAINTS):
                    if not (place and len(scan.words[place - 1]) == 1):
                        break
                place -= 1
                continue
            if low in {"of", "and", "&", "the", "for", "de", "la"} and word.islower() or word == "&":
                if place and scan.words[place - 1][0].isupper() and first < index + 1:
                    if low in {"and", "&", "for"} and not self._joins(place):
                        break
                    if scan.begins_sentence(place - 1) and scan.flags[place - 1] & FUNCTION:
                        break
                    place -= 1
                    continue
                break
            if not word[0].isupper() or not word.isalpha():
                break
            if flags & CALENDAR or scan.taken[place] == 1 and not flags & NAME:
                break
            if flags & (TITLE | CREDENTIAL) and low not in _SAINTS and not flags & NAME:
                break
            if flags & (FUNCTION | PATIENT_WORD | RELATION | ROLE) and not flags & NAME & ~FIRST:
                if low not in {"new", "north", "first", "two", "children"} | _SAINTS:
                    break
            if flags & FUNCTION and low not in {"new", "little", "first", "day", "long", "good"}:
                break
            if low in _SAINTS or low in _SITE_WORDS or self._is_specific(place, flags):
                specific = True
            elif low in _PARTLY:
                partly = True
            elif low not in _GENERIC:
                if flags & GUARDED or scan.begins_sentence(place) and low.endswith(("ed", "ing")):
                    break
                if scan.begins_sentence(place) and not specific:
                    break
                plain = True
            first = place
            place -= 1
        if plain and not specific and first and scan.low[first - 1] in {"at", "to", "from", "in"}:
            specific = True
        return first, specific, partly

    def _is_specific(self, place: int, flags: int) -> bool:
        """Tell whether a word before a head names something: a name, a town, an unknown word."""
        if self.scan.low[place] in _GENERIC or flags & GUARDED and not flags & (NAME | PLACE):
            return False
        if flags & COMMON:
            return bool(flags & (FREQUENT | PLACE)) and not self.scan.begins_sentence(place)
        return bool(flags & (NAME | PLACE | HALF) or not flags) and len(self.scan.low[place]) > 1

    def _joins(self, place: int) -> bool:
        """Tell whether 'and' stands inside one name: 'Guy's and St Thomas' Hospital'."""
        scan = self.scan
        before = scan.flags[place - 1]
        if scan.words[place] == "&":
            return True
        if scan.low[place + 1] in _GENERIC and not before & (COMMON | FUNCTION | TITLE):
            return place < 2 or scan.flags[place - 2] & TITLE == 0
        return scan.low[place - 1] in _GENERIC or scan.low[place - 1] == "s" or bool(before & COMMON)

    def _right(self, end: int, romance: bool) -> int:
        """Go on over 'of Wales' or, behind heads of Romance tongues, over the name itself."""
        scan = self.scan
        place = end
        links = 0
        while place < len(scan) and scan.same_line(place) and links < 3:
            if scan.low[place] not in _RIGHT_LINKS or not (links or romance or scan.low[place] == "of"):
                break
            links += 1
            place += 1
            if place < len(scan) and scan.words[place] in {".", "-", "'", "’"}:
                place += 1
        if not (links or romance):
            return end
        last = end
        while place < len(scan) and scan.same_line(place) and place - end < 9:
            word, flags = scan.words[place], scan.flags[place]
            if word in {"-", "'", "’"} and scan.touches(place):
                place += 1
                continue
            if scan.low[place] in _RIGHT_LINKS and last > end:
                place += 1
                continue
            if not word[0].isupper() or not word.isalpha() or flags & (FUNCTION | CALENDAR | GUARDED):
                break
            if flags & (COMMON | PATIENT_WORD | SITE_HEAD) and not flags & PLACE and not last > end:
                if scan.low[place] not in {"general", "civil", "nacional", "central", "regional"}:
                    break
                if not romance or links:
                    break
            if last > end and flags & (PATIENT_WORD | ROLE) or flags & COMMON and romance and not links:
                if not flags & (NAME | PLACE) and scan.low[place] != "general":
                    break
            place += 1
            last = place
        return last

    def _lower(self, index: int, label: str) -> bool:
        """Read a site in lower case or among capitals: only before a name or town of one's own."""
        scan = self.scan
        if label != "HOSPITAL" or not index or not scan.same_line(index):
            return False
        first = index - 1
        if scan.low[first] == "s" and first > 1 and scan.words[first - 1] in {"'", "’"}:
            first -= 2
        while scan.low[first] in {"memorial", "general", "community", "regional", "medical"}:
            if not first or not scan.same_line(first):
                return False
            first -= 1
        flags = scan.flags[first]
        if scan.low[first] in _SITE_WORDS:
            self._put(first, index + 1, label, 0.7, "lower")
            return True
        saint = first and scan.low[first - 1] in _SAINTS and flags & NAME
        saint = saint or first > 1 and scan.words[first - 1] == "." and scan.low[first - 2] == "st"
        if saint:
            first -= 2 if scan.words[first - 1] == "." else 1
            self._put(first, index + 1, label, 0.75, "lower")
            return True
        if scan.words[first][0].isupper() and not scan.bare_case(first):
            if flags & (FUNCTION | CALENDAR | GUARDED | TITLE | RELATION | ROLE | PATIENT_WORD):
                return False
            if scan.low[first] in _GENERIC or scan.begins_sentence(first) and flags & COMMON:
                return False
            if flags & COMMON and not flags & (NAME | PLACE) or not scan.words[first].isalpha():
                return False
            while first and scan.flags[first - 1] & NAME and scan.words[first - 1][0].isupper():
                if scan.flags[first - 1] & (FUNCTION | TITLE) or not scan.same_line(first):
                    break
                first -= 1
            self._put(first, index + 1, label, 0.7, "mixed")
            return True
        if flags & (CITY | STATE | NAME) and not flags & (COMMON | HALF | FUNCTION | GUARDED | TITLE):
            if not flags & (RELATION | PATIENT_WORD | ROLE | CALENDAR | COUNTRY):
                self._put(first, index + 1, label, 0.6, "lower")
                return True
        return False

    def _is_maker(self, first: int, end: int) -> bool:
        return any(flags & COMPANY for flags in self.scan.flags[first:end])

    def _employer(self, index: int) -> None:
        """Read 'works at Boeing', 'employed by Acme Steel', 'student at Eton'."""
        scan = self.scan
        place = index + 1
        while place < len(scan) and place < index + 7 and scan.same_line(place):
            low = scan.low[place]
            if low in {"at", "for", "by"} and place + 1 < len(scan):
                break
            if low not in _WORK_BETWEEN and not scan.flags[place] & (JOB | AMBIGUOUS_JOB | PHRASE):
                return
            place += 1
        else:
            return
        if place + 1 >= len(scan):
            return
        place += 1
        if scan.low[place] in {"the", "a", "an"}:
            place += 1
        first = place
        while place < len(scan) and place - first < 6 and scan.same_line(place):
            word, flags = scan.words[place], scan.flags[place]
            if word in {"&", "'", "-"} and place > first:
                place += 1
                continue
            if not word[0].isupper() or not word.isalpha() or scan.taken[place]:
                break
            if flags & (TITLE | RELATION | CALENDAR | FUNCTION | GUARDED):
                break
            place += 1
        if place == first or scan.bare_case(first) or scan.flags[place - 1] & (SITE_HEAD):
            return
        if place < len(scan) and scan.flags[place] & (SITE_HEAD | ORGANIZATION_HEAD):
            return
        if all(scan.flags[at] & PLACE for at in range(first, place)):
            return
        if place - first < 2 and (len(scan.words[first]) < 3 or scan.low[first] in _GENERIC):
            return
        if all(scan.low[at] in _GENERIC or scan.flags[at] & COMMON for at in range(first, place)):
            return
        self._put(first, place, "ORGANIZATION", 0.6, "employer")

    def _saint(self, index: int) -> None:
        """Read "at St. Joseph's": a hospital without its head word."""
        scan = self.scan
        place = index + 1
        if place < len(scan) and scan.words[place] == "." and scan.touches(place):
            place += 1
        if place + 2 >= len(scan) or not index or scan.taken[index]:
            return
        if scan.low[index - 1] not in {"at", "to", "from", "in"} or not scan.flags[place] & NAME:
            return
        if scan.words[place][0].isupper() and scan.words[place + 1] in {"'", "’"}:
            if scan.low[place + 2] == "s" and scan.words[index][0].isupper():
                self._put(index, place + 3, "HOSPITAL", 0.6, "saint")

    def _fort(self, index: int) -> None:
        """Read 'Fort Bragg', 'Camp Lejeune': a base."""
        scan = self.scan
        place = index + 1
        if place < len(scan) and scan.words[place] == "." and scan.touches(place):
            place += 1
        if place >= len(scan) or not scan.words[index][0].isupper() or scan.bare_case(index):
            return
        flags = scan.flags[place]
        if scan.low[index] not in {"fort", "ft", "camp"} or not scan.words[place][0].isupper():
            return
        if not flags & NAME or flags & (FUNCTION | CALENDAR | GUARDED) or scan.taken[place]:
            return
        value = self.lexicon.phrases.longest(scan.low, index)[1]
        at = index and scan.low[index - 1] == "at"
        if value & BIG_CITY or value & PLACE and not at:
            return
        self._put(index, place + 1, "ORGANIZATION", 0.6, "base")


def _is_year(word: str) -> bool:
    return len(word) == 4 and word[:2] in {"19", "20"}


def find_care_sites(scan: Scan, lexicon: Lexicon) -> list[Proposal]:
    """Propose care sites and organizations of a scanned text and take their tokens.

    RETURNS: HOSPITAL and ORGANIZATION proposals.
    """
    return SiteFinder(scan, lexicon).find()

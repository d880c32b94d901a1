"""Values in tables and lists of laboratory tests, vital signs and scores, and their ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spacy_deid.detect.dates.guards import has_identifier_cue
from spacy_deid.detect.words.reading import Reading

MEASURED = frozenset(
    # blood count and clotting
    "hb hgb haemoglobin hemoglobin hct haematocrit hematocrit pcv rbc wbc wcc leucocytes "
    "leukocytes leuco leuko neut neuts neutrophils neutros anc aec alc lymph lymphs "
    "lymphocytes mono monos monocytes eos eosin eosinophils baso basophils bands blasts plt "
    "plts platelets thrombocytes mcv mch mchc rdw mpv retic retics reticulocytes esr bsg inr "
    "aptt ptt quick fibrinogen d-dimer ddimer haptoglobin ferritin transferrin tibc tsat "
    # chemistry
    "na sodium natrium k potassium kalium cl chloride co2 bicarb bicarbonate hco3 tco2 bun "
    "urea creat creatinine crea kreatinin cr scr egfr mdrd gfr crcl ca calcium cca mg magnesium "
    "phos phosphate po4 glucose glu gluc bgl cbg fbs rbs ppbs sugar hba1c a1c uric urate "
    "albumin alb globulin protein ast asat sgot got alt alat sgpt gpt alp alkp ggt gamma-gt "
    "bili bilirubin tbili dbili tbil dbil ldh ld cpk ck ck-mb ckmb trop tropt tropi troponin "
    "hs-tnt hstnt hs-tni tni tnt bnp nt-probnp ntprobnp probnp crp hs-crp pct procalcitonin "
    "lactate lac lipase amylase ammonia nh3 chol cholesterol ldl hdl tg trig trigs "
    "triglycerides tsh ft3 ft4 cortisol prolactin psa afp cea ca125 hcg bhcg folate osm "
    "osmolality tryptase ige igg iga igm cd4 il-6 il6 anion gap ph pco2 po2 pao2 paco2 methb "
    "cohb digoxin lithium vancomycin vanc phenytoin valproate tacrolimus ciclosporin "
    "cyclosporine methotrexate mtx "
    "tlc dlc kreatinin krea leuko thrombo ft4 kalium natrium harnstoff quick gluk glukose hco3 be "
    "anion lact crea kreat cr pcv na+ k+ cl- ca2+ mg2+ "
    # vital signs, fluids and scores
    "bp rr sbp dbp map hr pulse puls resp resps respirations temp temperature tmax spo2 sao2 "
    "o2 sats fio2 etco2 cvp icp weight wt bwt bmi bsa uo uop urine intake output balance gcs "
    "news news2 pews mews ews qsofa sofa apgar avpu nrs vas pain peep pip cpp svri ci co svr qt "
    "qtc qrs lvef ef fev1 fvc pef pefr dlco iop mmse moca".split()
)
"""Names of what is measured, in small letters; what stands in a row beside one of them is its
value."""
_PLAIN = frozenset(
    "hb hgb wbc wcc tlc leuko krea kreat gluc rbc anc aec alc neut neuts neutrophils lymphs "
    "lymphocytes eos "
    "eosinophils plt plts platelets mcv esr inr fibrinogen ferritin haptoglobin sodium "
    "potassium bun urea creat creatinine crea egfr gfr crcl glucose bgl fbs rbs ppbs albumin "
    "ast asat sgot alt alat sgpt alp ggt bili bilirubin ldh cpk ck troponin bnp crp hs-crp "
    "lactate lipase amylase ammonia chol cholesterol ldl hdl triglycerides tsh tryptase ige "
    "spo2 sao2 fio2 etco2 qtc lvef fev1 fvc pef pefr".split()
)
"""Those that mean nothing else, so that a whole number behind one is its value in any text."""
_VALUE = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})(?:[.,]\d{1,3})?"
_SINGLE = (
    # 133, 4,870, <0.5, 120/80, (3.5 - 5.1), 11.2 H, 690*, 37.2 C, 96 %; 3/4 and 3-4 may be dates
    rf"[(\[]?[<>≤≥~±]?\s?[-+]?(?:(?:[6-9]\d|[12]\d\d)/\d{{2,3}}|"
    r"\d{1,3}\.\d{1,2}\s?[-–]\s?\d{1,3}(?:\.\d{1,2})?|\d{1,4}\s?[-–]\s?(?:\d{3,4}|3[2-9]|[4-9]\d)|"
    rf"{_VALUE})[)\]]?"
    r"(?:\s?\(?(?:[hl*+!↑↓↗↘%-]|hh|ll|high|low|crit|°\s?[cf]?)\)?){0,2}"
    r"(?:\s?(?:[mµμunpf]?(?:g|mol|iu|kat|eq)(?:/[\w.]{1,6})?|u/m?l|kg|[mdf]l|[cm]m|mmhg|bpm|ohm))?"
)
_CELL = re.compile(rf"{_SINGLE}(?: {_SINGLE}){{0,8}}")
_MARKS = (
    # what parts the cells of a row: the first that a line has
    re.compile(r"\|"),
    re.compile(r"\t"),
    re.compile(r"→"),
    re.compile(r"[ \t]{2,}"),
    re.compile(r";(?=\S)"),
    re.compile(r",(?=\S)"),
)
_GAPS, _COMMAS = _MARKS[3], _MARKS[4:]
_FEWEST_COMMAS = 3
_FLAG = re.compile(r"h|l|hh|ll|n|high|low|normal|\*{1,2}")
_WITH_VALUE = re.compile(r"(?P<name>[a-z][\w+-]{1,9}) (?P<value>-?\d{1,4}(?:[.,]\d{1,2})?)")
"""A first cell that holds the first value as well: 'gluc 27.3'."""
_LABEL = re.compile(r"[^\W_][\w/+.'’-]*")
_NUMBERED = re.compile(
    r"\b(?:mrn|nhs|chi|id|no|nr|number|phone|tel|fax|ext|bleep|pager|bed|room|ward|bay|age|alter|dob|"
    r"born|date|day|datum|tag|time|year|acct|account|zip|post\s?code|patient|name|unit|lot|batch|ref|"
    r"case|page|visit|site|subject|week)\b"
)
"""What a row or a column is of that is no measurement."""
_RUNS = frozenset(run[0] for name in MEASURED if (run := re.match(r"[^\W\d_]+", name)))
_LEAST_BESIDE = 2
"""Values of a row that counts for the rows beside it."""
_LEAST_GRID = 4
"""Values of each of two rows that make a grid, whatever they are of."""
_LONGEST_LABEL = 40
_NUMBER = r"(?:0[.,]\d{1,2}|[1-9]\d{0,3}(?:[.,]\d{1,2})?)"
_TOLD = re.compile(
    # plt: 45; sgpt of 480; alp 77 90 121 160; ast 40 -> 980 -> 310
    r"(?<![\w-])(?P<what>[a-z][a-z0-9-]{1,14}\+?)"
    r"(?:\s?[:=~><] ?| (?:(?:count|levels?) )?(?:(?:was|is|of|now) ){0,2})"
    rf"(?P<values>{_NUMBER}(?:(?: | ?(?:->|→|>) ?){_NUMBER})*)(?![\w/]|[.,:-]\d|\.[a-z]| \d)"
    r"(?!\s?(?:-|–|to)?\s?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|"
    r"\s?(?:st|nd|rd|th|am|pm|h|hrs?|y|yo|yrs?|years?|days?|weeks?|months?)\b)"
)
_ONE = re.compile(_NUMBER)
_WIDEST = 30
"""How many times the least the greatest of several values of one test is."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_RANGED = re.compile(
    # urate 612 (88-246)
    r"(?<![\w/.,:-])\d{1,4}(?:[.,]\d{1,2})?(?: ?[a-zµ%/]{1,7})?[*]? ?"
    r"(?P<range>\((?P<low>\d{1,4}(?:\.\d{1,2})?) ?[-–] ?(?P<high>\d{1,4}(?:\.\d{1,2})?)\))"
)
_LATEST_DAY = 31
_TIMED = frozenset("day days tag week weeks hour hours hrs min mins minutes cycle".split())
_TIME = re.compile(r"[dwhc]?\d{1,3}(?:h|hrs?|d|min)?")
"""The heads of columns beside 'Day', 'Week' or 'Hour'."""


@dataclass(slots=True)
class _Row:
    """One line of a table: the place and the text of each cell, and what parts them."""

    starts: list[int]
    cells: list[str]
    parted: re.Pattern[str]


def find_lab_tables(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every value of a table, a list or a line of results.

    In a table with pipes, tabs, arrows or wide gaps between its cells the values of a row are those
    of what its first cell names, or of what the head of the column does. A row without such a name
    counts where the rows beside it have one, or where several rows hold many values. In a list with
    commas they stand behind the name of a test, in running text right behind it.
    """
    low = reading.low
    for ranged in _RANGED.finditer(low):
        # '4.6 (2-15)' was measured on 15 February
        if float(ranged["low"]) < float(ranged["high"]) and float(ranged["high"]) > _LATEST_DAY:
            yield ranged.span("range")
    measured = not _RUNS.isdisjoint(reading.words)
    if measured or len(reading.figures) >= 2 * _LEAST_GRID:
        yield from _tabled(low)
    if not measured:
        return
    for told in _TOLD.finditer(low):
        values = list(_ONE.finditer(low, *told.span("values")))
        if told["what"] not in _PLAIN or has_identifier_cue(low, told.start()):
            continue
        if _are_alike(values):
            yield from (value.span() for value in values)


def _tabled(low: str) -> Iterator[tuple[int, int]]:
    """Give the values of all tables of a text in small letters."""
    block: list[_Row] = []
    start = 0
    for line in low.split("\n"):
        row = _row(line, start)
        if row is None or (block and row.parted != block[0].parted):
            yield from _values(block)
            block = []
        if row is not None:
            block.append(row)
        start += len(line) + 1
    yield from _values(block)


def _are_alike(values: list[re.Match[str]]) -> bool:
    """Tell whether numbers side by side can be values of one test: no year, no parts."""
    sizes = [float(value[0].replace(",", ".")) for value in values]
    if len(sizes) == 1:
        return values[0][0].isdecimal() and _YEAR.fullmatch(values[0][0]) is None
    whole = {value[0].isdecimal() for value in values}
    return len(whole) == 1 and max(sizes) <= _WIDEST * min(sizes)


def _row(line: str, start: int) -> _Row | None:
    """Part a line into cells; None where it has one alone."""
    for mark in _MARKS:
        gaps = list(mark.finditer(line))
        if len(gaps) < (_FEWEST_COMMAS if mark in _COMMAS else 1):
            continue
        starts, cells, place = [], [], 0
        for gap in [*gaps, None]:
            end = gap.start() if gap else len(line)
            cell = line[place:end]
            lead = len(cell) - len(cell.lstrip())
            if cell.strip() or mark is not _GAPS:
                starts.append(start + place + lead)
                cells.append(cell.strip())
            place = gap.end() if gap else end
        if len(cells) > 1:
            first = _WITH_VALUE.fullmatch(cells[0])
            if first and first["name"] in MEASURED:
                cells[:1] = [first["name"], first["value"]]
                starts[:1] = [starts[0], starts[0] + first.start("value")]
            return _Row(starts, cells, mark)
    return None


def _names_measure(cell: str) -> bool:
    """Tell whether a cell names something measured: 'WBC (x10^9/L)', 'serum sodium'."""
    if not cell or len(cell) > _LONGEST_LABEL or "," in cell or _NUMBERED.search(cell):
        return False
    words = [word.strip(".-'’") for word in _LABEL.findall(cell)[:2]]
    if not words or len(words[0]) > 1 and words[0] in MEASURED:
        return bool(words)
    alone = len(words) == 1 or not words[1].isalpha()
    return words[0] in MEASURED if alone else len(words[1]) > 2 and words[1] in MEASURED


def _values(block: list[_Row]) -> Iterator[tuple[int, int]]:
    """Give the values of rows that follow one another, and the names that stand at their head."""
    if not block:
        return
    head = block[0]
    if head.parted in _COMMAS:
        yield from _listed(block)
        return
    columns = {
        number
        for number, cell in enumerate(head.cells)
        if number and head.parted is not _GAPS and _names_measure(cell)
    }
    if _first(head) in _TIMED and all(map(_TIME.fullmatch, head.cells[1:])):
        yield head.starts[0], head.starts[-1] + len(head.cells[-1])
    for number in columns:
        if head.cells[number] in MEASURED:
            yield head.starts[number], head.starts[number] + len(head.cells[number])
    named = [_names_measure(_first(row)) for row in block]
    several = sum(told and _counted(row) > 1 for told, row in zip(named, block, strict=True)) > 1
    several = several or sum(_counted(row) >= _LEAST_GRID for row in block) > 1
    several = several or sum(map(_names_measure, head.cells)) > 1
    for row, told in zip(block, named, strict=True):
        first = _first(row)
        beside = several and _counted(row) >= _LEAST_BESIDE and not _NUMBERED.search(first)
        by_row = told or (beside and first[:1].isalpha())
        same = len(row.cells) == len(head.cells) and row is not head
        if by_row and first in MEASURED and _counted(row):
            yield (
                row.starts[row.cells.index(first)],
                row.starts[row.cells.index(first)] + len(first),
            )
        for number, (start, cell) in enumerate(zip(row.starts, row.cells, strict=True)):
            told = by_row or (same and number in columns)
            if told and (_holds_values(cell) or (number and _FLAG.fullmatch(cell))):
                yield start, start + len(cell)


def _listed(block: list[_Row]) -> Iterator[tuple[int, int]]:
    """Give the values behind the name of a test in rows whose cells have commas between them."""
    for row in block:
        measured = [number for number, cell in enumerate(row.cells) if cell in MEASURED]
        values = range(measured[0] + 1, len(row.cells)) if measured else range(0)
        found = [number for number in values if _holds_values(row.cells[number])]
        if len(found) >= _LEAST_BESIDE:
            flags = [number for number in values if _FLAG.fullmatch(row.cells[number])]
            for number in (*found, *flags):
                yield row.starts[number], row.starts[number] + len(row.cells[number])


def _first(row: _Row) -> str:
    return next((cell for cell in row.cells if cell), "")


def _counted(row: _Row) -> int:
    return sum(map(_holds_values, row.cells))


def _holds_values(cell: str) -> bool:
    """Tell whether a cell is a value, or several of them that no telephone number is."""
    if _CELL.fullmatch(cell) is None:
        return False
    return " " not in cell or "." in cell or re.fullmatch(_SINGLE, cell) is not None

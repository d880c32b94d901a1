"""Surrogates of names, places, contacts and identifiers."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mask_support import KEY, cases, mask, spans_of, ways
from pace_support import LINEAR, growth

from spacy_deid.annotations import Proposal
from spacy_deid.mask import lists
from spacy_deid.mask.contacts import national
from spacy_deid.mask.entities import Entities
from spacy_deid.mask.identifiers import identifier, is_checked, luhn, mod97
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.lands import country_code
from spacy_deid.mask.lists import gender_in
from spacy_deid.mask.mentions import writings
from spacy_deid.mask.people import gather
from spacy_deid.mask.persons import read_name
from spacy_deid.mask.ways import normalised, shares

TABLE = ways("research-surrogate")


def words_of(text: str, *marked: tuple[str, str], **options: object) -> list[str]:
    """Mask, and give what stands for each expression."""
    spans = spans_of(text, marked)
    masked = mask(text, spans, ways("research-surrogate", **options))
    pattern, place = "", 0
    for span in spans:
        pattern += re.escape(text[place : span.start]) + "(.*?)"
        place = span.end
    found = re.fullmatch(pattern + re.escape(text[place:]), masked, re.S)
    assert found is not None
    return list(found.groups())


def test_full_name_surname_and_first_name_stay_one_person() -> None:
    full, turned, last, first, possessive = words_of(
        "John Smith came. SMITH, JOHN left. Mr. Smith, John and Smith's dog.",
        ("John Smith", "PATIENT"),
        ("SMITH, JOHN", "PATIENT"),
        ("Smith", "PATIENT"),
        ("John", "PATIENT"),
        ("Smith's", "PATIENT"),
    )
    new_first, new_last = full.split()
    assert turned == f"{new_last.upper()}, {new_first.upper()}"
    assert last == new_last and first == new_first
    assert possessive == f"{new_last}'s"
    assert lists.genders()[new_first.casefold()] in ("m", "x")


def test_the_family_name_may_stand_first_or_last() -> None:
    text = "Tanaka Hiroshi came. Hiroshi Tanaka left. TANAKA, HIROSHI; Mr. Tanaka, Mr. Tanaka."
    turned, full, loud, last, titled = words_of(
        text,
        ("Tanaka Hiroshi", "PATIENT"),
        ("Hiroshi Tanaka", "PATIENT"),
        ("TANAKA, HIROSHI", "PATIENT"),
        ("Tanaka", "PATIENT"),
        ("Mr. Tanaka", "PATIENT"),
    )
    family, given = turned.split()
    assert full == f"{given} {family}"
    assert loud == f"{family.upper()}, {given.upper()}"
    assert last == family and titled == f"Mr. {family}"


def test_initials_follow_the_name() -> None:
    full, short, letters = words_of(
        "John Quincy Smith, J. Smith, JS.",
        ("John Quincy Smith", "DOCTOR"),
        ("J. Smith", "DOCTOR"),
        ("JS", "DOCTOR"),
    )
    first, _, last = full.split()
    assert short == f"{first[0]}. {last}"
    assert letters == first[0] + last[0]


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Rosa Evans", "RE"),
        ("Margaret Osborne", "MO"),
        ("Karen Beth Wright", "KBW"),
        ("Karen Beth Wright", "K.B.W."),
        ("Karen Beth Wright", "KW"),
        ("Åsa Öberg", "ÅÖ"),
    ],
)
def test_initials_of_any_letters_are_those_of_their_person(name: str, letters: str) -> None:
    text = f"{name} ({letters}) came."
    full, short = words_of(text, (name, "PATIENT"), (letters, "PATIENT"))
    new = [part[0] for part in full.split()]
    if len(re.findall(r"\w", letters)) == 2:
        new = [new[0], new[-1]]
    assert re.findall(r"\w", short) == new
    numbered = mask(
        text, spans_of(text, [(name, "PATIENT"), (letters, "PATIENT")]), ways(NAME="numbered")
    )
    assert numbered == "[PATIENT 1] ([PATIENT 1]) came."


def test_a_short_name_in_capitals_is_none_of_initials() -> None:
    full, short = words_of("Mo Farah came. MO left.", ("Mo Farah", "PATIENT"), ("MO", "PATIENT"))
    assert short == full.split()[0].upper()
    assert re.fullmatch("[A-Z]{2}", words_of("RE came.", ("RE", "PATIENT"))[0])


def test_authors_are_cited_with_the_surname_first() -> None:
    text = "Tomas Beltrán. Beltran T, Smith JA. John Smith; O'Neill M."
    marked = ["Tomas Beltrán", "Beltran T", "Smith JA", "John Smith", "O'Neill M"]
    full, cited, other, whole, alone = words_of(text, *((name, "DOCTOR") for name in marked))
    first, last = full.split()
    assert cited == f"{last} {first[0]}"
    assert re.fullmatch(rf"{whole.split()[1]} {whole[0]}[A-Z]", other)
    assert re.fullmatch(r"[^\W\d_']+ [A-Z]", alone)
    numbered = mask(
        text, spans_of(text, [(name, "DOCTOR") for name in marked]), ways(NAME="numbered")
    )
    assert re.findall(r"\d", numbered) == ["1", "1", "2", "2", "3"]


def one_person(text: str, *names: str, label: str = "DOCTOR") -> list[str]:
    """Mask names that are one person's, and give what stands for them."""
    marked = [(name, label) for name in names]
    numbered = mask(text, spans_of(text, marked), ways(NAME="numbered"))
    assert set(re.findall(r"\[[^]]*\]", numbered)) == {f"[{label} 1]"}, numbered
    return words_of(text, *marked)


@pytest.mark.parametrize(
    "name",
    ["Ann Poe, M.D.", "Ann Poe R.N.", "Ann Poe, Ph.D.", "Prof. Dr. Ann Poe", "Dr. med. Ann Poe"],
)
def test_degrees_with_stops_and_several_titles_name_nobody(name: str) -> None:
    full, last = one_person(f"{name} wrote; Dr. Poe", name, "Poe")
    pattern = re.escape(name).replace("Ann\\ Poe", rf"[A-Z][^\W\d_]+\ {last}")
    assert re.fullmatch(pattern, full), full


def test_initials_before_and_behind_a_surname_in_any_case() -> None:
    full, *others = one_person(
        "John Smith; JL Smith; Smith, JL; SMITH JL.",
        *("John Smith", "JL Smith", "Smith, JL", "SMITH JL"),
    )
    first, last = full.split()
    letters = f"{first[0]}[A-Z]"
    patterns = (f"{letters} {last}", f"{last}, {letters}", f"{last.upper()} {letters}")
    for made, pattern in zip(others, patterns, strict=True):
        assert re.fullmatch(pattern, made), made


def test_a_comma_or_an_initial_tells_which_name_is_the_surname() -> None:
    for text, *names in (
        ("Kovács László; Kovács, László.", "Kovács László", "Kovács, László"),
        ("Kim Minjun; M. Kim.", "Kim Minjun", "M. Kim"),
    ):
        full, other = one_person(text, *names)
        last, first = full.split()
        assert other in (f"{last}, {first}", f"{first[0]}. {last}")


def test_two_surnames_are_one_persons() -> None:
    full, alone, turned = one_person(
        "María García Hernández; Mrs. García; García Hernández, María.",
        *("María García Hernández", "García", "García Hernández, María"),
    )
    first, one, two = full.split()
    assert alone == one and turned == f"{one} {two}, {first}"


def test_a_short_first_name_with_an_initial_is_its_persons() -> None:
    full, short, alone = one_person(
        "Margaret Thornbury; Maggie T.; Maggie.", "Margaret Thornbury", "Maggie T.", "Maggie"
    )
    first, last = full.split()
    assert short == f"{first} {last[0]}." and alone == first


def test_particles_in_capitals_stay_and_do_not_part_a_person() -> None:
    loud, full = one_person(
        "VAN DER BERG, JAN; Jan van der Berg.", "VAN DER BERG, JAN", "Jan van der Berg"
    )
    first, last = full.split(" van der ")
    assert loud == f"VAN DER {last.upper()}, {first.upper()}"
    assert (
        " van den " in words_of("Hendrik van den Linden", ("Hendrik van den Linden", "DOCTOR"))[0]
    )


def test_a_title_within_the_name_tells_the_gender() -> None:
    for title, gender in (("Mrs.", "f"), ("Herr", "m"), ("Signora", "f"), ("Doña", "f")):
        for case in range(10):
            name = f"{title} Quimby Stein"
            text = f"{name} rested."
            made = mask(text, spans_of(text, [(name, "PATIENT")]), TABLE, case=f"c{case}").split()[
                1
            ]
            assert lists.genders()[lists.folded(made)] in (gender, "x")


def test_names_of_one_country_or_state_have_one_surrogate() -> None:
    text = "Lives in the USA, a U.S. citizen, born in the United States."
    lands = words_of(text, *((name, "COUNTRY") for name in ("USA", "U.S.", "United States")))
    assert len(set(lands)) == 1 and lands[0] in lists.countries().values()
    states = words_of("Albany NY; Buffalo N.Y.", ("NY", "STATE"), ("N.Y.", "STATE"))
    assert len(set(states)) == 1 and states[0] in lists.us_states()


def test_a_surrogate_place_stands_nowhere_in_the_document() -> None:
    (first,) = words_of("Boston is home.", ("Boston", "CITY"))
    (other,) = words_of(f"Boston is home. {first} is far.", ("Boston", "CITY"))
    assert other != first


@pytest.mark.parametrize(
    ("text", "marked", "same"),
    [
        ("Dr. Baker saw Smith again. Smith left.", "Smith DOCTOR;Smith PATIENT", True),
        ("MACLEOD FIONA. Ms MacLeod left.", "MACLEOD FIONA PATIENT;MacLeod PATIENT", True),
        ("Nguyen Thi Mai. Ms Nguyen left.", "Nguyen Thi Mai PATIENT;Nguyen PATIENT", True),
        ("St. Mary's Hospital, St Mary's", "St. Mary's Hospital HOSPITAL;St Mary's HOSPITAL", True),
        ("Mayo Clinic and Leeds", "Mayo Clinic HOSPITAL;Leeds HOSPITAL", False),
    ],
)
def test_short_mentions_follow_the_full_one(text: str, marked: str, same: bool) -> None:
    full, short = words_of(text, *(tuple(one.rsplit(" ", 1)) for one in marked.split(";")))
    assert (short.casefold() in full.casefold()) is same


@pytest.mark.parametrize(
    ("text", "full", "other"),
    [
        ("Anna Smith came. Her daughter Anna called.", "Anna Smith PATIENT", "Anna PATIENT"),
        ("John Miller came. Mr. John left.", "John Miller PATIENT", "John PATIENT"),
    ],
)
def test_first_names_stay_first_names(text: str, full: str, other: str) -> None:
    made, alone = words_of(text, *(tuple(one.rsplit(" ", 1)) for one in (full, other)))
    assert made.split()[0] == alone


@pytest.mark.parametrize("text", ["Lee. Reporter: Lee, RN", "Lee. Seen by Lee", "Lee. Lee MD"])
def test_staff_are_not_the_patient(text: str) -> None:
    patient, doctor = words_of(text, ("Lee", "PATIENT"), ("Lee", "DOCTOR"))
    assert patient != doctor


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Baby girl Thornton", "Baby girl"),
        ("BABY BOY THORNTON", "BABY BOY"),
        ("Baby of Mary Thornton", "Baby of"),
    ],
)
def test_a_newborn_stays_one(name: str, left: str) -> None:
    (made,) = words_of(f"{name} slept.", (name, "PATIENT"))
    assert made.startswith(f"{left} ") and "thornton" not in made.casefold()


def test_a_word_of_kin_tells_a_first_name_and_its_gender() -> None:
    text = "Her son Peter slept. Peter ate. His mother, Latoyah Reed, called."
    first, again, full = words_of(
        text, ("Peter", "PATIENT"), ("Peter", "PATIENT"), ("Latoyah Reed", "PATIENT")
    )
    assert first == again and gender_in(first.casefold(), "english") in ("m", "x")
    assert gender_in(full.split()[0].casefold(), "english") in ("f", "x")


def test_particles_and_double_surnames() -> None:
    (made,) = words_of("Mrs Van Dijk came.", ("Van Dijk", "PATIENT"))
    assert made.startswith("Van ") and "Dijk" not in made
    full, open_, half = words_of(
        "Dr. Anna Smith-Jones, Dr Smith Jones, Dr. Smith",
        ("Anna Smith-Jones", "DOCTOR"),
        ("Smith Jones", "DOCTOR"),
        ("Smith", "DOCTOR"),
    )
    assert full.split()[1] == open_.replace(" ", "-") and open_.split()[0] == half


def test_a_title_tells_whose_initial_it_is() -> None:
    mary, mark, short = words_of(
        "Mary Smith and Mark Smith. Mr. M. Smith",
        ("Mary Smith", "PATIENT"),
        ("Mark Smith", "PATIENT"),
        ("M. Smith", "PATIENT"),
    )
    assert short[0] == mark[0] and mary.split()[0] != mark.split()[0]


@pytest.mark.parametrize("job", ["builder", "optician", "teacher", "engineer", "nurse"])
def test_a_job_keeps_its_article(job: str) -> None:
    article = "an" if job[0] in "aeiou" else "a"
    (made,) = words_of(f"He is {article} {job}.", (job, "PROFESSION"))
    assert (made[0] in "aeiou") is (article == "an")


def test_many_persons_take_time_in_proportion() -> None:
    def spelled(number: int) -> str:
        return "".join(string.ascii_lowercase[int(digit)] for digit in str(number)).title()

    def work(count: int) -> None:
        names = [f"Ann{spelled(n)} Berg{spelled(n)}" for n in range(count)]
        names += [name.split()[n % 2] for n, name in enumerate(names)]
        people = gather({number: read_name(name) for number, name in enumerate(names)})
        assert len({id(person) for person in people.values()}) == count

    assert growth(work, 400) < LINEAR


def test_many_places_take_time_in_proportion() -> None:
    def document(count: int) -> tuple[str, list[tuple[str, str]]]:
        cities = [(f"Cityville{number}", "CITY") for number in range(count)]
        return "; ".join(city for city, _ in cities), cities

    def work(count: int) -> None:
        text, marked = document(count)
        mask(text, spans_of(text, marked), TABLE)

    assert growth(work, 250) < LINEAR


def test_accents_do_not_count() -> None:
    full, loud, last = words_of(
        "Mr José García, GARCIA, JOSE; Mr Garcia.",
        ("José García", "PATIENT"),
        ("GARCIA, JOSE", "PATIENT"),
        ("Garcia", "PATIENT"),
    )
    first, new = full.split()
    assert loud == f"{new.upper()}, {first.upper()}" and last == new


def test_a_span_of_several_writings_is_one_person() -> None:
    stroke, alone, stop = words_of(
        "P. Hillman / Peter Hillman / Hillman; Hillman. Peter Hillman. Mr. Hillman.",
        ("P. Hillman / Peter Hillman / Hillman", "DOCTOR"),
        ("Hillman", "DOCTOR"),
        ("Peter Hillman. Mr. Hillman", "DOCTOR"),
    )
    first, last = stroke.split(" / ")[1].split()
    assert stroke == f"{first[0]}. {last} / {first} {last} / {last}" and alone == last
    assert stop == f"{first} {last}. Mr. {last}"
    for name in ("Dr. P. Nwosu", "Prof. Chas. Nwosu", "John Alex. Nwosu", "A/Prof Nwosu", "J/S"):
        assert writings(name) == [(0, len(name))]


def test_two_persons_stay_two_and_a_family_stays_a_family() -> None:
    john, mary, other = words_of(
        "John Smith, Mary Smith and John Brown.",
        ("John Smith", "PATIENT"),
        ("Mary Smith", "PATIENT"),
        ("John Brown", "PATIENT"),
    )
    assert len({john, mary, other}) == 3
    assert john.split()[1] == mary.split()[1] != other.split()[1]
    assert john.split()[0] == other.split()[0] != mary.split()[0]


@pytest.mark.parametrize("name", ["Maria Garcia", "Hiroshi Lee", "Olga Martin", "Ana Xyzzyk"])
def test_a_surname_has_one_surrogate_whatever_stands_before_it(name: str) -> None:
    (full,) = words_of(f"{name} came.", (name, "PATIENT"))
    last = name.split()[1]
    (alone,) = words_of(f"Ms {last} came.", (last, "PATIENT"))
    assert full.split()[-1] == alone


def test_a_patient_and_a_doctor_of_one_name_are_two() -> None:
    patient, doctor = words_of("Smith saw Dr. Smith.", ("Smith", "PATIENT"), ("Smith", "DOCTOR"))
    assert patient != doctor


def test_a_short_name_and_parts_of_a_name_are_one_person_under_any_label() -> None:
    full, short, given, letters = words_of(
        "Margaret Thornbury came; Maggie Thornbury, Maggie, M.T.",
        ("Margaret Thornbury", "PATIENT"),
        ("Maggie Thornbury", "DOCTOR"),
        ("Maggie", "PATIENT"),
        ("M.T.", "DOCTOR"),
    )
    first, last = full.split()
    assert short == full and given == first and letters == f"{first[0]}.{last[0]}."
    full, titled = words_of(
        "Margaret Thornbury saw Dr. Margaret.",
        ("Margaret Thornbury", "PATIENT"),
        ("Margaret", "DOCTOR"),
    )
    assert titled != full.split()[0]
    bob, robert = words_of(
        "Bob Kline called. Robert Kline came.",
        ("Bob Kline", "PATIENT"),
        ("Robert Kline", "PATIENT"),
    )
    assert bob == robert
    for between, same in ((". ", True), (". Dr. ", False)):
        patient, doctor = words_of(
            f"Margaret Thornbury{between}Margaret Thornbury.",
            ("Margaret Thornbury", "PATIENT"),
            ("Margaret Thornbury", "DOCTOR"),
        )
        assert (patient == doctor) is same
    first, second, third = words_of(
        "Anna Hill, Anna Berg and Anna.",
        ("Anna Hill", "PATIENT"),
        ("Anna Berg", "PATIENT"),
        ("Anna", "DOCTOR"),
    )
    assert third not in (first, second)


def test_a_title_tells_the_gender() -> None:
    for number in range(20):
        text = f"Mrs. Robin Marlow{string.ascii_lowercase[number]}n rested."
        name = text[5 : text.index(" rested")]
        first = words_of(text, (name, "PATIENT"))[0].split()[0]
        assert lists.genders()[first.casefold()] in ("f", "x")


def test_the_culture_of_a_name_is_kept() -> None:
    for name, culture in (("Kowalczyk", "polish"), ("Giovanni Rossi", "italian")):
        last = words_of(f"{name} came.", (name, "PATIENT"))[0].split()[-1]
        assert last in lists.last_names()[culture]


def test_numbered_and_hash_know_one_person_in_any_case() -> None:
    text = "John Smith, SMITH, J. Smith and Anna Berg; smith again."
    marked = [
        ("John Smith", "PATIENT"),
        ("SMITH", "PATIENT"),
        ("J. Smith", "PATIENT"),
        ("Anna Berg", "PATIENT"),
        ("smith", "PATIENT"),
    ]
    spans = spans_of(text, marked)
    assert mask(text, spans, ways(PATIENT="numbered"), key=None) == (
        "[PATIENT 1], [PATIENT 1], [PATIENT 1] and [PATIENT 2]; [PATIENT 1] again."
    )
    hashes = re.findall(r"\[PATIENT ([0-9a-f]{8})\]", mask(text, spans, ways(PATIENT="hash")))
    assert len(hashes) == 5 and len(set(hashes)) == 2


def test_scopes() -> None:
    text, spans = "Anna Berg came.", [Proposal(0, 9, "PATIENT")]
    for scope, same in (("case", False), ("corpus", True)):
        table = ways("research-surrogate", NAME={"method": "surrogate", "scope": scope})
        made = {mask(text, spans, table, case=f"case {n}") for n in range(6)}
        assert (len(made) == 1) is same


def test_a_city_keeps_its_state() -> None:
    city, state, area = words_of(
        "Lives in Boston, MA 02139.", ("Boston", "CITY"), ("MA", "STATE"), ("02139", "ZIP")
    )
    assert state in lists.us_states() and state != "MA"
    assert city in lists.cities()[state, "US"]
    low, high = lists.zip_ranges()[state]
    assert low <= int(area[:3]) <= high
    kept = words_of("Lives in Boston, MA.", ("Boston", "CITY"), ("MA", "STATE"), STATE="keep")
    assert kept[1] == "MA" and kept[0] in lists.cities()["MA", "US"]


def test_a_city_a_state_and_a_zip_agree_in_all_documents_of_a_case() -> None:
    marked = [("Chicago", "CITY"), ("IL", "STATE"), ("60614", "ZIP")]
    together = words_of("Lives in Chicago, IL 60614.", *marked)
    assert together == [words_of(piece, (piece, label))[0] for piece, label in marked]


def test_a_first_name_is_one_in_all_documents_of_a_case() -> None:
    for full in ("Maria Lopez", "Giovanni Rossi", "Anna Kowalczyk"):
        first = full.split()[0]
        alone = words_of(f"{first} came.", (first, "PATIENT"))[0]
        assert words_of(f"{full} came.", (full, "PATIENT"))[0].split()[0] == alone


def test_a_city_is_one_city_in_any_case_and_place() -> None:
    first, state, again, loud = words_of(
        "From Elbonia, TX; Elbonia is hot, ELBONIA is far.",
        ("Elbonia", "CITY"),
        ("TX", "STATE"),
        ("Elbonia", "CITY"),
        ("ELBONIA", "CITY"),
    )
    assert first == again and loud == first.upper()
    assert first in lists.cities()[state, "US"]


def test_a_city_goes_with_its_country() -> None:
    city, country = words_of("Born in Lyon, France.", ("Lyon", "CITY"), ("France", "COUNTRY"))
    code = next(c for c, name in lists.countries().items() if name == country)
    assert country != "France" and city in lists.cities()["", code]
    assert words_of("Born in Lyon.", ("Lyon", "CITY"))[0] in lists.cities()["", "FR"]


@pytest.mark.parametrize(
    ("city", "country"),
    [
        ("Utrecht", "Netherlands"),
        ("Cork", "Ireland"),
        ("Hamburg", "Deutschland"),
        ("Madrid", "ESPAÑA"),
        ("Leeds", "England"),
        ("Turku", "Lalaland"),
    ],
)
@pytest.mark.parametrize("number", range(5))
def test_a_city_lies_in_its_country_whatever_it_is_called(city, country, number) -> None:
    text = f"{city}, {country}; {city}"
    spans = spans_of(text, [(city, "CITY"), (country, "COUNTRY"), (city, "CITY")])
    masked = mask(text, spans, TABLE, key=bytes([number]) * 16)
    place, land, again = re.split("[,;] ", masked)
    assert place == again and place in lists.cities()["", country_code(land)]


def test_two_countries_never_become_one() -> None:
    lands = words_of(
        "Spain, Italy, Norway, Chile, Peru, Japan",
        *((land, "COUNTRY") for land in ("Spain", "Italy", "Norway", "Chile", "Peru", "Japan")),
    )
    assert len(set(lands)) == len(lands)


@pytest.mark.parametrize(
    ("number", "pattern"),
    [
        ("(617) 253-1234", r"\([2-9]\d\d\) 555-01\d\d"),
        ("617.253.1234", r"[2-9]\d\d\.555\.01\d\d"),
        ("253-1234", r"555-01\d\d"),
        ("+1 617 253 1234", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("617-253-1234 ext. 4567", r"[2-9]\d\d-555-01\d\d ext\. \d{4}"),
        ("+44 7911 123456", r"\+44 (7700 900\d{3}|1632 960\d{3}|2079 460\d{3}|1(13|41)4 960\d{3})"),
    ],
)
def test_telephone_numbers_are_of_the_fiction_ranges(number: str, pattern: str) -> None:
    assert re.fullmatch(pattern, words_of(f"Call {number} now", (number, "PHONE"))[0])


def test_addresses_of_the_net_are_of_the_example_ranges() -> None:
    mail, url, four, six = words_of(
        "j.smith@mit.edu https://www.mit.edu/~smith 18.9.22.69 2607:f8b0::200e",
        ("j.smith@mit.edu", "EMAIL"),
        ("https://www.mit.edu/~smith", "URL"),
        ("18.9.22.69", "IPADDR"),
        ("2607:f8b0::200e", "IPADDR"),
    )
    assert re.fullmatch(r"[a-z.]+\d+@example\.org", mail)
    assert url.startswith("example.")
    assert re.fullmatch(r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+", four)
    assert six.startswith("2001:db8::")


@cases
@given(st.text(alphabet=string.ascii_letters + string.digits + "-/ ", min_size=1, max_size=20))
def test_identifiers_keep_their_shape_and_no_check_digit_is_right(text: str) -> None:
    for label in ("MEDICALRECORD", "SSN"):
        for made in [*identifier(label, text, Keyed(KEY), "invalid", "x")][:3]:
            assert [c.isdigit() for c in made] == [c.isdigit() for c in text]
            assert [c.isupper() for c in made] == [c.isupper() for c in text]
            assert not is_checked(re.sub(r"\D", "", made))


@pytest.mark.parametrize(
    ("digits", "right"), [("3214282912345698765432161182", True), ("79", False), ("10", False)]
)
def test_the_check_modulo_97(digits: str, right: bool) -> None:
    assert mod97(digits) is right
    assert mod97("0" * 5000 + digits) is right


def test_a_very_long_number_is_scrambled() -> None:
    text = "1999-" * 1000
    masked = mask(text, [Proposal(0, 4999, "IDNUM")], ways("research-surrogate"))
    assert len(masked) == len(text) and not shares(masked[:40], text[:40], 8)


def test_runs_that_texts_share_are_found_in_linear_time() -> None:
    assert shares("Ann-Marié", "xmarieX") and not shares("Ann", "Ann")
    assert growth(lambda count: shares("abcde" * count, "fghij" * count), 2000) < LINEAR


def test_names_of_many_words_are_read_in_linear_time() -> None:
    assert growth(lambda count: read_name("a." * count), 2000) < LINEAR


def test_a_check_digit_can_be_kept_right() -> None:
    card = "4539 1488 0343 6467"
    assert luhn(card.replace(" ", ""))
    new = words_of(
        f"Card {card}.", (card, "ACCOUNT"), ACCOUNT={"method": "surrogate", "check_digits": "keep"}
    )[0]
    assert luhn(new.replace(" ", "")) and not shares(card, new)


def test_a_social_security_number_was_never_issued() -> None:
    assert words_of("SSN 123-45-6789", ("123-45-6789", "SSN"))[0][:3] in ("000", "666")


def test_one_number_is_one_number_whatever_separates_its_parts() -> None:
    for label, numbers in (
        ("MEDICALRECORD", ("1234567", "123 4567", "123-4567")),
        ("SSN", ("123-45-6789", "123456789", "123 45 6789")),
        ("ZIP", ("SW1A 1AA", "SW1A1AA")),
    ):
        text, marked = "; ".join(numbers), [(number, label) for number in numbers]
        scrambled = mask(text, spans_of(text, marked), ways(**{label: "scramble"})).split("; ")
        for made in (words_of(text, *marked), scrambled):
            assert len({re.sub(r"[- ]", "", one) for one in made}) == 1
            assert [re.sub(r"\w", "", one) for one in made] == [
                re.sub(r"\w", "", one) for one in numbers
            ]


@pytest.mark.parametrize("numbers", ["44712239;4471-2239", "123456789;123-45-6789", "A1277;a12-77"])
@pytest.mark.parametrize("labels", ["IDNUM;MEDICALRECORD", "SSN;ACCOUNT"])
def test_one_number_is_one_number_whatever_it_is_called(numbers: str, labels: str) -> None:
    marked = list(zip(numbers.split(";"), labels.split(";"), strict=True))
    plain, divided = words_of(numbers, *marked)
    assert [plain, divided] == [words_of(number, (number, label))[0] for number, label in marked]
    assert re.sub("-", "", divided).casefold() == plain.casefold()
    assert re.sub(r"\w", "", divided) == re.sub(r"\w", "", marked[1][0])
    scramble = ways(ID="scramble")
    assert mask(numbers, spans_of(numbers, marked), scramble).replace("-", "").casefold() in (
        f"{one};{one}".casefold()
        for one in [mask(marked[0][0], [Proposal(0, len(marked[0][0]), "IDNUM")], scramble)]
    )


@pytest.mark.parametrize(
    "numbers",
    [
        "020 7946 0018;+44 20 7946 0018;0044 20 7946 0018;+44 (0)20 7946 0018",
        "617-253-1234;+1 617 253 1234;1 617 253 1234;001 617 253 1234",
        "01 42 68 53 00;+33 1 42 68 53 00;0033 142685300",
    ],
)
def test_a_telephone_number_is_one_with_and_without_its_country(numbers: str) -> None:
    marked = [(n, label) for n in numbers.split(";") for label in ("PHONE", "FAX")]
    text = "; ".join(n for n, _ in marked)
    made = words_of(text, *marked)
    assert len({national(one) for one in made}) == 1 and "[" not in "".join(made)
    assert [re.sub(r"\d", "", one) for one in made] == [re.sub(r"\d", "", n) for n, _ in marked]
    assert made == [words_of(n, (n, label))[0] for n, label in marked]


def test_a_surrogate_is_no_name_of_the_document() -> None:
    everyone = " ".join(lists.last_names()["english"][:300])
    text = f"Baker came. {everyone}"
    assert words_of(text, ("Baker", "PATIENT"))[0] not in everyone.split()


def test_the_other_ways() -> None:
    text = "Johnson, nurse, of Boston 02139-1234 or 03601."
    marked = [
        ("Johnson", "PATIENT"),
        ("nurse", "PROFESSION"),
        ("Boston", "CITY"),
        ("02139-1234", "ZIP"),
        ("03601", "ZIP"),
    ]
    spans = spans_of(text, marked)
    table = ways(PATIENT="characters", PROFESSION="generalise", LOCATION="generalise")
    assert mask(text, spans, table, key=None) == (
        "J***, health care worker, of Massachusetts 021 or 000."
    )
    table = ways(PATIENT="suppress", PROFESSION="keep", LOCATION="placeholder")
    assert mask(text, spans, table, key=None) == ", nurse, of [CITY] [ZIP] or [ZIP]."
    scrambled = mask(text, spans, ways(**{"*": "scramble"}))
    assert re.fullmatch(
        r"[A-Z][a-z]{6}, [a-z]{5}, of [A-Z][a-z]{5} \d{5}-\d{4} or \d{5}\.", scrambled
    )
    assert all(a != b for a, b in zip(scrambled[:7], "Johnson", strict=True))


def test_a_city_is_not_put_into_another_state_or_country_than_the_one_beside_it() -> None:
    table = ways(LOCATION="generalise")
    for text, marked, new in (
        ("Paris, Texas", [("Paris", "CITY"), ("Texas", "STATE")], "[CITY], United States"),
        ("London (Canada)", [("London", "CITY"), ("Canada", "COUNTRY")], "[CITY] ([COUNTRY])"),
        ("Paris then Texas", [("Paris", "CITY"), ("Texas", "STATE")], "France then United States"),
    ):
        assert mask(text, spans_of(text, marked), table, key=None) == new


def test_parts_of_names() -> None:
    assert read_name("van der Berg").parts("single", "last") == ["berg"]
    assert read_name("Smith, John Q., MD").parts("last") == ["smith"]
    assert read_name("Smith, John Q., MD").parts("first") == ["john"]
    assert read_name("JT").parts("given") == ["j", "t"]
    people = gather({0: read_name("J. Smith"), 1: read_name("John Smith"), 2: read_name("J.S.")})
    assert people[0] is people[1] is people[2]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("<Mr. Marsh>'s wife <Emma Marsh> called. <Mr. Marsh> was well, so <Marsh>.", [1, 2, 1, 2]),
        ("<Emma Marsh>, wife of Mr. <Marsh>, called. Mr. <Marsh> was well.", [1, 2, 2]),
        ("Mr. <Marsh> and his elder sister <Emma Marsh> called. Ms. <Marsh> knew.", [1, 2, 2]),
        ("<Robert Marsh>. Mr. <Marsh>'s daughter <Emma Marsh> called. Ms. <Marsh>", [1, 1, 2, 2]),
        ("<Robert Marsh>, <Emma Marsh>. Mrs. <Marsh> and Mr. <Marsh>, <Marsh>", [1, 2, 2, 1, 1]),
        ("<Marsh>'s doctor saw <Emma Marsh>. Ms. <Marsh>", [1, 1, 1]),
        ("<Robert Marsh> came. Mrs. <Marsh> called, his wife.", [1, 2]),
    ],
)
def test_relatives_of_one_surname_are_two_persons(text: str, numbers: list[int]) -> None:
    parts = re.split(r"[<>]", text)
    spans, place = [], 0
    for number, part in enumerate(parts):
        if number % 2:
            spans.append(Proposal(place, place + len(part), "PATIENT"))
        place += len(part)
    entities = Entities("".join(parts), list(enumerate(spans)))
    assert [entities.number(index) for index in range(len(spans))] == numbers


@pytest.mark.parametrize(
    "name",
    "ANH DO;KIM PA;J. DO;Anh DO;NGUYEN VAN DO;SMITH MD;SOK IV;YAN MA;NGUYEN, DO;Don Draper;"
    "anh le;le nguyen;ben carter;don draper;dr. al gore;Dr. DO".split(";"),
)
def test_no_name_that_looks_like_a_title_degree_or_particle_stays(name: str) -> None:
    made = words_of(f"Seen: {name} today.", (name, "DOCTOR"))[0]
    stay = {*re.findall(r"\w+", name.casefold())} & {*re.findall(r"\w+", made.casefold())}
    assert stay <= {"dr"}, made


def test_titles_degrees_and_particles_stay() -> None:
    for name, form in (
        ("Maria de la Cruz", r"[A-Z]\w+ de la [A-Z]\w+"),
        ("Jan van der Berg", r"[A-Z]\w+ van der [A-Z]\w+"),
        ("Ursula von der Leyen", r"[A-Z]\w+ von der [A-Z]\w+"),
        ("maria de la cruz", r"\w+ de la \w+"),
        ("Dr. van der Berg", r"Dr\. van der [A-Z]\w+"),
        ("John Smith, DO", r"[A-Z]\w+ [A-Z]\w+, DO"),
        ("JOHN SMITH MD", r"[A-Z]+ [A-Z]+ MD"),
        ("Omar al-Rashid", r"[A-Z]\w+ al-[A-Z]\w+"),
    ):
        made = words_of(f"Seen: {name} today.", (name, "PATIENT"))[0]
        assert re.fullmatch(form, made), made
        new = re.sub(r"\b(?:de|la|van|von|der|al|DO|MD|Dr)\b", "", made)
        assert not {*re.findall(r"\w+", name)} & {*re.findall(r"\w+", new)}


def test_spellings_of_one_name_are_one_person() -> None:
    apart = unicodedata.normalize("NFD", "José Núñez")
    for one, other in (
        ("O'Brien", "O’Brien"),
        ("José Núñez", apart),
        ("Jean-Luc Picard", "Jean Luc Picard"),
        ("Jean-Luc Picard", "Jean‑Luc Picard"),
    ):
        text, marked = f"{one} or {other}.", [(one, "DOCTOR"), (other, "DOCTOR")]
        numbered = mask(text, spans_of(text, marked), ways(NAME="numbered"))
        assert numbered == "[DOCTOR 1] or [DOCTOR 1]."
        first, second = words_of(text, *marked)
        assert normalised(first) == normalised(second)
        alone = words_of(f"{other} came.", (other, "DOCTOR"))[0]
        assert second == alone == unicodedata.normalize("NFC", alone)
    full, given = words_of(
        "Jean-Luc Picard came, Jean-Luc left.",
        ("Jean-Luc Picard", "PATIENT"),
        ("Jean-Luc", "PATIENT"),
    )
    assert full.startswith(f"{given} ")


def test_normal_forms_join_spellings_of_one_name() -> None:
    assert normalised("O'Brien's") == normalised("O'BRIEN") == normalised(" o'brien ")


def field(value: str, label: str) -> str:
    """Mask the value of a structured field."""
    return words_of(value, (value, label))[0]


@pytest.mark.parametrize(
    ("value", "label", "same"),
    [
        ("Mrs", "DOCTOR", True),
        ("Dr. med.", "DOCTOR", True),
        ("Don", "DOCTOR", False),
        ("Doña", "DOCTOR", True),
        ("Dona", "PATIENT", False),
        ("Lord", "PATIENT", False),
        ("MS", "PATIENT", False),
        ("MS", "DOCTOR", False),
        ("DR", "DOCTOR", True),
        ("MRS. DR.", "DOCTOR", True),
    ],
)
def test_a_title_alone_stays(value: str, label: str, same: bool) -> None:
    assert (field(value, label) == value) is same


@pytest.mark.parametrize("value", ["44", "+44", "4471", "ext 4471"])
def test_an_extension_or_a_country_code_is_no_whole_number(value: str) -> None:
    made = field(value, "PHONE")
    assert made != value
    assert re.sub(r"\d", "0", made) == re.sub(r"\d", "0", value)


@pytest.mark.parametrize(
    ("value", "land"),
    [("Ontario", "CA"), ("Bayern", "DE"), ("Bavaria", "DE"), ("Tasmania", "AU")],
)
def test_a_region_stays_in_its_country(value: str, land: str) -> None:
    assert field(value, "STATE") in lists.regions()[land]


@pytest.mark.parametrize("value", ["City Hospital", "RPA", "Acme Ltd"])
def test_a_site_has_one_surrogate_whatever_it_is_called(value: str) -> None:
    assert field(value, "HOSPITAL") == field(value, "ORGANIZATION")


@pytest.mark.parametrize("name", ["Lê Văn Bảy", "Le Van Hung", "Du Van Anh", "Di La Rosa"])
def test_two_names_that_are_spelled_like_particles_do_not_stay(name: str) -> None:
    (made,) = words_of(f"Seen: {name} today.", (name, "PATIENT"))
    assert not {*name.split()} & {*made.split()}


def test_names_that_share_letters_by_chance_are_others() -> None:
    for number in range(60):
        text = f"Tanaka Hiroshi and Omar al-Rashid came, number {number}."
        made = words_of(text, ("Tanaka Hiroshi", "PATIENT"), ("Omar al-Rashid", "PATIENT"))
        assert "[PATIENT]" not in made


@pytest.mark.parametrize(
    ("name", "gender"),
    [("Hans", "m"), ("Mohammed", "m"), ("Olga", "f"), ("Ali", "m"), ("Keiko", "f"), ("Kim", "f")],
)
def test_the_gender_of_a_name_is_that_of_most_cultures(name: str, gender: str) -> None:
    assert gender_in(name.casefold(), "nordic") == gender


def test_a_name_of_both_genders_has_that_of_its_culture() -> None:
    assert (gender_in("jean", "french"), gender_in("jean", "english")) == ("m", "f")
    assert (gender_in("jean", "polish"), gender_in("qwzx", "english")) == ("x", "")


def test_two_first_names_are_one_person_with_their_surname() -> None:
    text = "Mary Ann Evans called; Mary Ann said yes, Mrs Evans and Mary too."
    full, double, last, first = words_of(
        text,
        ("Mary Ann Evans", "PATIENT"),
        ("Mary Ann", "PATIENT"),
        ("Mrs Evans", "PATIENT"),
        ("Mary", "PATIENT"),
    )
    assert full == f"{double} {last.removeprefix('Mrs ')}" and double.startswith(f"{first} ")


@pytest.mark.parametrize(
    ("label", "ways_to_write"),
    [
        ("HOSPITAL", "St. Mary's Hospital;Saint Mary's Hospital;the St. Mary's Hosp."),
        ("STREET", "12 Main St;12 Main Street;12 Main St."),
        ("CITY", "St. Louis;Saint Louis"),
    ],
)
def test_a_place_is_one_however_it_is_abbreviated(label: str, ways_to_write: str) -> None:
    names = ways_to_write.split(";")
    text = "".join(f"Seen: {name} today; " for name in names)
    made = words_of(text, *((name, label) for name in names))
    assert len(set(made)) == 1 and made[0] != f"[{label}]"

from __future__ import annotations

import pytest

from spacy_deid.detect.protection.terms.verbs import find_verbs
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("since 15 may she was well, in may they left, from May we saw; in 2023 may be", "may"),
        ("husband bill for his bill, seen by mark as usual, please mark the arm", "mark"),
        ("May I ask? MAY WE CALL? She was seen in May.", "May|MAY"),
        ("Will follow up. Will Hardy came; Will said so; he will be back", "Will|will"),
        ("Hope this helps. Hope Adams agreed.", "Hope"),
        ("Mark the arm. Then Mark the driver came", "Mark"),
        ("Bill to insurer; told Bill the news", "Bill"),
        ("Grant access to the chart", "Grant"),
        ("A sergeant told him to march. Moved to march, made to march 12 miles", "march"),
    ],
)
def test_names_that_are_verbs(text: str, verbs: str) -> None:
    assert [text[start:end] for start, end in find_verbs(Reading(text))] == verbs.split("|")

"""Medical abbreviations with stops, and the initials of persons that look like them."""

from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.terms.dotted import find_dotted
from spacy_deid.detect.words.lexicon import embedded_lexicon
from spacy_deid.detect.words.scan import Scan


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Diagnosed T.B. and started A.T.T.", "T.B.|A.T.T."),
        ("An E.C.G. showed AF, D.V.T. of the left leg.", "E.C.G.|D.V.T."),
        ("History of D.M. and H.T.N. Transferred to I.C.U.", "D.M.|H.T.N.|I.C.U."),
        ("S.G.O.T. 510, S.G.P.T.: 622. B.P. 110/70, E.S.R. was 45", "S.G.O.T.|510|S.G.P.T.|622|"
         "B.P.|110/70|E.S.R.|45"),
        ("Amlodipine w.e.f. Monday, n.p.o. since; 5 mg s.c. at 4 p.m.", "w.e.f.|n.p.o.|s.c.|p.m."),
        ("T.B. negative. C.R.P 12", "T.B.|C.R.P|12"),
        ("Seen by A.L.L. Fernandez. Patient C.B.C. felt ill.", ""),
        ("Signed: C.R.P.\nC.B.C.\n- A.T.T.\n", ""),
        ("D.M. told us that T.B. was ill.", ""),
        ("R.N. Patel, J.S. Miller, Mr. A.R.T. Cole; M.R.I. Okonkwo rang.", ""),
        ("told s.c. and p.m. about it", ""),
        ("write to a.c@b.org or see www.i.v.com, c.b.c@d.com", ""),
        ("B.P. 1190, Kinshasa; R.R. 2 Box 8", ""),
        ("X.Y.Z. and Q.R. came", ""),
    ],
)  # fmt: skip
def test_abbreviations_with_stops(text: str, kept: str) -> None:
    scan = Scan(text, embedded_lexicon().flags)
    assert "|".join(text[start:end] for start, end in find_dotted(scan)) == kept


def test_many_of_them_take_linear_time() -> None:
    def find(times: int) -> None:
        list(find_dotted(Scan("D.V.T. of A.B. A.A.A.A.A.A. " * times, embedded_lexicon().flags)))

    assert growth(find, 3000, least=0.02) < LINEAR

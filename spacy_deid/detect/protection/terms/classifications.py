"""Stages, scores, strains and diseases named after towns and feasts: 'Ann Arbor IIIB'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_END = r"(?![\w/-]|\.\d|\s(?:Street|St|Road|Rd|Avenue|Ave)\b)"
_SEARCHES = tuple(
    (Cues(cue), re.compile(rf"(?<![\w-]){pattern}{_END}"))
    for cue, pattern in (
        (
            "ann",
            r"(?:c?HL\s|N?HL\s|DLBCL\s|FL\s|MCL\s)?Ann\sArbor(?:\s(?i:stage|st\.?))?\s(?:I{1,3}V?|IV|[1-4])(?:[ABESX]{0,3})",
        ),
        ("arbor", r"(?<=(?i:stage)\s)Ann\sArbor(?:\s(?:I{1,3}V?|IV)[ABESX]{0,3})?"),
        (
            "montreal",
            r"Montr[eé]al\s(?:class\w*\s)?(?:A[123]|E[123]|S[0-3]|L[1-4]|B[123]p?)(?:\s?[ABELS][0-4]p?){0,3}",
        ),
        ("los", r"Los\sAngeles\s(?:(?i:grade|class)\s)?[ABCD](?!\.|[\s-]section)"),
        ("prague", r"Prague\sC\d{1,2}\s?M\d{1,2}"),
        ("paris", r"Paris\s(?:(?i:type|class)\s)?(?:0-)?(?:I[spc]{1,2}|II[abc](?:\+II[abc])?)"),
        ("boston", r"Boston\s(?:BBPS|(?i:bowel\sprep\w*(?:\sscale|\sscore)?))(?:\s\d)?"),
        ("brighton", r"Brighton\s(?i:level|criteria|collaboration)(?:\s[1-5])?"),
        ("chicago", r"Chicago\s(?i:classification|v)?\.?\s?[34]\.0"),
        (
            "york",
            r"New\sYork\sHeart(?:\sAssociation|\sAssoc\.?)?(?:\s(?i:class|functional\sclass))?\s(?:I{1,3}|IV)",
        ),
        ("san", r"San\sFrancisco\s(?i:syncope\srule|criteria)"),
        ("milan", r"Milan\s(?:(?i:criteria)(?=[.,;)])|(?i:in|out)(?=[.;)]))"),
        ("milan", r"(?:(?<=ithin\s)|(?<=utside\s)|(?<=eyond\s))Milan\scriteria"),
        ("philadelphia", r"Philadelphia(?=\s(?i:chromosome|positive|negative|pos\b|neg\b|[+-]))"),
        ("edinburgh", r"Edinburgh\s(?:EPDS\s|(?i:score)\s)?\d{1,2}/30"),
        ("toronto", r"Toronto\s(?i:score|css|clinical\s\w+\sscore)(?:\s\d{1,2}(?:/19)?)?"),
        ("manchester", r"Manchester\s(?i:triage)(?:\s(?i:red|orange|yellow|green|blue))?"),
        ("rotterdam", r"Rotterdam\s(?i:criteria|PCOS|score|consensus)"),
        ("ghent", r"Ghent\s(?i:criteria|nosology|systemic\sscore)"),
        ("denver", r"Denver\s(?:II\b|(?i:developmental|score))"),
        ("cincinnati", r"Cincinnati\s(?i:stroke\s\w+|prehospital\s\w+|pos\b|neg\b)"),
        ("amsterdam", r"Amsterdam\s(?:I{1,2}\b|(?i:criteria))"),
        ("seattle", r"Seattle\s(?i:criteria|angina|heart\sfailure\s(?:model|score))"),
        ("minnesota", r"Minnesota\s(?i:tube|code|living\swith|multiphasic|MMPI|MLHFQ)"),
        ("hartford", r"Hartford\s(?i:nomogram)"),
        # what is called after a day or a place without a grade
        (
            "christmas",
            r"(?i:Christmas)\s(?i:disease|factor|tree\s(?:rash|pattern|distribution|appearance))",
        ),
        ("saturday", r"(?i:Saturday\snight\s(?:palsy|paralysis))"),
        ("monday", r"(?i:Monday\s(?:morning\s)?(?:fever|asthma|disease|syndrome))"),
        ("easter", r"(?i:Easter\segg)"),
        ("boston", r"Boston\s(?i:exanthem)"),
        (
            "lisbon|spanish|hong|russian|asian",
            r"(?:Lisbon|Spanish|Hong\sKong|Russian|Asian)\s(?i:flu|influenza)",
        ),
        (
            "delhi|aleppo|baghdad|biskra|bairnsdale",
            r"(?:Delhi|Aleppo|Baghdad|Biskra|Bairnsdale)\s(?i:boil|sore|ulcer|button)",
        ),
        ("jeryl", r"Jeryl\sLynn"),
        ("edmonston", r"Edmonston(?:[-\s]?(?:Zagreb|Enders|Schwarz))?"),
        ("schwarz|nakayama", r"(?:Schwarz|Nakayama)\s(?i:strain|measles|vaccine)"),
        ("lanzhou", r"Lanzhou\s(?i:lamb)"),
        ("berlin", r"Berlin-Frankfurt-M[uü]n(?:ster|ich)?"),
    )
)
_CUES = Cues.of_all(cues for cues, _ in _SEARCHES)


def find_classifications(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such name with its grade."""
    for cue, pattern in _SEARCHES if _CUES.among(reading) else ():
        if cue.among(reading):
            for match in pattern.finditer(reading.text):
                yield match.span()

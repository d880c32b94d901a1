"""Postcodes beside a large city, on the side where its country writes them."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.addresses.postcode_forms import zip_in

_CITIES = (
    "Berlin Hamburg M\u00fcnchen Munich K\u00f6ln Cologne Frankfurt Stuttgart D\u00fcsseldorf "
    "Leipzig Dresden Hannover Bremen N\u00fcrnberg Essen Dortmund Bonn Mannheim Heidelberg "
    "Freiburg T\u00fcbingen Mainz Kiel L\u00fcbeck Rostock Magdeburg Erfurt Jena Ulm Augsburg "
    "Regensburg W\u00fcrzburg Aachen M\u00fcnster Bielefeld Wien Vienna Graz Linz Salzburg "
    "Innsbruck "
    "Z\u00fcrich Zurich Genf Gen\u00e8ve Geneva Basel Bern Lausanne Luzern Paris Marseille Lyon "
    "Toulouse Nice Nantes Strasbourg Montpellier Bordeaux Lille Rennes Reims Grenoble Dijon "
    "Angers Nancy Metz "
    "Stockholm G\u00f6teborg Gothenburg Malm\u00f6 Uppsala Lund Link\u00f6ping \u00d6rebro "
    "V\u00e4ster\u00e5s Ume\u00e5 Solna Huddinge Oslo Bergen Trondheim Stavanger Troms\u00f8 "
    "K\u00f8benhavn Copenhagen Aarhus \u00c5rhus Odense Aalborg "
    "Helsinki Espoo Tampere Turku Oulu Amsterdam Rotterdam Utrecht Eindhoven Groningen Leiden "
    "Nijmegen Maastricht Haag Haarlem Bruxelles Brussel Brussels Antwerpen Gent Leuven Li\u00e8ge "
    "Brugge "
    "Madrid Barcelona Valencia Sevilla Zaragoza M\u00e1laga Malaga Murcia Bilbao Alicante "
    "C\u00f3rdoba Valladolid Vigo Gij\u00f3n Granada Pamplona Lisboa Lisbon Porto Coimbra Braga "
    "Roma Rome Milano Milan Napoli Torino "
    "Palermo Genova Bologna Firenze Bari Catania Venezia Verona Padova Trieste Warszawa Warsaw "
    "Krak\u00f3w \u0141\u00f3d\u017a Wroc\u0142aw Pozna\u0144 Gda\u0144sk Praha Prague Brno "
    "Bratislava Budapest Athens Dublin Luxembourg "
    "Mumbai Delhi Bangalore Bengaluru Hyderabad Chennai Kolkata Pune Ahmedabad Jaipur Lucknow "
    "Kanpur Nagpur Indore Bhopal Patna Vadodara Ludhiana Agra Nashik Surat Kochi Coimbatore "
    "Chandigarh Mysore Mysuru "
    "Gurgaon Gurugram Noida Thiruvananthapuram Visakhapatnam Vellore Sydney Melbourne Brisbane "
    "Perth Adelaide Canberra Hobart Darwin Singapore Moscow Moskva Istanbul Ankara Izmir "
    "Maharashtra Karnataka Kerala Gujarat Punjab Tamilnadu"
).split()
_CITY = "|".join(sorted(map(re.escape, _CITIES), key=len, reverse=True))
_BEFORE_CITY = re.compile(
    rf"(?P<zip>[0-9]{{5}}|[1-9][0-9]{{3}}|[0-9]{{3}} [0-9]{{2}})\s{{1,2}}(?:{_CITY}|Den Haag|New "
    rf"Delhi)\b"
)
_AFTER_CITY = re.compile(
    rf"\b(?:{_CITY})(?:,\s[A-Z][a-z]+)?(?:\s?[\-\u2013,]\s?|\s)(?P<zip>[1-9][0-9]{{2}} ?[0-9]{{3}}"
    rf"|[0-9]{{5}})(?![\w]|[\-./,:][0-9])"
)
_CITY_WORDS = frozenset(city.lower() for city in (*_CITIES, "Haag"))


def codes_beside_cities(text: str, words: set[str]) -> list[Proposal]:
    """Find numbers in front of a large city, or behind one where its country writes them so.

    text: a text; words: its vocabulary in lower case.
    """
    found: list[Proposal] = []
    if _CITY_WORDS.isdisjoint(words):
        return found
    for match in _BEFORE_CITY.finditer(text):
        start, code = match.start(), match.group("zip")
        before = text[start - 1] if start else " "
        if before.isalnum() or before in "./:,-" and text[start - 2].isdigit():
            continue
        if len(code) != 4 or code[:2] not in ("19", "20"):
            found.append(zip_in(match, 0.85, "before_city"))
    found.extend(zip_in(match, 0.85, "after_city") for match in _AFTER_CITY.finditer(text))
    return found

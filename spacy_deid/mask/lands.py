"""States and countries by the names that are written for them."""

from __future__ import annotations

import re
import unicodedata

from spacy_deid.mask import lists

_LANDS = {
    region: code
    for code, regions in (
        ("DE", "bavaria,saxony,lower saxony,hesse,thuringia,north rhine westphalia,nrw"),
        ("IT", "lombardy,tuscany,piedmont,sicily,sardinia,apulia"),
        ("ES", "catalonia,andalusia,navarre,basque country"),
        ("FR", "brittany,normandy,corsica,burgundy"),
        ("BE", "flanders,wallonia"),
        ("AT", "carinthia,styria,tyrol,lower austria,upper austria"),
        ("AU", "nsw,vic,qld,tas"),
        ("CA", "ab,bc,mb,nb,ns,on,pe,qc,sk,quebec"),
    )
    for region in regions.split(",")
}
"""Regions by their English names and short forms, and the countries in which they lie."""
_OWN_NAMES = {
    name: code
    for code, names in (
        ("AE", "uae,emirates,emiraty"),
        ("AT", "österreich,oesterreich,autriche,oostenrijk"),
        ("BE", "belgië,belgique,belgien,bélgica"),
        ("BR", "brasil,brasilien,brésil"),
        ("CH", "schweiz,suisse,svizzera,svizra,suiza,zwitserland"),
        ("CZ", "czech republic,česko,česká republika,tschechien"),
        ("DE", "deutschland,allemagne,alemania,germania,duitsland,tyskland,alemanha"),
        ("DK", "danmark,dänemark,danemark,dinamarca"),
        ("EG", "misr,ägypten,égypte"),
        ("ES", "españa,spanien,espagne,spagna,spanje,espanha"),
        ("FI", "suomi,finnland,finlande,finlandia"),
        ("FR", "frankreich,francia,frankrijk,frankrike,frança"),
        (
            "GB",
            "uk,u k,great britain,britain,england,scotland,wales,northern ireland,"
            "großbritannien,royaume uni,reino unido",
        ),
        ("GR", "hellas,ellada,griechenland,grèce,ελλάδα"),
        ("HR", "hrvatska,kroatien"),
        ("HU", "magyarország,ungarn,hongrie"),
        ("IE", "éire,eire,republic of ireland,irland,irlande"),
        ("IN", "bharat,indien"),
        ("IS", "ísland"),
        ("IT", "italia,italien,italie,italië"),
        ("JP", "japon,japón,nippon,日本"),
        ("KR", "korea,republic of korea,한국"),
        ("MX", "méxico,mexiko,mexique"),
        ("NL", "netherlands,nederland,holland,niederlande,pays bas,países bajos"),
        ("NO", "norge,noreg,norwegen,norvège,noruega"),
        ("NZ", "aotearoa,neuseeland"),
        ("PL", "polska,polen,pologne,polonia"),
        ("PT", "portogallo"),
        ("RO", "românia,rumänien,roumanie"),
        ("RS", "srbija"),
        ("RU", "russian federation,россия,russland,russie,rusia"),
        ("SE", "sverige,schweden,suède,suecia,svezia"),
        ("SI", "slovenija,slowenien"),
        ("SK", "slovensko,slowakei,slovak republic"),
        ("TR", "türkiye,turkiye,türkei,turquie"),
        ("UA", "україна"),
        (
            "US",
            "usa,u s,u s a,us,united states of america,america,estados unidos,états unis",
        ),
        ("ZA", "south african republic,rsa"),
    )
    for name in names.split(",")
}
"""Countries by the names that they and their neighbours give them, and by short forms."""


def state_code(text: str) -> str:
    """Give the postal code of a US state by code or name; '' for anything else."""
    code = re.sub(r"[\W_]", "", text).upper()
    if code in lists.us_states():
        return code
    plain = lists.plain(text)
    return next((c for c, name in lists.us_states().items() if name.casefold() == plain), "")


def land_of(region: str) -> str:
    """Give the code of the one country that has a region of this name; '' for none or several."""
    plain = lists.plain(region)
    if plain in _LANDS:
        return _LANDS[plain]
    lands = [
        code
        for code, names in lists.regions().items()
        if any(lists.plain(name) == plain for name in names)
    ]
    return lands[0] if len(lands) == 1 else ""


def country_code(text: str) -> str:
    """Give the code of a country by its name in English or its own tongue; '' for anything else."""
    plain = lists.plain(unicodedata.normalize("NFC", text))
    own = _OWN_NAMES.get(plain) or _OWN_NAMES.get(plain.removeprefix("the "))
    if own:
        return own
    return next((c for c, name in lists.countries().items() if name.casefold() == plain), "")


def names_of(code: str) -> list[str]:
    """Give the names that are known here for a country."""
    names = [name for name, own in _OWN_NAMES.items() if own == code]
    return [*names, lists.countries()[code]] if code in lists.countries() else names

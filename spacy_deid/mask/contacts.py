"""Telephone numbers, addresses and hosts from ranges that are reserved for fiction and examples."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.lists import words as small_lists
from spacy_deid.mask.ways import scrambled

_TRIES = 60
_AREAS = (
    "201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 "
    "239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 "
    "310 312 313 314 315 316 317 318 319 320 321 323 325 330 334 336 337 339 347 351 352 360 361 "
    "401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 423 425 432 434 435 440 443 469 "
    "478 479 480 484 501 502 503 504 505 507 508 509 512 513 515 516 517 518 520 530 540 541 559"
).split()
_ABROAD: dict[str, tuple[tuple[str, int], ...]] = {
    "44": (("1632960", 3), ("7700900", 3), ("2079460", 3), ("1134960", 3), ("1414960", 3)),
    "33": (
        ("199000", 3),
        ("261910", 3),
        ("353010", 3),
        ("465710", 3),
        ("536490", 3),
        ("639980", 3),
    ),
    "49": (("3023125", 3), ("6990009", 3), ("4066969", 3), ("8999998", 3)),
    "46": (("8465004", 2), ("31390060", 1), ("406280400"[:7], 2)),
    "61": (("25550", 4), ("35550", 4), ("75550", 4), ("85550", 4), ("27010", 4)),
    "353": (("2091", 5),),
}
"""Country code to prefixes kept free for drama, without the trunk zero, and digits that follow.

SOURCE: numbers for drama use of Ofcom, Arcep, Bundesnetzagentur, PTS, ACMA and ComReg.
"""


_SHORTEST = 6
"""Digits of a telephone number; fewer are an extension or the code of a country."""
_EXTENSION = re.compile(r"(?:ext(?:ension|\.)?|x)\s*$", re.I)
_CODE = re.compile(
    "1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9][0-9]{2}",
)
"""Country codes.

SOURCE: ITU-T E.164, list of assigned country codes.
"""


def contact(label: str, text: str, keyed: Keyed, *words: str) -> Iterator[str]:
    """Give candidates for a contact.

    label: PHONE and FAX get numbers of the fiction ranges in the layout of the original, EMAIL an
        address at example.org, URL an example host, IPADDR a documentation address.
    words: what the choice hangs on.
    """
    for step in range(_TRIES):
        seed = (*words, str(step))
        if label == "EMAIL":
            yield _email(text, keyed, *seed)
        elif label == "URL":
            yield _url(text, keyed, *seed)
        elif label == "IPADDR":
            yield _address(text, keyed, *seed)
        else:
            yield _phone(text, keyed, *seed)


def national(text: str) -> str:
    """Give the digits of a telephone number without country code and trunk zero.

    RETURNS: the same for '020 7946 0018', '+44 (0)20 7946 0018' and '0044 20 7946 0018', an
        extension behind an 'x'; '' where there is no digit, or where letters stand for some.
    """
    main, extension = _split_extension(text)
    if re.search(r"[^\W\d_]{3}", _EXTENSION.sub("", main)):
        return ""
    digits = re.sub(r"[^0-9]", "", main)
    code = _country(main, digits)
    digits = digits[len(code) :] if code else digits
    if not code and len(digits) == 11 and digits[0] == "1":
        digits = digits[1:]
    line = re.sub(r"[^0-9]", "", extension)
    return (digits.lstrip("0") or digits) + (f"x{line}" if line else "")


def _country(main: str, digits: str) -> str:
    """Give the digits of '+44' or '0044' before a number, '' where it has none."""
    lead = "00" if main.strip().startswith("00") else ""
    if not lead and not main.strip().startswith(("+", "(+")):
        return ""
    code = _CODE.match(digits, len(lead))
    return lead + code[0] if code else lead


def _login(keyed: Keyed, *seed: str) -> str:
    names: list[str] = small_lists()["logins"]
    first, second = (names[keyed.number(*seed, part, below=len(names))] for part in "ab")
    return f"{first}.{second}{10 + keyed.number(*seed, 'number', below=90)}"


def _email(text: str, keyed: Keyed, *seed: str) -> str:
    login = _login(keyed, *seed)
    host = "example.org" if "example.org" not in text.casefold() else "example.net"
    made = f"{login}@{host}"
    return made.upper() if text.isupper() else made


def _url(text: str, keyed: Keyed, *seed: str) -> str:
    scheme = re.match(r"[a-z]+://", text, re.I)
    low = text.casefold()
    start = f"{scheme[0]}" if scheme and scheme[0].casefold() in ("ftp://",) else ""
    hosts = ("example.org", "example.net", "example.com")
    host = next((h for h in hosts if h.split(".")[0] not in low), "test.invalid")
    names: list[str] = small_lists()["logins"]
    path = names[keyed.number(*seed, below=len(names))]
    return f"{start}{host}/{path}{keyed.number(*seed, 'number', below=1000)}"


def _address(text: str, keyed: Keyed, *seed: str) -> str:
    if text.count(":") > 1:
        groups = [f"{keyed.number(*seed, str(n), below=0xFFFF) + 1:x}" for n in range(2)]
        return "2001:db8::" + ":".join(groups)
    nets = ("192.0.2", "198.51.100", "203.0.113")
    return f"{nets[keyed.number(*seed, 'net', below=3)]}.{1 + keyed.number(*seed, below=254)}"


def _phone(text: str, keyed: Keyed, *seed: str) -> str:
    """Write a number of a fiction range into the layout of the original.

    An extension or a country's code alone gets other digits.
    """
    text = "".join(map(_plain_figure, text))
    main, extension = _split_extension(text)
    digits = re.sub(r"[^0-9]", "", main)
    if len(digits) < _SHORTEST and not extension:
        waiting = iter(scrambled(digits, keyed, *seed))
        return "".join(next(waiting) if "0" <= sign <= "9" else sign for sign in main)
    fresh = _fiction(main, digits, keyed, *seed)
    if len(fresh) == len(digits):
        waiting = iter(fresh)
        made = "".join(next(waiting) if "0" <= sign <= "9" else _letter(sign) for sign in main)
    else:
        made = f"555-01{keyed.number(*seed, 'line', below=100):02d}"
        if main.strip().startswith("+"):
            made = f"+1 {_area(keyed, *seed)}-{made}"
    return made + scrambled(extension, keyed, *seed, "extension")


def _plain_figure(sign: str) -> str:
    """Write a figure of another script or form as our own."""
    return str(unicodedata.digit(sign, 0)) if sign.isdigit() else sign


def _split_extension(text: str) -> tuple[str, str]:
    """Give the number without 'x 123', and the extension's digits with what stands before them."""
    found = re.search(r"(?:ext(?:ension|\.)?|x)\s*(\d{1,6})\W*$", text, re.I)
    if found is None or not re.search(r"\d", text[: found.start()]):
        return text, ""
    return text[: found.start(1)], text[found.start(1) :]


def _letter(sign: str) -> str:
    return sign


def _area(keyed: Keyed, *seed: str) -> str:
    return _AREAS[keyed.number(*seed, "area", below=len(_AREAS))]


def _fiction(main: str, digits: str, keyed: Keyed, *seed: str) -> str:
    """Give digits of a fiction range, as many as the original has; others where that cannot be."""
    line = f"55501{keyed.number(*seed, 'line', below=100):02d}"
    if main.strip().startswith(("+", "00")):
        bare = digits.removeprefix("00") if main.strip().startswith("00") else digits
        lead = digits[: len(digits) - len(bare)]
        for code, plans in _ABROAD.items():
            if bare.startswith(code):
                trunk = "0" if "(0)" in main else ""
                prefix, rest = plans[keyed.number(*seed, "plan", below=len(plans))]
                tail = keyed.number(*seed, "tail", below=10**rest)
                return f"{lead}{code}{trunk}{prefix}{tail:0{rest}d}"
        if bare.startswith("1") and len(bare) == 11:
            return f"{lead}1{_area(keyed, *seed)}{line}"
        return ""
    if len(digits) == 7:
        return line
    if len(digits) == 10 and digits[0] != "0":
        return _area(keyed, *seed) + line
    if len(digits) == 11 and digits[0] == "1":
        return "1" + _area(keyed, *seed) + line
    if len(digits) == 11 and digits[0] == "0":
        prefix, rest = _ABROAD["44"][keyed.number(*seed, "plan", below=5)]
        return f"0{prefix}{keyed.number(*seed, 'tail', below=10**rest):0{rest}d}"
    if len(digits) == 10 and digits[0] == "0":
        prefix, rest = _ABROAD["33"][keyed.number(*seed, "plan", below=6)]
        return f"0{prefix}{keyed.number(*seed, 'tail', below=10**rest):0{rest}d}"
    return ""

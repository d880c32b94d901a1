"""Check digits of personal numbers in Europe: each takes the bare characters and says yes or no.

SOURCE: the rules that the issuing authorities publish.
"""

from __future__ import annotations

from spacy_deid.detect.identifiers.check_digits import (
    calendar,
    day_month_year,
    luhn,
    weighted,
    year_month_day,
)

_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_HETU = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_FISCALE_ODD = (
    1,
    0,
    5,
    7,
    9,
    13,
    15,
    17,
    19,
    21,
    2,
    4,
    18,
    20,
    11,
    3,
    6,
    8,
    12,
    14,
    16,
    10,
    22,
    25,
)
_FISCALE_ODD_LETTERS = (*_FISCALE_ODD, 24, 23)


def nhs(digits: str) -> bool:
    """Check an NHS number of England, Wales or the Isle of Man: ten digits, modulus 11."""
    if len(digits) != 10 or len(set(digits)) == 1:
        return False
    check = (11 - weighted(digits, range(10, 1, -1)) % 11) % 11
    return check == int(digits[9])


def personnummer(digits: str) -> bool:
    """Check a Swedish personal number (10 or 12 digits), also with the day raised by 60."""
    digits = digits[-10:]
    day = int(digits[4:6])
    day -= 60 if day > 60 else 0
    return calendar(int(digits[:2]), int(digits[2:4]), day) and luhn(digits)


def cpr(digits: str) -> bool:
    """Check a Danish personal number: ten digits, a day first (its modulus is abolished)."""
    return len(digits) == 10 and day_month_year(digits)


def fodselsnummer(digits: str) -> bool:
    """Check a Norwegian personal number: eleven digits, two modulus-11 digits; also D-numbers."""
    if len(digits) != 11:
        return False
    first = str(int(digits[0]) % 4) + digits[1:6]
    return (
        day_month_year(first)
        and weighted(digits, (3, 7, 6, 1, 8, 9, 4, 5, 2, 1)) % 11 == 0
        and weighted(digits, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0
    )


def hetu(code: str) -> bool:
    """Check a Finnish personal code such as 131052-308T, mark of the century included."""
    digits = code[:6] + code[7:10]
    if len(code) != 11 or not digits.isdigit():
        return False
    return day_month_year(digits) and _HETU[int(digits) % 31] == code[10].upper()


def kennitala(digits: str) -> bool:
    """Check an Icelandic personal number: ten digits, modulus 11."""
    return (
        len(digits) == 10
        and digits[9] in "90"
        and day_month_year(digits)
        and weighted(digits, (3, 2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0
    )


def bsn(digits: str) -> bool:
    """Check a Dutch citizen service number: eight or nine digits, eleven test."""
    digits = digits.zfill(9)
    return (
        len(digits) == 9
        and int(digits) > 0
        and weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0
    )


def belgian(digits: str) -> bool:
    """Check a Belgian national register number: eleven digits, modulus 97, either century."""
    if len(digits) != 11:
        return False
    body, check = digits[:9], 97 - int(digits[9:])
    return int(body) % 97 == check or int("2" + body) % 97 == check


def insee(code: str) -> bool:
    """Check a French social security number: thirteen characters and a key of two, modulus 97."""
    code = code.upper()
    if len(code) != 15 or code[0] not in "123478":
        return False
    body = code[:13].replace("2A", "19", 1).replace("2B", "18", 1)
    if not (body + code[13:]).isdigit():
        return False
    return 97 - int(body) % 97 == int(code[13:])


def dni(code: str) -> bool:
    """Check a Spanish DNI (eight digits and a letter) or NIE (X, Y or Z, seven digits, letter)."""
    code = code.upper()
    digits = {"X": "0", "Y": "1", "Z": "2"}.get(code[:1], code[:1]) + code[1:-1]
    return len(code) == 9 and digits.isdigit() and _DNI[int(digits) % 23] == code[-1]


def portuguese_nif(digits: str) -> bool:
    """Check a Portuguese tax number: nine digits, modulus 11."""
    if len(digits) != 9 or digits[0] == "0":
        return False
    return (11 - weighted(digits, range(9, 1, -1)) % 11) % 11 % 10 == int(digits[8])


def codice_fiscale(code: str) -> bool:
    """Check an Italian fiscal code: sixteen characters, the last a check letter."""
    code = code.upper()
    total = 0
    for index, char in enumerate(code[:15]):
        value = int(char) if char.isdigit() else ord(char) - 65
        if index % 2 == 0:
            value = _FISCALE_ODD_LETTERS[value]
        total += value
    return len(code) == 16 and chr(65 + total % 26) == code[15]


def pesel(digits: str) -> bool:
    """Check a Polish PESEL: eleven digits, a day with the century in the month, weighted sum."""
    if len(digits) != 11:
        return False
    day = calendar(int(digits[:2]), int(digits[2:4]) % 20, int(digits[4:6]))
    return day and weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def german_tax(digits: str) -> bool:
    """Check a German tax identification number: eleven digits, ISO/IEC 7064 mod 11,10."""
    product = 10
    counts = sorted(digits[:10].count(char) for char in set(digits[:10]))
    for char in digits[:10]:
        total = (int(char) + product) % 10 or 10
        product = total * 2 % 11
    shaped = counts[-1:] in ([2], [3]) and counts[:-1] == [1] * (len(counts) - 1)
    return (
        len(digits) == 11 and digits[0] != "0" and shaped and (11 - product) % 10 == int(digits[10])
    )


def german_health(code: str) -> bool:
    """Check a German health insurance number: a letter and nine digits."""
    if len(code) != 10 or not code[0].isalpha():
        return False
    digits = f"{ord(code[0].upper()) - 64:02d}" + code[1:9]
    total = sum(sum(map(int, str(int(c) * (1 + i % 2)))) for i, c in enumerate(digits))
    return total % 10 == int(code[9])


def austrian(digits: str) -> bool:
    """Check an Austrian social insurance number: ten digits, the fourth a check digit."""
    if len(digits) != 10 or digits[0] == "0":
        return False
    return weighted(digits[:3] + digits[4:], (3, 7, 9, 5, 8, 4, 2, 1, 6)) % 11 == int(digits[3])


def turkish(digits: str) -> bool:
    """Check a Turkish identity number: eleven digits, two sums."""
    if len(digits) != 11 or digits[0] == "0":
        return False
    odd, even = sum(map(int, digits[0:9:2])), sum(map(int, digits[1:8:2]))
    return (odd * 7 - even) % 10 == int(digits[9]) and sum(map(int, digits[:10])) % 10 == int(
        digits[10]
    )


def czech(digits: str) -> bool:
    """Check a Czech or Slovak birth number: ten digits divisible by eleven, or nine before 1954."""
    month = int(digits[2:4]) % 50 % 20 or 12
    day = calendar(int(digits[:2]), month, int(digits[4:6]))
    return day and (
        len(digits) == 9 or (len(digits) == 10 and int(digits[:9]) % 11 % 10 == int(digits[9]))
    )


def romanian(digits: str) -> bool:
    """Check a Romanian personal number: thirteen digits, a day from the second, weighted sum."""
    if len(digits) != 13 or digits[0] == "0" or not year_month_day(digits[1:7]):
        return False
    rest = weighted(digits, (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    return (1 if rest == 10 else rest) == int(digits[12])


def irish(code: str) -> bool:
    """Check an Irish PPS number: seven digits, a check letter, maybe one more letter."""
    code = code.upper()
    extra = code[8:9]
    total = weighted(code[:7], range(8, 1, -1))
    total += 9 * (ord(extra) - 64) if extra and extra != "W" else 0
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == code[7]

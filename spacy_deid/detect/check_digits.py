"""Check digits of personal numbers: each function takes the bare characters and says yes or no.

SOURCE: the rules that the issuing authorities publish; algorithms by ISO/IEC 7064 and 7812, Verhoeff
1969 and the national weight tables.
"""

from __future__ import annotations

from collections.abc import Sequence

_VERHOEFF_D = (
    "0123456789",
    "1234067895",
    "2340178956",
    "3401289567",
    "4012395678",
    "5987604321",
    "6598710432",
    "7659821043",
    "8765932104",
    "9876543210",
)
_VERHOEFF_P = (
    "0123456789",
    "1576283094",
    "5803796142",
    "8916043527",
    "9453126870",
    "4286573901",
    "2793806415",
    "7046913258",
)
_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_HETU = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_FISCALE_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25)
_FISCALE_ODD_LETTERS = (*_FISCALE_ODD, 24, 23)
_VIN_VALUES = {
    **{str(digit): digit for digit in range(10)},
    **dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)), strict=True)),
}
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def weighted(digits: str, weights: Sequence[int]) -> int:
    """Sum digits times weights, from the left, as far as the shorter of both goes."""
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def luhn(digits: str) -> bool:
    """Check the Luhn digit (ISO/IEC 7812); False for fewer than two digits."""
    total = 0
    for index, char in enumerate(reversed(digits)):
        value = int(char)
        if index % 2:
            value = value * 2 - 9 if value > 4 else value * 2
        total += value
    return len(digits) > 1 and total % 10 == 0


def verhoeff(digits: str) -> bool:
    """Check the Verhoeff digit, as Aadhaar has it."""
    state = 0
    for index, char in enumerate(reversed(digits)):
        state = int(_VERHOEFF_D[state][int(_VERHOEFF_P[index % 8][int(char)])])
    return state == 0


def calendar(year: int, month: int, day: int) -> bool:
    """Tell whether a day exists; a year below 100 takes any leap year's February."""
    if not 1 <= month <= 12 or day < 1:
        return False
    longest = 28 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    if month == 2 and year % 4 == 0:
        longest = 29
    return day <= longest


def day_month_year(digits: str) -> bool:
    """Tell whether six digits DDMMYY name a day."""
    return calendar(int(digits[4:6]), int(digits[2:4]), int(digits[:2]))


def year_month_day(digits: str) -> bool:
    """Tell whether six digits YYMMDD name a day."""
    return calendar(int(digits[:2]), int(digits[2:4]), int(digits[4:6]))


def us_ssn(digits: str) -> bool:
    """Check the parts of a US social security number: none all zero, area not 666 or over 899."""
    return (
        len(digits) == 9
        and digits[:3] not in ("000", "666")
        and digits[0] != "9"
        and digits[3:5] != "00"
        and digits[5:] != "0000"
    )


def us_itin(digits: str) -> bool:
    """Check the parts of a US individual taxpayer number: 9xx, and group 50-65, 70-88, 90-92, 94-99."""
    group = int(digits[3:5])
    known = 50 <= group <= 65 or 70 <= group <= 88 or 90 <= group <= 92 or 94 <= group <= 99
    return len(digits) == 9 and digits[0] == "9" and known


def npi(digits: str) -> bool:
    """Check a US national provider identifier: ten digits, Luhn with 80840 before them."""
    return len(digits) == 10 and digits[0] in "12" and luhn("80840" + digits)


def dea(code: str) -> bool:
    """Check a US DEA registration: two letters (or a letter and 9), seven digits."""
    digits = code[2:]
    if len(code) != 9 or not digits.isdigit() or not code[0].isalpha():
        return False
    odd = sum(map(int, digits[0:6:2]))
    even = sum(map(int, digits[1:6:2]))
    return (odd + 2 * even) % 10 == int(digits[6])


def nhs(digits: str) -> bool:
    """Check an NHS number of England, Wales or the Isle of Man: ten digits, modulus 11."""
    if len(digits) != 10 or len(set(digits)) == 1:
        return False
    check = (11 - weighted(digits, range(10, 1, -1)) % 11) % 11
    return check == int(digits[9])


def canadian_sin(digits: str) -> bool:
    """Check a Canadian social insurance number: nine digits, Luhn, no 0 or 8 first."""
    return len(digits) == 9 and digits[0] not in "08" and luhn(digits)


def personnummer(digits: str) -> bool:
    """Check a Swedish personal number (10 or 12 digits), also with the day raised by 60."""
    digits = digits[-10:]
    day = int(digits[4:6])
    day -= 60 if day > 60 else 0
    return calendar(int(digits[:2]), int(digits[2:4]), day) and luhn(digits)


def cpr(digits: str) -> bool:
    """Check a Danish personal number: ten digits beginning with a day (its modulus is abolished)."""
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


def ean13(digits: str) -> bool:
    """Check a thirteen-digit number with the EAN digit, as Swiss AHV numbers have it."""
    return len(digits) == 13 and weighted(digits, (1, 3) * 6 + (1,)) % 10 == 0


def german_tax(digits: str) -> bool:
    """Check a German tax identification number: eleven digits, ISO/IEC 7064 mod 11,10."""
    product = 10
    counts = sorted(digits[:10].count(char) for char in set(digits[:10]))
    for char in digits[:10]:
        total = (int(char) + product) % 10 or 10
        product = total * 2 % 11
    shaped = counts[-1:] in ([2], [3]) and counts[:-1] == [1] * (len(counts) - 1)
    return len(digits) == 11 and digits[0] != "0" and shaped and (11 - product) % 10 == int(digits[10])


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


def cpf(digits: str) -> bool:
    """Check a Brazilian CPF: eleven digits, two modulus-11 digits."""
    if len(digits) != 11 or len(set(digits)) == 1:
        return False
    first = weighted(digits, range(10, 1, -1)) * 10 % 11 % 10
    second = weighted(digits, range(11, 1, -1)) * 10 % 11 % 10
    return digits[9:] == f"{first}{second}"


def nric(code: str) -> bool:
    """Check a Singapore NRIC or FIN: a letter, seven digits, a letter."""
    code = code.upper()
    if len(code) != 9 or not code[1:8].isdigit():
        return False
    total = weighted(code[1:8], (2, 7, 6, 5, 4, 3, 2)) + {"T": 4, "G": 4, "M": 3}.get(code[0], 0)
    letters = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "G": "XWUTRQPNMLK"}
    if code[0] == "M":
        return "XWUTRQPNJLK"[10 - total % 11] == code[8]
    return code[0] in letters and letters[code[0]][total % 11] == code[8]


def hong_kong(code: str) -> bool:
    """Check a Hong Kong identity card: one or two letters, six digits, a check character."""
    code = code.upper().rjust(9)
    if len(code) != 9 or not code[2:8].isdigit():
        return False
    total = sum(
        (36 if c == " " else ord(c) - 55 if c.isalpha() else int(c)) * (9 - i)
        for i, c in enumerate(code[:8])
    )
    return (total + (10 if code[8] == "A" else int(code[8]) if code[8].isdigit() else 99)) % 11 == 0


def chinese(code: str) -> bool:
    """Check a Chinese resident identity number: seventeen digits and ISO/IEC 7064 mod 11-2."""
    if len(code) != 18 or not code[:17].isdigit():
        return False
    if not calendar(int(code[6:10]), int(code[10:12]), int(code[12:14])):
        return False
    total = sum(int(c) * pow(2, 17 - i, 11) for i, c in enumerate(code[:17]))
    return "10X98765432"[total % 11] == code[17].upper()


def korean(digits: str) -> bool:
    """Check a Korean resident number: thirteen digits, a day first (newer ones have no check)."""
    return len(digits) == 13 and year_month_day(digits) and digits[6] in "12345678"


def south_african(digits: str) -> bool:
    """Check a South African identity number: thirteen digits, a day first, Luhn."""
    return len(digits) == 13 and year_month_day(digits) and digits[10] in "01" and luhn(digits)


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
    return day and (len(digits) == 9 or (len(digits) == 10 and int(digits[:9]) % 11 % 10 == int(digits[9])))


def romanian(digits: str) -> bool:
    """Check a Romanian personal number: thirteen digits, a day from the second, weighted sum."""
    if len(digits) != 13 or digits[0] == "0" or not year_month_day(digits[1:7]):
        return False
    rest = weighted(digits, (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    return (1 if rest == 10 else rest) == int(digits[12])


def chilean(code: str) -> bool:
    """Check a Chilean RUT: seven or eight digits and a digit or K."""
    total = sum(int(c) * (2 + i % 6) for i, c in enumerate(reversed(code[:-1])))
    return "0K987654321"[total % 11] == code[-1].upper()


def irish(code: str) -> bool:
    """Check an Irish PPS number: seven digits, a check letter, maybe one more letter."""
    code = code.upper()
    extra = code[8:9]
    total = weighted(code[:7], range(8, 1, -1))
    total += 9 * (ord(extra) - 64) if extra and extra != "W" else 0
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == code[7]


def australian_medicare(digits: str) -> bool:
    """Check an Australian Medicare number: ten or eleven digits, the ninth a check digit."""
    if len(digits) not in (10, 11) or digits[0] not in "23456":
        return False
    return weighted(digits[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(digits[8])


def iban(code: str) -> bool:
    """Check an IBAN: ISO/IEC 7064 mod 97-10 over the rearranged characters."""
    code = code.upper()
    if not 15 <= len(code) <= 34:
        return False
    return int("".join(str(int(char, 36)) for char in code[4:] + code[:4])) % 97 == 1


def vin(code: str) -> bool:
    """Check the ninth character of a vehicle identification number (North American rule)."""
    code = code.upper()
    if len(code) != 17 or any(char not in _VIN_VALUES for char in code):
        return False
    rest = sum(_VIN_VALUES[c] * w for c, w in zip(code, _VIN_WEIGHTS, strict=True)) % 11
    return "0123456789X"[rest] == code[8]

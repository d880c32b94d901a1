"""Check digits of personal numbers: each function takes the bare characters and says yes or no.

SOURCE: the rules that the issuing authorities publish; ISO/IEC 7064 and 7812; Verhoeff 1969.
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
_VIN_VALUES = {
    **{str(digit): digit for digit in range(10)},
    **dict(
        zip(
            "ABCDEFGHJKLMNPRSTUVWXYZ",
            (*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)),
            strict=True,
        )
    ),
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
    """Check a US taxpayer number: 9xx, and group 50-65, 70-88, 90-92 or 94-99."""
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


def canadian_sin(digits: str) -> bool:
    """Check a Canadian social insurance number: nine digits, Luhn, no 0 or 8 first."""
    return len(digits) == 9 and digits[0] not in "08" and luhn(digits)


def ean13(digits: str) -> bool:
    """Check a thirteen-digit number with the EAN digit, as Swiss AHV numbers have it."""
    return len(digits) == 13 and weighted(digits, (1, 3) * 6 + (1,)) % 10 == 0


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


def chilean(code: str) -> bool:
    """Check a Chilean RUT: seven or eight digits and a digit or K."""
    total = sum(int(c) * (2 + i % 6) for i, c in enumerate(reversed(code[:-1])))
    return "0K987654321"[total % 11] == code[-1].upper()


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

"""Names of other scripts in Latin letters, as reports in English write them."""

from __future__ import annotations

import unicodedata

from spacy_deid.detect.words.letters import fold

_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґјљњћђџѓќѕў",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya i yi ye g j lj "
        "nj c dj dz g k dz u".split(" "),
        strict=True,
    )
)
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(" "),
        strict=True,
    )
)
_GEORGIAN = dict(
    zip(
        "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
        "a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h".split(" "),
        strict=True,
    )
)
_ARMENIAN = dict(
    zip(
        "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև",
        "a b g d e z e e t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts v p k o f "
        "ev".split(" "),
        strict=True,
    )
)
_LETTERS = _CYRILLIC | _GREEK | _GEORGIAN | _ARMENIAN
_DIGRAPHS = (("ου", "ou"), ("μπ", "b"), ("ντ", "nt"), ("γκ", "gk"), ("αυ", "av"), ("ευ", "ev"))
_LEADS = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ")
_VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ")
_TAILS = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ")
_CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
        "k kh g gh n ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l v sh sh s h".split(),
        strict=True,
    )
)
_MATRAS = dict(
    zip("ािीुूृेैोौ", "a i i u u ri e ai o au".split(), strict=True),
)
_INDEPENDENT = dict(
    zip("अआइईउऊऋएऐओऔ", "a a i i u u ri e ai o au".split(), strict=True),
)


def _hangul(letter: str) -> str:
    code = ord(letter) - 0xAC00
    lead, rest = divmod(code, 588)
    vowel, tail = divmod(rest, 28)
    return _LEADS[lead] + _VOWELS[vowel] + _TAILS[tail]


def _devanagari(text: str) -> str:
    """Write a word with its inherent vowels, without the silent last one ('अक्षय' is akshay)."""
    pieces: list[str] = []
    inherent = False
    for letter in text:
        if letter in _CONSONANTS:
            if inherent:
                pieces.append("a")
            pieces.append(_CONSONANTS[letter])
            inherent = True
            continue
        if letter in _MATRAS:
            pieces.append(_MATRAS[letter])
        elif letter in _INDEPENDENT:
            pieces.append(("a" if inherent else "") + _INDEPENDENT[letter])
        elif letter in "ंँ":
            pieces.append(("a" if inherent else "") + "n")
        elif letter == "्":
            pass
        elif letter.isspace():
            pieces.append(" ")
        inherent = False
    return "".join(pieces)


def romanise(name: str) -> str:
    """Write a name in lower-case ASCII letters.

    name: Latin, Cyrillic, Greek, Georgian, Armenian, Hangul or Devanagari.
    RETURNS: letters, spaces, hyphens and apostrophes; '' for scripts without a table here.
    """
    if any("\u0900" <= letter <= "\u097f" for letter in name):
        return _devanagari(name).strip()
    if any("\uac00" <= letter <= "\ud7a3" for letter in name):
        return "".join(_hangul(c) if "\uac00" <= c <= "\ud7a3" else c for c in name)
    lowered = unicodedata.normalize("NFC", name.lower().replace("’", "'"))
    if any("\u0370" <= letter <= "\u03ff" for letter in lowered):
        stripped = unicodedata.normalize("NFD", lowered)
        lowered = "".join(c for c in stripped if not unicodedata.combining(c))
        for pair, latin in _DIGRAPHS:
            lowered = lowered.replace(pair, latin)
    latin = fold("".join(_LETTERS.get(letter, letter) for letter in lowered))
    return latin if latin.isascii() else ""

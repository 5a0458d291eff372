"""Write a number and a half as a decimal: "3 and a half years" would be read as half a year."""

from __future__ import annotations

import re

from civicsetu.claims.figures import COUNT_WORDS

_NUMBER = rf"(?P<whole>\d{{1,2}}|{'|'.join(COUNT_WORDS)})"
_OF_TIME = r"(?=[\s-]*(?:years?|yrs?|months?|saal|sal|mahin\w*)\b)"
_AND_A_HALF = re.compile(rf"(?<!room )(?<!flat )(?<!floor )(?<!tower )(?<!section )\b(?!one half\b){_NUMBER}\s*(?:(?:and|n|&)\s*)?(?:(?:an?\s+)?half|1/2|½){_OF_TIME}", re.IGNORECASE)
_AFTER_THE_MEASURE = re.compile(rf"\b{_NUMBER}\s+(?P<measure>years?|yrs?|months?)\s+(?:and|n|&)\s+(?:a\s+)?half\b(?!\s*(?:years?|months?|the|of|my)\b)", re.IGNORECASE)
_SADHE = re.compile(r"\bsa+dh?e\s+(?P<whole>\d{1,2}|teen|char|chaar|paanch|panch|chhe|che|saat|aath|nau|das)\b", re.IGNORECASE)
_SAADHE_WHOLES = {"teen": 3, "char": 4, "chaar": 4, "paanch": 5, "panch": 5, "chhe": 6, "che": 6, "saat": 7, "aath": 8, "nau": 9, "das": 10}
_DHAI = re.compile(rf"\b(?:dhai|adhai|dhaai){_OF_TIME}", re.IGNORECASE)
_DEDH = re.compile(rf"\b(?:dedh|deadh|derh){_OF_TIME}", re.IGNORECASE)
_YEARS = re.compile(r"(?<=\d)\s*(?:saal|sal)\b", re.IGNORECASE)
_MONTHS = re.compile(r"(?<=\d)\s*mahin\w*", re.IGNORECASE)


def write_halves(text: str) -> str:
    """Return the text with "3 and a half years" as "3.5 years", "dhai saal" as "2.5 years"; the rest as it was."""
    text = _AND_A_HALF.sub(lambda found: f"{_whole(found)}.5", text)
    text = _AFTER_THE_MEASURE.sub(lambda found: f"{_whole(found)}.5 {found['measure']}", text)
    text = _SADHE.sub(lambda found: f"{_whole(found)}.5", text)
    text = _DEDH.sub("1.5", _DHAI.sub("2.5", text))
    return _MONTHS.sub(" months", _YEARS.sub(" years", text))


def _whole(found: re.Match[str]) -> int:
    said = found["whole"].lower()
    return int(said) if said.isdigit() else COUNT_WORDS.get(said) or _SAADHE_WHOLES[said]

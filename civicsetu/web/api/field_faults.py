"""Say in a sentence for people why a field of a request cannot be used."""

from __future__ import annotations

from collections.abc import Mapping

from civicsetu.web.api.questions import DOCUMENT, JURISDICTION
from civicsetu.web.problems import FieldFault

_LONGEST_FIELD = 80
_SENTENCES: Mapping[str, str] = {
    "missing": "It is required.",
    "string_type": "A text is needed.",
    "string_unicode": "A text is needed.",
    "string_too_short": "It is too short: {min_length} or more characters are needed.",
    "string_too_long": "At most {max_length} characters are taken.",
    "string_pattern_mismatch": "It is not written as it has to be.",
    "too_long": "At most {max_length} are taken.",
    "bool_type": "It is true or false, without quotation marks.",
    "bool_parsing": "It is true or false.",
    "int_type": "A whole number is needed.",
    "int_parsing": "A whole number is needed.",
    "int_from_float": "A whole number is needed.",
    "int_parsing_size": "The number is too large.",
    "float_type": "A number is needed.",
    "float_parsing": "A number is needed.",
    "finite_number": "A number is needed.",
    "greater_than_equal": "The least is {ge}.",
    "less_than_equal": "The most is {le}.",
    "enum": "It is {expected}.",
    "literal_error": "It is {expected}.",
    "uuid_type": "An id is needed, as this API gives it.",
    "uuid_parsing": "An id is needed, as this API gives it.",
    "uuid_version": "An id is needed, as this API gives it.",
    "list_type": "A list is needed.",
    "dict_type": "Names with their values are needed.",
    "model_attributes_type": "Names with their values are needed.",
    "date_parsing": "There is no such day.",
    "date_from_datetime_parsing": "There is no such day.",
}
"""By the type of the fault; the words in brackets are the bounds of the field, never what was sent."""
_PATTERNS: Mapping[str, str] = {
    JURISDICTION: "A jurisdiction is written in capitals, with _ for a space, as GET /jurisdictions lists them.",
    DOCUMENT: "A document is named by its key, as rera_act_2016; GET /documents lists them.",
}
"""What a pattern asks for."""
_OTHERWISE = "It cannot be read."


def describe_fault(fault: Mapping[str, object]) -> FieldFault:
    """Return the field and the sentence of one of FastAPI's faults; of what was sent the name of a field is shown."""
    place, kind = fault["loc"], str(fault["type"])
    names = [_printable(str(part)) for part in place] if isinstance(place, tuple) else []
    return FieldFault(field=".".join(names)[:_LONGEST_FIELD], message=_sentence(kind, fault, names))


def _sentence(kind: str, fault: Mapping[str, object], names: list[str]) -> str:
    told = fault.get("ctx")
    bounds = told if isinstance(told, Mapping) else {}
    if kind == "extra_forbidden":
        return f"There is no such {'parameter' if names[:1] == ['query'] else 'field'}."
    if kind == "value_error":
        return str(bounds.get("error", _OTHERWISE))
    meant = _PATTERNS.get(str(bounds.get("pattern")))
    return meant or _SENTENCES.get(kind, _OTHERWISE).format_map(bounds)


def _printable(name: str) -> str:
    """The name of an unknown field comes from the request: it is shown short, and without what is no letter."""
    return "".join(one for one in name[:_LONGEST_FIELD] if one.isprintable() and not 0xD800 <= ord(one) <= 0xDFFF)

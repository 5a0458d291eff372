"""The value a jurisdiction fixes of a parameter, in words, for a list of what is held."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.composing.values.coverage_text import describe_print
from civicsetu.answering.composing.values.fixed_values import FixedValues, StatementLinks, ValueSaid
from civicsetu.answering.composing.values.value_sentences import CellValue, describe_values
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.law.parameters import Parameter


class ValueTold(BaseModel):
    """A value in words, and the provisions that carry it, all of them needed."""

    model_config = ConfigDict(frozen=True)

    says: str | None = Field(
        None, description="With every case and condition; null where there are no words: read the provisions."
    )
    provisions: tuple[str, ...] = Field(description="As 'rera_act_2016:18(1)'.")
    note: str = Field("", description="As of which print it is told, where nobody confirmed it since: show it.")


def tell_value(
    law: UsableLaw, parameter: Parameter, code: str, name: str, index: LawIndex, day: date
) -> ValueTold | None:
    """Return what a jurisdiction itself fixes of a parameter on a day; None where nothing of it can be cited here.

    What it takes over from another jurisdiction stands under that one. `name` is how it is called in a sentence.
    """
    holding = parameter.values.get(code)
    own = holding.entries if holding is not None else ()
    found = FixedValues(law, StatementLinks(), index.laws).look_up_all(parameter, code, day)
    held = [
        CellValue(cell, one.entry)
        for cell, one in zip(parameter.cells, found, strict=True)
        if one.entry is not None and one.entry in own
    ]
    if not held:
        return None
    said = describe_values(parameter, held, name, index)
    return ValueTold(
        says=said.text if said else None,
        provisions=tuple(dict.fromkeys(str(place) for one in held for place in one.entry.carriers)),
        note=describe_print([ValueSaid(parameter, code, one.entry) for one in held], None),
    )

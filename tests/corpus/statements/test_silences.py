"""A silence is refused where it speaks for more law than was read, or where the words it misses stand in that law."""

from __future__ import annotations

import pytest

from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import check_absence, find_present, get_silences, load_silences
from civicsetu.errors import CorpusError
from civicsetu.law.silences import Silence
from tests.corpus.statements.meadow import KEY, edition_of

PAINT = f"""silences:
- id: none.paint
  says: The Meadow Act does not say in which colour a gate is painted.
  look: The parish decides.
  laws: [{KEY}]
  provisions: ["{KEY}:1(1)"]
  absent: ["colou?r", paint]
  near: [meadow.1-1.shut]
  questions: [what colour must a gate be, may it be green, who picks the paint, is red allowed, gate colour rule]
"""


def load(text: str = PAINT) -> tuple[Silence, ...]:
    return load_silences({"meadow.yaml": text}, {"meadow.1-1.shut"}, edition_of)


def test_a_silence_is_what_its_file_says() -> None:
    (paint,) = load()
    assert paint.text_for(()) == "The Meadow Act does not say in which colour a gate is painted. The parish decides."
    (first,) = load(PAINT.replace("  laws:", "  look_first: true\n  laws:"))
    assert first.text_for(()) == "The parish decides. The Meadow Act does not say in which colour a gate is painted."
    assert [str(one) for one in paint.provisions] == [f"{KEY}:1(1)"]
    assert paint.near == ("meadow.1-1.shut",) and len(paint.questions) == 5


def test_the_forms_of_some_states_are_told_to_nobody_who_asks_of_another() -> None:
    of_north = "  look: The parish decides; in Northland's form the gate is green.\n  look_of: [NORTH]\n  elsewhere: The parish decides."
    (paint,) = load(PAINT.replace("  look: The parish decides.", of_north))
    silent = "The Meadow Act does not say in which colour a gate is painted."
    whole = f"{silent} The parish decides; in Northland's form the gate is green."
    assert paint.text_for(()) == paint.text_for(("NORTH",)) == paint.text_for(("SOUTH", "NORTH")) == whole
    assert paint.text_for(("SOUTH",)) == f"{silent} The parish decides."


def test_whose_forms_a_silence_tells_stands_with_it() -> None:
    named = {one.name: code for code, one in get_registry().jurisdictions.items()}
    for one in get_silences():
        if "form" in one.look:
            assert one.look_of == {code for name, code in named.items() if name in one.look}, one.id



@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("The Meadow Act does", "The law does", "speaks for more law"),
        ("The Meadow Act does", "RERA does", "speaks for more law"),
        ("[meadow.1-1.shut]", "[meadow.9.none]", "there is no statement meadow.9.none"),
        (f"{KEY}:1(1)", f"{KEY}:77", f"there is no provision {KEY}:77"),
        (f"{KEY}:1(1)", "other_act:1(1)", "of a law that was not read"),
        ("The parish decides.", "The parish decides", "full stop"),
        ("in which colour", "in which" + " very" * 20 + " colour", "at most 25"),
        ("colou?r", "colou(", "no regular expression"),
        ("gate colour rule]", "]", "questions"),
        ("  look:", "  hint:", "hint"),
    ],
)
def test_a_fault_refuses_the_file_and_names_its_place(was: str, now: str, fault: str) -> None:
    assert was in PAINT
    with pytest.raises(CorpusError, match=r"silences/meadow\.yaml") as refused:
        load(PAINT.replace(was, now))
    assert fault in str(refused.value)


def test_an_id_stands_once() -> None:
    with pytest.raises(CorpusError, match="stands twice"):
        load(PAINT + PAINT.removeprefix("silences:\n"))


def test_words_that_came_into_a_law_are_found() -> None:
    (paint,) = load()
    assert list(find_present(paint, {KEY: "A gate is green."})) == []
    assert list(find_present(paint, {KEY: "The Colour of a gate is green."})) == [(KEY, "Colour")]


def test_words_that_stand_in_the_law_are_told_when_it_is_reviewed() -> None:
    check_absence(load(), edition_of)
    with pytest.raises(CorpusError, match=f"none.paint: 'promoter' occurs in {KEY}"):
        check_absence(load(PAINT.replace("colou?r", "promoter")), edition_of)


def test_what_ships_asks_each_question_once() -> None:
    silences = get_silences()
    asked = [question for one in silences for question in one.questions]
    assert len(silences) > 100 and len(asked) == len(set(asked))


def test_what_ships_rests_on_laws_that_ship() -> None:
    check_absence(get_silences())
    statements = get_statements()
    for one in get_silences():
        assert all(get_plain_edition(law) is not None for law in one.laws)
        assert all(statements.by_id[near].law in one.laws or near.split(".")[0] != "act" for near in one.near), one.id

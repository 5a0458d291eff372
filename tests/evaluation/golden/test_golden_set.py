"""Golden rows are read strictly: what is wrong is one sentence with file and id."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError
from civicsetu.evaluation.golden.golden_set import (
    GoldenRow,
    GoldProvision,
    load_golden,
    parse_place,
    select_rows,
)
from civicsetu.evaluation.golden.held_rows import find_absent_gold, find_absent_terms, split_held_rows
from civicsetu.evaluation.golden.row_kinds import Half, RowKind, RowLanguage, Unanswerable
from civicsetu.law.paths import ProvisionPath
from tests.evaluation.golden_rows import REGISTRY, row
from tests.law.test_paths import PATHS
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of, index_of_states

ROOT = Path(__file__).resolve().parents[3]
GOOD = f"""
- id: g-001
  question: "Until when is my lantern open?"
  language: en
  style: lay
  type: fact
  gold: ["{ACT} 3(1)", "{ACT} 3(1) proviso"]
  also: ["{KARNATAKA} 3"]
  contains: ["9 p.m."]
- id: g-002
  turns: ["What is a lantern?"]
  question: "और कर्नाटक में?"
  standalone: "कर्नाटक में लालटेन क्या है?"
  jurisdiction: KARNATAKA
  language: hi
  style: sms
  type: definition
  abstain: other_law
"""


def written(folder: Path, text: str, half: str = "tune", name: str = "a.yaml") -> Path:
    (folder / half).mkdir(exist_ok=True)
    (folder / half / name).write_text(text, "utf-8")
    return folder


def test_what_the_law_says_to_a_yes_or_no_is_written_in_quotes(tmp_path: Path) -> None:
    told = GOOD.replace("  type: fact\n", '  type: fact\n  yes_or_no: "no"\n', 1)
    assert load_golden(written(tmp_path, told), Half.TUNE, REGISTRY)[0].yes_or_no == "no"
    with pytest.raises(InputError, match="g-001: yes_or_no"):
        load_golden(written(tmp_path, told.replace('"no"', "no")), Half.TUNE, REGISTRY)
    declined = GOOD.replace("  abstain: other_law", '  abstain: other_law\n  yes_or_no: "yes"')
    with pytest.raises(InputError, match=r"g-002.*yes_or_no belongs to a row that is answered"):
        load_golden(written(tmp_path, declined), Half.TUNE, REGISTRY)


def test_a_row_is_read_with_all_it_says(tmp_path: Path) -> None:
    first, second = load_golden(written(tmp_path, GOOD), Half.TUNE, REGISTRY)
    assert first.gold == (
        GoldProvision(ACT, ProvisionPath("3", ("1",))), GoldProvision(ACT, ProvisionPath("3", ("1", "proviso"))),
    )  # fmt: skip
    assert [str(place) for place in first.also] == [f"{KARNATAKA} 3"]
    assert (first.contains, first.turns, first.abstain) == (("9 p.m.",), (), None)
    assert (second.turns, second.standalone) == (("What is a lantern?",), "कर्नाटक में लालटेन क्या है?")
    assert second.abstain is Unanswerable.OTHER_LAW and second.language is RowLanguage.HINDI
    assert GoldenRow.model_validate(first.model_dump(mode="json")) == first, "written as it was read"


@pytest.mark.parametrize("reason", ["wrongdoing", "prediction"])
def test_what_is_declined_may_name_the_provision_that_governs_it(tmp_path: Path, reason: str) -> None:
    text = GOOD.replace("abstain: other_law", f'abstain: {reason}\n  also: ["{ACT} 4"]')
    declined = load_golden(written(tmp_path, text), Half.TUNE, REGISTRY)[1]
    assert (declined.abstain, declined.gold) == (Unanswerable(reason), ())
    assert [str(place) for place in declined.also] == [f"{ACT} 4"]


POST = f"""
- id: p-001
  question: "My lantern squeaks, my tax is due. Who oils it, and when do I pay?"
  language: en
  style: story
  type: fact
  gold: ["{ACT} 3(1)", "{ACT} 4"]
  parts:
  - asks: "Who oils it, and until when?"
    kind: answer
    gold: ["{ACT} 4", "{ACT} 3(1)"]
    also: ["{KARNATAKA} 3"]
  - asks: "When is the tax due?"
    kind: abstain
    abstain: other_law
"""


def test_a_post_is_read_with_what_each_of_its_parts_needs(tmp_path: Path) -> None:
    (post,) = load_golden(written(tmp_path, POST), Half.TUNE, REGISTRY)
    oil, tax = post.parts
    assert (oil.kind, [str(place) for place in oil.gold]) == ("answer", [f"{ACT} 4", f"{ACT} 3(1)"])
    assert [str(place) for place in oil.also] == [f"{KARNATAKA} 3"]
    assert (tax.kind, tax.gold, tax.abstain) == ("abstain", (), Unanswerable.OTHER_LAW)
    assert GoldenRow.model_validate(post.model_dump(mode="json")) == post, "written as it was read"
    assert row().parts == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (f', "{ACT} 4"]', "]", "Value error, the gold of the parts together is not the gold of the row"),
        (f', "{ACT} 3(1)"]\n    also', "]\n    also", "Value error, the gold of the parts together is not"),
        ("kind: answer", "kind: abstain", "parts.0: Value error, a part of kind answer has gold"),
        ("kind: abstain\n", "kind: answer\n", "parts.1: Value error, a part of kind answer has gold"),
        ("    abstain: other_law\n", "", "parts.1: Value error, a part of kind abstain says why"),
        ("kind: answer", "kind: guess", "parts.0.kind: Input should be"),
        (POST[POST.index('  - asks: "When') :], "", "Value error, a row has several parts or none"),
        (f"{KARNATAKA} 3", "goa_rules_1950 3", "goa_rules_1950 is not in the registry"),
    ],
)
def test_a_post_whose_parts_do_not_fit_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert POST.count(old) == 1
    with pytest.raises(InputError) as error:
        load_golden(written(tmp_path, POST.replace(old, new)), Half.TUNE, REGISTRY)
    assert f"tune/a.yaml, p-001: {told}" in error.value.user_message


def test_each_half_is_read_alone_and_all_together_in_the_order_of_files(tmp_path: Path) -> None:
    text = "- {{id: {0}, question: Why so, language: en, style: lay, type: fact, abstain: off_subject}}\n"
    written(tmp_path, text.format("b-1") + text.format("b-0"), name="b.yaml")
    written(tmp_path, text.format("a-1"), name="a.yaml")
    written(tmp_path, text.format("c-1"), "check")
    ids = {half: [row.id for row in load_golden(tmp_path, half, REGISTRY)] for half in Half}
    assert ids == {
        Half.TUNE: ["a-1", "b-1", "b-0"], Half.CHECK: ["c-1"], Half.ALL: ["a-1", "b-1", "b-0", "c-1"],
    }  # fmt: skip


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- id: a\n- id: [", "tune/a.yaml, line 2: it cannot be read as YAML"),
        ("- id: 'a", "tune/a.yaml, line 1: it cannot be read as YAML"),
        ("id: g-001", "tune/a.yaml: it is not a list of rows"),
        ("- g-001", "tune/a.yaml, row 1: Input should be"),
        (changed("language: hi", "language: hi\n  language: en"), "it cannot be read as YAML (language stands twice)"),
        (changed("language: hi", "language: fr"), "tune/a.yaml, g-002: language: Input should be"),
        (changed("style: sms", "styel: sms"), "tune/a.yaml, g-002: style: Field required"),
        (
            changed("style: sms", "style: sms\n  colour: red"),
            "tune/a.yaml, g-002: colour: Extra inputs are not",
        ),
        (changed("id: g-002", "id: g-001"), "tune/a.yaml, g-001: the id stands in tune/a.yaml already"),
        (changed("- id: g-002", "- id: 'g 002'"), "tune/a.yaml, g 002: id: String should match"),
        (changed("- id: g-002\n ", "-"), "tune/a.yaml, row 2: id: Field required"),
        (changed("3(1) proviso", "3(1"), "tune/a.yaml, g-001: gold.1: Value error, not the path of a provision"),
        (changed(f"{ACT} 3(1) proviso", "3(1)"), "tune/a.yaml, g-001: gold.1: Value error, not a document"),
        (
            changed(f"{KARNATAKA} 3", "goa_rules_1950 3"),
            "tune/a.yaml, g-001: goa_rules_1950 is not in the registry",
        ),
        (changed("abstain: other_law", ""), "tune/a.yaml, g-002: Value error, a row has either gold or abstain"),
        (
            changed("abstain: other_law", f'abstain: other_law\n  gold: ["{ACT} 2"]'),
            "g-002: Value error, a row has either gold or abstain",
        ),
        (changed('turns: ["What is a lantern?"]', ""), "g-002: Value error, standalone belongs to a row with turns"),
        (changed("What is a lantern?", "???"), "g-002: Value error, a question or turn has no words"),
        (changed("KARNATAKA\n", "ATLANTIS\n"), "tune/a.yaml, g-002: there is no jurisdiction ATLANTIS"),
    ],
)  # fmt: skip
def test_a_wrong_row_is_one_sentence_with_file_and_id(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        load_golden(written(tmp_path, text), Half.TUNE, REGISTRY)
    message = error.value.user_message
    assert told in message and message.endswith(".") and "\n" not in message and len(message) < 300
    assert str(tmp_path) not in message


def test_an_id_is_unique_over_both_halves_though_one_is_asked(tmp_path: Path) -> None:
    written(written(tmp_path, GOOD), GOOD, "check", "z.yaml")
    with pytest.raises(InputError, match=r"check/z.yaml, g-001: the id stands in tune/a.yaml already"):
        load_golden(tmp_path, Half.TUNE, REGISTRY)


def test_a_folder_without_rows_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no golden rows in"):
        load_golden(tmp_path, Half.CHECK, REGISTRY)


def test_rows_are_chosen_by_type_and_language_and_then_counted() -> None:
    rows = [row("1"), row("2", type="penalty"), row("3", language="ta"), row("4")]
    assert [one.id for one in select_rows(rows, kind=RowKind.FACT, language=RowLanguage.ENGLISH)] == ["1", "4"]
    assert [one.id for one in select_rows(rows, kind=RowKind.FACT, limit=2)] == ["1", "3"]
    assert [one.id for one in select_rows(rows, ids={"4", "2", "gone"})] == ["2", "4"]
    with pytest.raises(InputError, match="No golden row"):
        select_rows(rows, language=RowLanguage.KANNADA)


def test_a_row_whose_gold_documents_are_not_all_held_is_left_out() -> None:
    rows = [
        row("act"), row("both", f"{ACT} 3(1)", f"{UTTAR_PRADESH} 3"), row("state", f"{KARNATAKA} 3"),
        row("none", abstain="off_subject"), row("beside", also=[f"{KARNATAKA} 3"]),
    ]  # fmt: skip
    asked, left = split_held_rows(rows, index_of())
    assert ([one.id for one in asked], [one.id for one in left]) == (
        ["act", "none", "beside"], ["both", "state"],
    )  # fmt: skip
    assert split_held_rows(rows, index_of_states()) == (rows, [])


def test_gold_and_terms_that_the_law_does_not_have_are_named() -> None:
    rows = [
        row("1", f"{ACT} 3(1)(a)", contains=["must be  SOWN", "hangs in a field"]),
        row("2", f"{ACT} 9", f"{ACT} 3(2)", contains=["Rs. 20", "twenty rupees", "Rs. 30"]),
        row("3", f"{ACT} 3(1)", contains=["nine post-meridiem", "Rs. 20"]),
    ]
    assert find_absent_gold(rows, index_of()) == [f"2 ({ACT} 9)"]
    assert find_absent_terms(rows, index_of()) == ["2 (Rs. 30)", "3 (Rs. 20)"]


@given(st.from_regex(r"[a-z][a-z0-9_]{2,20}", fullmatch=True), PATHS)
def test_a_place_is_read_back_as_it_is_written(document: str, path: ProvisionPath) -> None:
    place = GoldProvision(document, path)
    assert parse_place(str(place)) == place == parse_place(place)


@given(st.text(max_size=40) | st.none() | st.integers())
def test_anything_is_a_place_or_refused(told: object) -> None:
    try:
        place = parse_place(told)
    except ValueError:
        return
    assert parse_place(str(place)) == place and " " in str(told)


@given(PATHS, PATHS)
def test_places_overlap_where_one_path_contains_the_other_and_the_document_is_one(
    first: ProvisionPath, second: ProvisionPath
) -> None:
    ours, theirs = GoldProvision(ACT, first), GoldProvision(ACT, second)
    assert (
        ours.overlaps(theirs) == theirs.overlaps(ours) == (first.contains(second) or second.contains(first))
    )
    assert ours.overlaps(ours) and not ours.overlaps(GoldProvision(KARNATAKA, first))


def test_the_rows_that_ship_are_read(tmp_path: Path) -> None:
    folder = ROOT / "eval" / "golden"
    files = [file for name in Half.ALL.folders for file in (folder / name).glob("*.yaml")]
    rows = load_golden(folder, Half.ALL, get_registry()) if files else []
    assert len(rows) == sum(len(yaml.safe_load(file.read_text("utf-8"))) for file in files)

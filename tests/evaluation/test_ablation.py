"""Each variant changes one thing of the search, and its line is counted against the whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from civicsetu.errors import InputError
from civicsetu.evaluation.ablation import VARIANTS, WHOLE, Ablation, Variant, chosen_variants, worth_of
from civicsetu.evaluation.runner import AskedRow, PartOutcome
from civicsetu.query.thresholds import READING
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.retrieval.thresholds import ANSWERABILITY, RetrievalThresholds
from civicsetu.settings import Settings, load_settings
from tests.evaluation.golden_rows import outcome, row
from tests.retrieval.lantern_act import ACT

SWITCHED: tuple[BaseModel, ...] = (RetrievalThresholds(), ANSWERABILITY, READING)
STORED = Path(__file__).parents[2] / "eval" / "baselines" / "ablation.json"


@pytest.fixture(scope="module")
def settings() -> Settings:
    return load_settings(_env_file=None)


def changed_by(variant: Variant) -> tuple[BaseModel, ...]:
    instead = variant.substitutes()
    return instead.thresholds, instead.answerability, instead.reading


def test_every_switch_and_every_retriever_is_a_variant_of_its_own(settings: Settings) -> None:
    by_name = {one.name: one for one in VARIANTS}
    assert next(iter(by_name)) == WHOLE and len(by_name) == len(VARIANTS)
    for at, room in enumerate(SWITCHED):
        for name in [name for name, value in room if value is True]:
            changed = changed_by(by_name[f"no {name}"])
            expected = [*SWITCHED[:at], room.model_copy(update={name: False}), *SWITCHED[at + 1 :]]
            assert list(changed) == expected, "nothing else moves with it"
    for spec in RETRIEVERS:
        variant = by_name[f"no {spec.name} retriever"]
        assert changed_by(variant) == SWITCHED and not variant.searches_alike
        assert variant.settings_of(settings).retrieval.weights == {spec.name: 0.0}


def test_every_variant_changes_something(settings: Settings) -> None:
    told = [
        (
            *(room.model_dump_json() for room in changed_by(one)),
            one.settings_of(settings).settings_hash(),
        )
        for one in VARIANTS
    ]
    assert len(set(told)) == len(VARIANTS)


def test_what_only_reads_or_decides_otherwise_searches_alike() -> None:
    by_name = {one.name: one for one in VARIANTS}
    assert all(by_name[name].searches_alike for name in (WHOLE, "no classifier", "no split_posts"))
    assert not any(by_name[name].searches_alike for name in ("with cross-encoder", "no scope_model", "no graph retriever"))


def test_the_stored_figures_are_of_the_variants_there_are() -> None:
    """It fails where a mechanism came or went since they were measured: run `civicsetu eval ablation`."""
    assert list(json.loads(STORED.read_text("utf-8"))["variants"]) == [one.name for one in VARIANTS]


def test_nothing_kept_from_one_question_serves_another_and_all_else_stays(settings: Settings) -> None:
    variant = Variant("pool", settings={"retrieval": {"rerank_pool": 3}}).settings_of(settings)
    assert variant.retrieval.rerank_pool == 3 and not (variant.cache.results or variant.cache.vectors)
    assert variant.retrieval.max_context == settings.retrieval.max_context
    assert (variant.models, variant.data_dir) == (settings.models, settings.data_dir)


def test_variants_named_are_run_beside_the_whole() -> None:
    assert chosen_variants([]) == list(VARIANTS)
    assert [one.name for one in chosen_variants(["no graph retriever"])] == [WHOLE, "no graph retriever"]
    with pytest.raises(InputError, match="no variant 'no law'"):
        chosen_variants(["no graph retriever", "no law"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"retrieval": {"colour": 1}},
        {"retrieval": {"weights": {"vector": 11}}},
        {"retrieval": {"rerank_pool": -1}},
    ],
)
def test_a_variant_is_checked_like_any_setting(
    settings: Settings, wrong: dict[str, dict[str, object]]
) -> None:
    with pytest.raises(ValueError, match=r"Settings"):
        Variant("wrong", settings=wrong).settings_of(settings)
    for room in ("thresholds", "answerability", "reading"):
        with pytest.raises(ValueError, match="colour"):
            Variant("wrong", **{room: {"colour": True}}).substitutes()  # type: ignore[arg-type]


ROWS = [row("1"), row("2", language="hi"), row("3", language="hi-Latn"), row("4", abstain="off_subject")]
WHOLE_FOUND: list[AskedRow] = [
    AskedRow(one, outcome(*found)) for one, found in zip(ROWS, (["3(1)"], ["3(1)"], [], []), strict=True)
]
OTHER_FOUND: list[AskedRow] = [
    AskedRow(one, outcome(*found, latency_ms=50.0, kind="abstain" if one.abstain else "answer"))
    for one, found in zip(ROWS, ([], ["4", "3(1)"], ["3(1)"], []), strict=True)
]


def test_a_variant_is_counted_against_what_the_whole_found() -> None:
    worth = worth_of(OTHER_FOUND, WHOLE_FOUND)
    assert (worth.n, worth.p50_ms) == (4, 50.0)
    assert [round(share, 3) for share in (worth.hit_1, worth.hit_5, worth.all_gold_7)] == [
        0.333,
        0.667,
        0.667,
    ]
    assert (worth.declining_precision, worth.declining_recall) == (1.0, 1.0)
    paired = {name: (pair.lost, pair.won, pair.p) for name, pair in worth.paired.items()}
    assert paired == {
        "hit@1": (2, 1, 1.0), "hit@5": (1, 1, 1.0), "all-gold@7": (1, 1, 1.0), "posts": (0, 0, 1.0), "part kinds": (0, 0, 1.0),
        "declining": (0, 1, 1.0),
    }  # fmt: skip


def test_the_parts_of_a_post_are_to_be_answered_or_declined() -> None:
    until_when = {"asks": "Until when?", "kind": "answer", "gold": [f"{ACT} 3(1)"]}
    post = row("5", parts=[until_when, {"asks": "Which tax?", "kind": "abstain", "abstain": "other_law"}])
    places = outcome("3(1)").places
    right, wrong = (
        AskedRow(post, outcome("3(1)", parts=(PartOutcome("answer", places, 1), PartOutcome(kind, ()))))
        for kind in ("abstain", "answer")
    )
    worth = worth_of([wrong], [right])
    assert (worth_of([right], [right]).part_kinds, worth.part_kinds) == (1.0, 0.0)
    assert worth.posts == 1.0 and (worth.paired["part kinds"].lost, worth.paired["part kinds"].won) == (1, 0)


def test_a_run_is_written_a_line_a_variant(tmp_path: Path) -> None:
    worth = {WHOLE: worth_of(WHOLE_FOUND, WHOLE_FOUND), "no graph retriever": worth_of(OTHER_FOUND, WHOLE_FOUND)}
    run = Ablation("a1", "7", 4, worth)
    run.write(tmp_path / "ablation.json")
    text = (tmp_path / "ablation.json").read_text("utf-8")
    told = json.loads(text)
    assert (told["settings_hash"], told["corpus_version"], told["questions"]) == ("a1", "7", 4)
    assert list(told["variants"]) == [WHOLE, "no graph retriever"]
    assert told["variants"]["no graph retriever"]["paired"]["hit@1"] == {"lost": 2, "won": 1, "p": 1.0}
    assert len(text.splitlines()) == 4, "so that two runs can be compared by eye"
    assert "Until when" not in text, "no words of any question"
    [whole, other] = run.table().lines()[2:]
    assert whole.startswith(WHOLE) and "-2 +1 (1.00)" in other
    with pytest.raises(InputError, match="cannot be written"):
        run.write(tmp_path / "no such folder" / "ablation.json")


def test_an_earlier_run_is_gone_on_from_where_the_whole_gives_the_same(tmp_path: Path) -> None:
    whole, other = worth_of(WHOLE_FOUND, WHOLE_FOUND), worth_of(OTHER_FOUND, WHOLE_FOUND)
    earlier = Ablation("s", "c", 4, {"whole": whole, "no graph retriever": other})
    earlier.write(tmp_path / "earlier.json")
    known = Ablation.read(tmp_path / "earlier.json")
    slower = replace(whole, p50_ms=whole.p50_ms + 9)
    now = Ablation("s", "c", 4, {"whole": slower}).with_earlier(known, ["whole", "no spelling", "no graph retriever"])
    assert list(now.worth) == ["whole", "no graph retriever"] and now.worth["whole"] is slower
    assert now.worth["no graph retriever"].paired == other.paired
    for changed in (Ablation("t", "c", 4, {"whole": whole}), Ablation("s", "c", 5, {"whole": whole}), Ablation("s", "c", 4, {"whole": other})):
        with pytest.raises(InputError, match="measure all anew"):
            changed.with_earlier(known, ["whole", "no graph retriever"])


@pytest.mark.parametrize("text", ["", "[]", '{"variants": []}', '{"settings_hash": "s", "variants": {"whole": {"n": 1}}}'])
def test_what_holds_no_figures_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "figures.json").write_text(text, "utf-8")
    with pytest.raises(InputError, match="holds no figures"):
        Ablation.read(tmp_path / "figures.json")
    with pytest.raises(InputError, match="cannot be read"):
        Ablation.read(tmp_path / "none.json")

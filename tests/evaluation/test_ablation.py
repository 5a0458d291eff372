"""Each variant is settings that exist, and its line is counted against the first."""

from __future__ import annotations

import pytest

from civicsetu.errors import InputError
from civicsetu.evaluation.ablation import AS_SET, VARIANTS, changed, table_of, variants
from civicsetu.evaluation.runner import Asked
from civicsetu.settings import Settings, load_settings
from tests.evaluation.golden_rows import outcome, row


@pytest.fixture(scope="module")
def settings() -> Settings:
    return load_settings(_env_file=None)


def test_every_variant_changes_what_an_answer_can_depend_on(settings: Settings) -> None:
    hashes = {name: changed(settings, overrides).settings_hash() for name, overrides in VARIANTS.items()}
    assert next(iter(hashes)) == AS_SET and hashes[AS_SET] == settings.settings_hash()
    assert len(set(hashes.values())) == len(VARIANTS)


def test_variants_named_are_run_beside_the_settings_as_they_are() -> None:
    assert list(variants()) == list(VARIANTS)
    assert list(variants(["no reranker", "no graph retriever"])) == [
        AS_SET,
        "no graph retriever",
        "no reranker",
    ]
    with pytest.raises(InputError, match="no variant 'no law'"):
        variants(["no reranker", "no law"])


@pytest.mark.parametrize("wrong", [{"retrieval": {"colour": 1}}, {"retrieval": {"vector_weight": 11}}])
def test_a_variant_is_checked_like_any_setting(
    settings: Settings, wrong: dict[str, dict[str, object]]
) -> None:
    with pytest.raises(ValueError, match=r"Settings"):
        changed(settings, wrong)


def test_what_is_not_of_the_variant_stays(settings: Settings) -> None:
    variant = changed(settings, {"retrieval": {"vector_weight": 0.0}})
    assert variant.retrieval.vector_weight == 0 and settings.retrieval.vector_weight > 0
    assert variant.retrieval.fulltext_weight == settings.retrieval.fulltext_weight
    assert (variant.models, variant.data_dir) == (settings.models, settings.data_dir)


def test_a_line_counts_what_the_first_found_and_this_did_not() -> None:
    rows = [row("1"), row("2", language="hi"), row("3", language="hi-Latn"), row("4", abstain="off_subject")]
    first = [
        Asked(one, outcome(*found)) for one, found in zip(rows, (["3(1)"], ["3(1)"], [], []), strict=True)
    ]
    other = [
        Asked(one, outcome(*found, latency_ms=50.0))
        for one, found in zip(rows, ([], ["4", "3(1)"], ["3(1)"], []), strict=True)
    ]
    told = table_of({AS_SET: first, "other": other})
    before, after = (dict(zip(told.columns, cells, strict=True)) for cells in told.rows)
    assert [before[name] for name in ("n", "lost", "won", "p50 ms")] == [3, 0, 0, 100]
    assert [after[name] for name in ("n", "lost", "won", "p", "p50 ms")] == [3, 1, 1, "1.000", 50]
    assert [round(after[name].value, 3) for name in ("hit@1", "hit@5", "Indic hit@5")] == [0.333, 0.667, 1.0]  # type: ignore[union-attr]

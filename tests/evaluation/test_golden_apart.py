"""The golden set stands apart from what is tuned by hand, and is as large as it must be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import civicsetu
from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.answers.posts import load_posts
from civicsetu.evaluation.fitting.fit_asking import read_marked_posts
from civicsetu.evaluation.fitting.fit_other_law import read_asks_by_law
from civicsetu.evaluation.fitting.fit_party import read_party_questions
from civicsetu.evaluation.golden.golden_set import GoldenRow, load_golden
from civicsetu.evaluation.golden.row_kinds import Half, RowKind, RowLanguage
from civicsetu.lexicon.tokens import split_all_words
from civicsetu.yaml_data import load

Run = tuple[str, ...]
PACKAGE = Path(civicsetu.__file__).parent
EVAL = PACKAGE.parent / "eval"
WRITTEN = ("*.py", "*.yaml", "*.md")
LONGEST = 6
NAMES_IN_LAW = (
    "to be registered as a real estate agent",
    "for a complaint to the authority in",
    "fee for an appeal to the",
    "ask the adjudicating officer for compensation",
)
"""What the law itself calls a thing: whoever asks about it can hardly say it otherwise."""


@pytest.fixture(scope="module")
def golden() -> list[GoldenRow]:
    return load_golden(EVAL / "golden", Half.ALL, get_registry())


@pytest.fixture(scope="module")
def check() -> list[GoldenRow]:
    return load_golden(EVAL / "golden", Half.CHECK, get_registry())


@pytest.fixture(scope="module")
def asked(golden: list[GoldenRow]) -> dict[Run, str]:
    """Every run of words that a row asks with, and a row that has it."""
    return {
        run: row.id
        for row in golden
        for text in (*row.turns, row.question, row.standalone)
        for run in runs(text)
    }


def runs(text: str | None) -> Iterator[Run]:
    words = split_all_words(text or "")
    return (tuple(words[at : at + LONGEST]) for at in range(len(words) - LONGEST + 1))


def shared(text: str, asked: dict[Run, str]) -> set[tuple[str, str]]:
    named = {run for name in NAMES_IN_LAW for run in runs(name)}
    return {(asked[run], " ".join(run)) for run in runs(text) if run in asked and run not in named}


def test_runs_are_of_whole_words_in_every_script() -> None:
    assert list(runs("Is my flat, on floor two, mine?")) == [
        ("is", "my", "flat", "on", "floor", "two"),
        ("my", "flat", "on", "floor", "two", "mine"),
    ]
    assert list(runs("बिल्डर ने मेरा पैसा वापस नहीं")) == [("बिल्डर", "ने", "मेरा", "पैसा", "वापस", "नहीं")]
    assert list(runs("only five words are here")) == list(runs(None)) == []


def test_no_question_is_written_into_the_package(asked: dict[Run, str]) -> None:
    files = [file for pattern in WRITTEN for file in sorted(PACKAGE.rglob(pattern))]
    assert len(files) > 200
    assert {"expected_questions/rera_act_2016.yaml", "property_matters.yaml"} <= {
        f"{file.parent.name}/{file.name}" if file.parent.name == "expected_questions" else file.name
        for file in files
    }
    copied = {
        str(file.relative_to(PACKAGE)): found
        for file in files
        if (found := shared(file.read_text("utf-8"), asked))
    }
    assert copied == {}


def test_no_question_is_among_those_that_declining_is_measured_with(asked: dict[Run, str]) -> None:
    folder = PACKAGE.parent / "tests" / "retrieval" / "answerability" / "data"
    fields = [load(folder.joinpath(name).read_text("utf-8")) for name in ("fields_to_fit.yaml", "unseen_fields.yaml")]
    by_kind = TypeAdapter(list[dict[str, dict[str, list[str]]]]).validate_python(fields)
    names = [{name for of_kind in kinds.values() for name in of_kind} for kinds in by_kind]
    texts = [text for kinds in by_kind for of_kind in kinds.values() for lines in of_kind.values() for text in lines]
    assert names[0].isdisjoint(names[1]), "a field that is fitted to is not unseen"
    assert len(texts) == len(set(texts)) > 1000
    assert [found for text in texts if (found := shared(text, asked))] == []


def test_no_question_is_one_that_speed_is_measured_with(asked: dict[Run, str]) -> None:
    files = [file for file in sorted((EVAL / "bench").rglob("*")) if file.is_file()]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert lines and [found for line in lines if (found := shared(line, asked))] == []


def test_a_copied_question_would_be_seen(golden: list[GoldenRow], asked: dict[Run, str]) -> None:
    row = next(row for row in golden if len(split_all_words(row.question)) > LONGEST)
    assert shared(f'HINT = "{row.question}"', asked)


def test_the_set_is_large_enough(golden: list[GoldenRow]) -> None:
    assert len(golden) >= 400
    assert sum(row.language is not RowLanguage.ENGLISH for row in golden) >= 150
    assert len(compared(golden)) >= 60
    assert sum(row.abstain is not None for row in golden) >= 80
    assert sum(bool(row.turns) for row in golden) >= 25
    assert sum(bool(row.parts) for row in golden) >= 50


def test_the_half_that_checks_is_large_enough(check: list[GoldenRow]) -> None:
    assert sum(row.abstain is None for row in check) >= 150
    assert len(compared(check)) >= 40


def test_ids_are_unique_over_both_halves_and_no_question_stands_in_both(golden: list[GoldenRow]) -> None:
    assert len({row.id for row in golden}) == len(golden)
    said = [(row.turns, row.question.casefold(), row.jurisdiction) for row in golden]
    assert len(set(said)) == len(said)


def compared(rows: list[GoldenRow]) -> list[GoldenRow]:
    return [row for row in rows if row.type is RowKind.CONFLICT and row.abstain is None]


def test_what_models_of_words_are_fitted_to_is_of_no_golden_row_and_no_post(asked: dict[Run, str]) -> None:
    measured = {run: post.id for post in load_posts(EVAL / "posts") for run in runs(post.text)}
    fitted = [one.text for one in (*read_party_questions(), *read_asks_by_law())]
    fitted += [text for post in read_marked_posts() for text, _ in post.sentences]
    assert len(fitted) > 8000 and len(measured) > 10_000
    assert [text for text in fitted if shared(text, asked) or any(run in measured for run in runs(text))] == []

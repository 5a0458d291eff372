"""How an answer is to be written is told on the command line and in the rows of a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from civicsetu import cli
from civicsetu.answering import batch
from civicsetu.answering.plain_text import as_plain_text
from civicsetu.answering.question import Question, Writing
from civicsetu.errors import InputError
from civicsetu.law.answers import Answer, Sentence, Support
from tests.answering.given import answered

TYPED: list[tuple[list[str], Writing]] = [
    ([], {}),
    (["--without-model"], {"by_model": False}),
    (["--strict-extractive"], {"strict_extractive": True}),
    (["--require-hard-citations"], {"require_hard_citations": True}),
    (["--no-claims"], {"enable_claims": False}),
    (["--low-confidence", "ask"], {"low_confidence_behavior": "ask"}),
]


@pytest.mark.parametrize(("options", "told"), TYPED)
def test_each_option_reaches_the_question(
    options: list[str], told: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    async def answer_one(*arguments: Any, facts: dict[str, str]) -> Answer:
        given.extend(arguments)
        return answered(written_by="openai/scribe")

    monkeypatch.setattr(batch, "answer_one", answer_one)
    done = CliRunner().invoke(cli.app, ["ask", "Who keeps the gate?", "--json", *options])
    assert done.exit_code == 0, done.output
    assert given[-1] == told and json.loads(done.output)["written_by"] == "openai/scribe"
    Question("x", "s", **told)


def test_facts_are_typed_as_name_and_value(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, str] = {}

    async def answer_one(*arguments: Any, facts: dict[str, str]) -> Answer:
        given.update(facts)
        return answered()

    monkeypatch.setattr(batch, "answer_one", answer_one)
    typed = ["ask", "Who keeps the gate?", "--fact", "party=allottee", "--fact", "wants = leave"]
    assert CliRunner().invoke(cli.app, typed).exit_code == 0
    assert given == {"party": "allottee", "wants": "leave"}
    assert CliRunner().invoke(cli.app, ["ask", "Who?", "--fact", "allottee"]).exit_code == 2


def test_a_behaviour_there_is_none_of_is_refused() -> None:
    assert CliRunner().invoke(cli.app, ["ask", "Who?", "--low-confidence", "guess"]).exit_code == 2


def test_a_row_says_how_it_is_written_and_an_unknown_word_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    row: dict[str, object] = {"id": "1", "question": "Who?"}
    writing: Writing = {
        "by_model": False, "strict_extractive": True, "require_hard_citations": False, "enable_claims": False,
        "low_confidence_behavior": "decline",
    }  # fmt: skip
    file.write_text(f"{json.dumps(row | writing)}\n{json.dumps(row)}\n")
    first, second = batch.read_rows(file)
    assert (first.writing, second.writing) == (writing, {})
    for wrong in ({"low_confidence_behavior": "guess"}, {"without_model": True}):
        file.write_text(json.dumps(row | wrong))
        with pytest.raises(InputError) as told:
            batch.read_rows(file)
        assert told.value.user_message.startswith("Line 1 of in.jsonl cannot be used: ")
        assert next(iter(wrong)) in told.value.user_message


def test_the_plain_text_says_who_wrote_it_and_what_is_advice() -> None:
    lead = Sentence(text="The keeper closes it.", citations=(0,), support=Support.VERIFIED, translation="अनुवाद")
    tip = Sentence(text="Keep a copy.", support=Support.PRACTICAL)
    told = as_plain_text(answered(sentences=[lead, tip], written_by="openai/scribe")).splitlines()
    assert told[:3] == [
        "Machine-made translation, checked for figures and dates: अनुवाद",
        "The keeper closes it. [Lantern Act s.3(1)]", "Tip: Keep a copy.",
    ]  # fmt: skip
    assert "Written by scribe from the law above; each sentence was checked against the provision it cites." in told
    assert not [line for line in as_plain_text(answered()).splitlines() if "Written by" in line]

"""Questions to be judged: golden rows without what tells their gold, or a file of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.errors import InputError
from civicsetu.evaluation.judging.questions import from_golden, read_questions
from civicsetu.evaluation.judging.sheet import QuestionForm
from tests.evaluation.golden_rows import REGISTRY, row
from tests.retrieval.lantern_act import ACT


def test_a_golden_row_gives_what_is_asked_and_no_more() -> None:
    parts = [{"asks": "the hour", "kind": "answer", "gold": [f"{ACT} 3(1)"]},
             {"asks": "the tax", "kind": "abstain", "abstain": "other_law"}]  # fmt: skip
    plain, post = from_golden([row("a", turns=["What is a lantern?"], language="hi"), row("b", parts=parts)])
    assert plain.turns == ("What is a lantern?",) and plain.language == "hi"
    assert (plain.form, post.form) == (QuestionForm.PLAIN, QuestionForm.POST)
    assert set(plain.model_dump()) == {"id", "question", "turns", "jurisdiction", "form", "language"}


def test_a_file_of_questions_is_read(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(
        '{"id": "a", "question": "When?"}\n\n'
        '{"id": "b", "question": "And there?", "turns": ["When?"], "jurisdiction": "karnataka", "form": "post"}\n'
    )
    first, second = read_questions(path, REGISTRY)
    assert (first.form, first.language, first.turns) == ("plain", "en", ())
    assert (second.jurisdiction, second.form, second.turns) == ("KARNATAKA", "post", ("When?",))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "q.jsonl holds no questions."),
        ("\n[]", "Line 2 of q.jsonl cannot be used"),
        ('{"id": "a"}', "Line 1 of q.jsonl cannot be used: question: Field required."),
        ('{"id": "a", "question": "?!"}', "a question has no words"),
        ('{"id": "a", "question": "When?", "gold": []}', "gold: Extra inputs are not permitted"),
        ('{"id": "a", "question": "When?", "form": "tale"}', "form:"),
        ('{"id": "a", "question": "When?", "jurisdiction": "Narnia"}', "there is no jurisdiction 'Narnia'."),
        ('{"id": "a", "question": "When?"}\n' * 2, "Line 2 of q.jsonl cannot be used: a stands twice."),
    ],
)
def test_a_wrong_line_is_refused_by_its_number(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "q.jsonl").write_text(text)
    with pytest.raises(InputError) as error:
        read_questions(tmp_path / "q.jsonl", REGISTRY)
    assert told in error.value.user_message

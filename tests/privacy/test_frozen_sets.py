"""Masking is measured on sets written by another hand: what is missed, and what is touched for nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from civicsetu.privacy.mask import mask
from tests.privacy.frozen import Form, forms, harmless, is_masked, survives

_FORM = Form("f1", "phone", "call ९८४५० १२३४५ now", "९८४५० १२३४५")


def test_nearly_every_form_is_masked() -> None:
    given = forms()
    assert len(given) >= 560
    missed = [
        f"{form.id} ({form.kind}): {mask(form.text)}"
        for form in given
        if not is_masked(form, mask(form.text))
    ]
    assert len(missed) <= 0.01 * len(given), f"missed {len(missed)} of {len(given)}:\n" + "\n".join(missed)


def test_hardly_any_harmless_text_is_touched() -> None:
    given = harmless()
    assert len(given) >= 720
    touched = [f"{one.id}: {mask(one.text)}" for one in given if mask(one.text) != one.text]
    assert len(touched) <= 0.005 * len(given), f"touched {len(touched)} of {len(given)}:\n" + "\n".join(
        touched
    )


@pytest.mark.parametrize(
    ("shown", "masked"),
    [
        ("call [phone] now", True),
        ("call ९८४५० १२३४५ now", False),
        ("call 98450-12345 now [phone]", False),
        ("call [phone] 012345 now", False),
        ("call now", False),
    ],
)
def test_the_check_sees_what_survives(shown: str, masked: bool) -> None:
    assert is_masked(_FORM, shown) is masked


def test_letters_that_survive_are_seen() -> None:
    assert survives("Ravi @ example . com", "write to RAVI@EXAMPLE.COM [e-mail]")
    assert not survives("Ravi @ example . com", "write to [e-mail]")


def test_a_missing_file_or_a_row_without_its_secret_fails(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        forms(tmp_path)
    with pytest.raises(FileNotFoundError):
        harmless(tmp_path)
    rows = [_FORM._asdict(), {**_FORM._asdict(), "id": "f2", "secret": "98450"}]
    (tmp_path / "forms.jsonl").write_text("\n".join(json.dumps(row) for row in rows[:1]), "utf-8")
    assert forms(tmp_path) == [_FORM]
    (tmp_path / "forms.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    with pytest.raises(AssertionError, match="f2"):
        forms(tmp_path)

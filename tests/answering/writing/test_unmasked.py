"""No personal data reaches a prompt, whether it stands in the question, in a part of it or in a turn before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.writing.asked import describe_asked
from civicsetu.answering.writing.prompt import build_prompt
from tests.answering.composing.mills import REGISTRY
from tests.answering.given import answered
from tests.answering.hostile_writer import PERSONAL, PersonalCase
from tests.answering.writing.mill_writing import GRIND, part

NAMES = {code: one.name for code, one in REGISTRY.jurisdictions.items()}


@pytest.mark.parametrize("case", PERSONAL, ids=lambda case: case.text[:40])
def test_nothing_unmasked_reaches_a_prompt(case: PersonalCase) -> None:
    told = part()
    turns = [replace(told, query=replace(told.query, standalone=f"{GRIND} {case.text}"))] * 2
    prompt = build_prompt(describe_asked(f"{GRIND} {case.text}", turns, [answered(case.text)], NAMES), (), NAMES)
    assert not any(secret in prompt.user or secret in prompt.system for secret in case.secret)

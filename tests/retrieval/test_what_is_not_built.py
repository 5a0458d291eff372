"""What is not built is said so in the documentation, and what is said to be built can be switched off."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from civicsetu.evaluation.ablation import VARIANTS

_DOC = Path(__file__).parents[2] / "docs" / "retrieval.md"


@pytest.mark.parametrize(
    "way", ["query expansion", "HyDE", "semantic cache", "late chunking", "ColBERT", "listwise rerank"]
)
def test_each_way_has_a_switch_or_is_said_to_be_not_built(way: str) -> None:
    rows = _DOC.read_text("utf-8").partition("## What is not built")[2].splitlines()
    [row] = [row for row in rows if row.startswith(f"| {way}")]
    if "| not built: " not in row:
        variant = re.search(r'--only "([^"]+)"', row)
        assert variant is not None and variant[1] in {one.name for one in VARIANTS}

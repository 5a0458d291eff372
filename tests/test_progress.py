"""How long the parts of a work took is told, also of one that failed."""

from __future__ import annotations

import pytest

from civicsetu.progress import Parts


def test_each_part_is_told_in_its_order() -> None:
    parts = Parts({"the database": 2.2, "the models": 20.7})
    assert parts.told() == "23 s: the database 2 s, the models 21 s" and parts.whole == pytest.approx(22.9)


def test_a_part_is_measured_even_if_it_fails() -> None:
    parts = Parts()
    with pytest.raises(ValueError), parts.part("the laws"):
        raise ValueError
    assert list(parts.seconds) == ["the laws"] and parts.whole >= 0

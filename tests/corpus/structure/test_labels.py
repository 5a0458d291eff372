"""Which label opens a list, and which may come after which."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.structure.labels import LabelKind, follows, opening_kind

NUMBER, LETTER, ROMAN, CAPITAL = LabelKind.NUMBER, LabelKind.LETTER, LabelKind.ROMAN, LabelKind.CAPITAL


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("1", NUMBER), ("a", LETTER), ("i", ROMAN), ("A", CAPITAL),
        ("2", None), ("b", None), ("ii", None), ("B", None), ("1A", None), ("aa", None), ("", None),
    ],
)  # fmt: skip
def test_lists_open_with_their_first_label(label: str, kind: LabelKind | None) -> None:
    assert opening_kind(label) is kind


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        (NUMBER, "1 2 3".split()),
        (NUMBER, "9 10 11".split()),
        (NUMBER, "2 2A 2B 3 4".split()),
        (NUMBER, "1 1A 2".split()),
        (LETTER, "a b c d".split()),
        (LETTER, "h i j".split()),
        (LETTER, "a aa ab ac b".split()),
        (LETTER, "o oa p".split()),
        (LETTER, "y z za zb zc".split()),
        (LETTER, "zj zk zl".split()),
        (LETTER, "y z aa bb cc".split()),
        (ROMAN, "i ii iii iv v vi vii viii ix x xi xii".split()),
        (ROMAN, "xix xx xxi".split()),
        (CAPITAL, "A B C D".split()),
    ],
)
def test_labels_in_order(kind: LabelKind, labels: list[str]) -> None:
    assert all(follows(kind, before, label) for before, label in pairwise(labels))
    assert not any(follows(kind, label, before) for before, label in pairwise(labels))


@pytest.mark.parametrize(
    ("kind", "before", "label"),
    [
        (NUMBER, "1", "3"), (NUMBER, "1", "1"), (NUMBER, "2", "2B"), (NUMBER, "2A", "2A"), (NUMBER, "2", "3A"),
        (NUMBER, "1", "b"), (NUMBER, "1", "ii"), (LETTER, "a", "c"), (LETTER, "a", "a"), (LETTER, "b", "aa"),
        (LETTER, "a", "B"), (LETTER, "a", "2"), (LETTER, "z", "bb"), (LETTER, "aa", "cc"), (LETTER, "z", "zb"), (ROMAN, "i", "iii"),
        (ROMAN, "i", "j"), (ROMAN, "iv", "iv"), (ROMAN, "i", "II"), (CAPITAL, "A", "b"), (CAPITAL, "A", "C"),
        (CAPITAL, "A", "2"),
    ],
)  # fmt: skip
def test_labels_out_of_order(kind: LabelKind, before: str, label: str) -> None:
    assert not follows(kind, before, label)


_LABELS = st.from_regex(r"[0-9]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,2}", fullmatch=True)


@given(st.sampled_from(list(LabelKind)), _LABELS, _LABELS)
def test_any_two_labels_are_compared_without_harm(kind: LabelKind, before: str, label: str) -> None:
    assert not (follows(kind, before, label) and label == before)

"""Masking costs time linear in what is kept, and a cut leaves no half of anything."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from civicsetu.answering.question import clean_text
from civicsetu.errors import InputError
from civicsetu.privacy.kinds import PersonalDataKind
from civicsetu.privacy.mask import find, mask
from civicsetu.web.chat.records import mask_for_storage
from tests.privacy.given import FORMS, FRAGMENTS

_SMALL = (
    "9845012345 ", "a@", "1 ", "Rs ", "at ", "dot ", "00", "A1", "a@b.", "11 ", "11 111 ", "1234 567 ", "9 8 ", "(at)",
    "x at y dot ", "\u200b ", "  a", "९८", "call 1", "1,", "1/", "(1) ", "ABCPD1234E ", "98450-", "+91 ", "[phone] ",
    "a b c d e 1 2 3 4 ", "ka 01 ab ", "é", "1.1.2019 ", "https://", "a@gmail ", "passport ", "\x00 ", "phone 23456789 ",
    "9999\u00a0", "234567890123 ", "1:2,3-4.5/6_7 8 ", "1111111a", "a-", "ok at ybl ", "@ybl ", "account 12345 ", "@a.a", "1234*", "98*", "कीमत 98 ", "total cost 1 ",
)  # fmt: skip
_WORST = ("1234 567 ", "9999\u00a0")
_WORST_BESIDES = ("a@gmail ", "1:2,3-4.5/6_7 8 ", "a b c d e 1 2 3 4 ", "ok at ybl ", "9845012345 ")
"""Those that cost most of all: by default a tenth of a megabyte of them is masked, as of every fragment."""
_TENFOLD = 25
_MEGABYTE = 1_000_000


def _repeated(fragment: str, length: int) -> str:
    return (fragment * (length // len(fragment) + 1))[:length]


@pytest.fixture(scope="module", autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """What thousands of tests left behind does not count: the collector is not made to walk it again."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def _seconds(work: Callable[[], object], tries: int = 3) -> float:
    """Processor time of the best of so many tries, so that a busy machine does not count."""
    taken = []
    for _ in range(tries):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def _is_linear(text: str) -> bool:
    """Ten times the text takes about ten times as long, on a slow machine as on a quick one; squared it takes a hundred."""
    tenth = _seconds(lambda: mask(text[: len(text) // 10]))
    return any(_seconds(lambda: mask(text), 1) < _TENFOLD * tenth for _ in range(3))


@pytest.mark.parametrize("fragment", _SMALL)
def test_any_repeated_fragment_is_masked_in_linear_time(fragment: str) -> None:
    assert _is_linear(_repeated(fragment, 100_000))


@pytest.mark.parametrize("seed", range(4))
def test_mixtures_are_masked_in_linear_time(seed: int) -> None:
    chance = random.Random(seed)
    pool = [*_SMALL, *FRAGMENTS, *"0123456789 -./,@ab"]
    text = "".join(chance.choice(pool) for _ in range(100_000))[:100_000]
    numbers = " ".join(str(chance.randrange(10 ** chance.randrange(1, 7))) for _ in range(30_000))
    assert _is_linear(text) and _is_linear(numbers[:100_000])


@pytest.mark.parametrize(
    "fragment", [*_WORST, *(pytest.param(one, marks=pytest.mark.long) for one in _WORST_BESIDES)]
)
def test_a_megabyte_of_the_worst_is_masked_in_linear_time(fragment: str) -> None:
    """It takes 1.5 s on a quick machine, and what is not linear needs minutes."""
    assert _is_linear(_repeated(fragment, _MEGABYTE))


def test_a_megabyte_of_any_digits_and_separators_is_masked_in_linear_time() -> None:
    assert _is_linear("".join(random.Random(7).choices("0123456789" * 4 + " .,:;/_()~-*", k=_MEGABYTE)))


@pytest.mark.parametrize("fragment", _SMALL)
def test_at_a_door_a_megabyte_costs_no_more_than_what_is_kept(fragment: str) -> None:
    """What is kept is a fiftieth of it: to read the rest would cost many times as much. What cannot be seen is dropped unread."""
    megabyte, kept = _repeated(fragment, _MEGABYTE), _repeated(fragment, _MEGABYTE // 20)
    allowed = 3 * max(_seconds(lambda: _brought_to_a_door(kept)), _seconds(lambda: _brought_to_a_door("0" * len(kept))))
    assert any(_seconds(lambda: _brought_to_a_door(megabyte), 1) < allowed for _ in range(3))


def _brought_to_a_door(text: str) -> None:
    mask_for_storage(text)
    with pytest.raises(InputError):
        clean_text(text, 2_000)


@pytest.mark.parametrize("form", [form for forms in FORMS.values() for form in forms])
def test_what_reaches_across_a_cut_is_masked_whole_or_left_out(form: str) -> None:
    text = f"mine is {form} and then more"
    [span] = find(text)
    masked = mask(text)
    for limit in range(len(text)):
        cut = mask(text, limit)
        assert len(cut) <= limit
        assert masked.startswith(cut)
        if limit >= 40 + len(form):
            assert span.kind.placeholder in cut


@pytest.mark.parametrize("blanks", [3, 500, 50_000])
def test_a_number_with_many_blanks_at_the_cut_is_no_half_number(blanks: int) -> None:
    text = f"mine is 9999{' ' * blanks}4105\u200b{' ' * blanks}7058"
    for limit in (12, 14, 12 + blanks, 16 + blanks):
        assert "9999" not in mask(text, limit) and "4105" not in mask(text, limit)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join), st.integers(0, 200))
@example("[IFSC]12345671,00,0001234567", 28)
def test_a_cut_text_shows_nothing_that_the_whole_hides(text: str, limit: int) -> None:
    cut = mask(text, limit)
    assert len(cut) <= limit
    assert mask(text).startswith(cut)


def test_many_addresses_before_the_cut_bring_nothing_unread_into_view() -> None:
    text = "someone.with.a.long.name@example.com " * 2_000 + "9845012345"
    cut = mask(text, 1_000)
    assert set(cut.split()) == {PersonalDataKind.EMAIL.placeholder}

"""The bounded cache: sizes, lifetimes, counts, and many who use it at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.retrieval.caching.bounded_cache import BoundedCache, CacheCounts


class Clock:
    """Seconds that go on only when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def filled(size: int, max_size: int = 1000) -> BoundedCache[int, str]:
    cache: BoundedCache[int, str] = BoundedCache(max_size, 60.0)
    for number in range(size):
        cache.put(number, f"value {number}")
    return cache


def held(cache: BoundedCache[int, str], upto: int) -> list[int]:
    return [number for number in range(upto) if cache.get(number) is not None]


def test_the_thousand_and_first_entry_sends_the_oldest_hundred_away() -> None:
    cache = filled(1000)
    assert cache.counts.held == 1000
    cache.put(1000, "value 1000")
    assert cache.counts.held == 901
    assert held(cache, 1001) == list(range(100, 1001))


def test_what_was_used_lately_stays() -> None:
    cache = filled(1000)
    assert cache.get(0) == "value 0"
    cache.put(1000, "value 1000")
    assert held(cache, 1001) == [0, *range(101, 1001)]


def test_replacing_an_entry_of_a_full_cache_sends_nothing_away() -> None:
    cache = filled(10, max_size=10)
    cache.put(3, "another")
    assert cache.counts.held == 10 and cache.get(3) == "another"


@pytest.mark.parametrize(("max_size", "left"), [(1, 1), (5, 5), (9, 9), (10, 10), (20, 19), (25, 24)])
def test_at_least_one_goes_where_a_tenth_is_none(max_size: int, left: int) -> None:
    cache = filled(max_size + 1, max_size)
    assert cache.counts.held == left and cache.get(max_size) == f"value {max_size}"


def test_an_entry_lives_for_its_lifetime_and_reading_does_not_prolong_it() -> None:
    clock = Clock()
    cache: BoundedCache[str, str] = BoundedCache(10, 900.0, clock)
    cache.put("question", "found")
    clock.now += 899.9
    assert cache.get("question") == "found"
    clock.now += 0.2
    assert cache.get("question") is None and cache.counts.held == 0
    cache.put("question", "found anew")
    clock.now += 500
    assert cache.get("question") == "found anew"


def test_what_has_expired_makes_room_before_anything_else_does() -> None:
    clock = Clock()
    cache: BoundedCache[int, str] = BoundedCache(10, 60.0, clock)
    for number in range(5):
        cache.put(number, "early")
    clock.now += 40
    for number in range(5, 10):
        cache.put(number, "late")
    clock.now += 30
    cache.put(10, "new")
    assert held(cache, 11) == [5, 6, 7, 8, 9, 10]


def test_with_no_room_nothing_is_kept() -> None:
    cache: BoundedCache[str, str] = BoundedCache(0, 60.0)
    cache.put("question", "found")
    assert cache.get("question") is None and cache.counts == CacheCounts(0, 1, 0)


def test_hits_and_misses_are_counted() -> None:
    cache = filled(2)
    asked = [cache.get(number) for number in (0, 1, 0, 7)]
    assert asked == ["value 0", "value 1", "value 0", None]
    assert cache.counts == CacheCounts(hits=3, misses=1, held=2)


@given(
    st.integers(1, 30),
    st.lists(st.tuples(st.sampled_from("pgt"), st.integers(0, 40)), max_size=120),
)
def test_it_never_holds_too_many_and_never_gives_what_was_not_put(
    max_size: int, steps: list[tuple[str, int]]
) -> None:
    clock = Clock()
    cache: BoundedCache[int, tuple[int, float]] = BoundedCache(max_size, 50.0, clock)
    put: dict[int, float] = {}
    for step, number in steps:
        if step == "p":
            cache.put(number, (number, clock.now))
            put[number] = clock.now
        elif step == "t":
            clock.now += number
        elif (found := cache.get(number)) is not None:
            assert found == (number, put[number]) and clock.now < put[number] + 50
        assert cache.counts.held <= max_size


def test_threads_share_it() -> None:
    cache: BoundedCache[int, str] = BoundedCache(50, 60.0)

    def work(seed: int) -> int:
        wrong = 0
        for step in range(3000):
            number = (step * seed) % 97
            found = cache.get(number)
            wrong += found not in (None, f"value {number}")
            cache.put(number, f"value {number}")
        return wrong

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(1, 9))) == 0
    assert cache.counts.hits + cache.counts.misses == 8 * 3000 and cache.counts.held <= 50


async def test_tasks_share_it() -> None:
    cache: BoundedCache[int, str] = BoundedCache(5, 60.0)

    async def work(number: int) -> str | None:
        cache.put(number % 5, f"value {number % 5}")
        await asyncio.sleep(0)
        return cache.get(number % 5)

    found = await asyncio.gather(*(work(number) for number in range(100)))
    assert found == [f"value {number % 5}" for number in range(100)]

"""A model that keeps failing is left alone for a while, and tried again."""

from __future__ import annotations

from civicsetu.models.writer.circuit_breaker import CircuitBreaker


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_failures_in_a_row_open_it_and_one_more_after_the_pause() -> None:
    clock = Clock()
    breaker = CircuitBreaker(2, 60, clock)
    breaker.record_failure("a")
    breaker.record_success("a")
    breaker.record_failure("a")
    assert not breaker.is_open("a")
    breaker.record_failure("a")
    assert breaker.is_open("a") and not breaker.is_open("b")
    clock.now += 60
    assert not breaker.is_open("a")
    breaker.record_failure("a")
    assert breaker.is_open("a")
    clock.now += 60
    breaker.record_success("a")
    breaker.record_failure("a")
    assert not breaker.is_open("a")


def test_what_does_not_pass_opens_it_at_once_and_a_server_may_say_for_how_long() -> None:
    clock = Clock()
    breaker = CircuitBreaker(5, 60, clock)
    breaker.record_failure("a", at_once=True)
    breaker.record_failure("b", for_s=600)
    clock.now += 61
    assert not breaker.is_open("a") and breaker.is_open("b")
    breaker.record_failure("c", for_s=10**9)
    clock.now += 3600
    assert not breaker.is_open("c"), "no server closes itself for longer than an hour"


def test_without_a_pause_nothing_is_left_alone() -> None:
    breaker = CircuitBreaker(1, 0)
    breaker.record_failure("a", at_once=True)
    assert not breaker.is_open("a")

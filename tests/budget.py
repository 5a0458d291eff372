"""How much the property tests try: little and the same in every run, or much and at random.

`make test` tries few examples, which follow from the test alone, so that a run that passed passes again.
`make test-long` tries many others each time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

_LONGER = 20
SHORT, LONG = "short", "long"


def register() -> None:
    """Make both known to `--hypothesis-profile`, and the short one usual.

    No clock decides: what is slow on a busy machine is no fault.
    """
    short = settings(
        max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.register_profile(SHORT, short)
    settings.register_profile(LONG, short, max_examples=40 * _LONGER, derandomize=False, print_blob=True)
    settings.load_profile(SHORT)


def examples(count: int, at_first: int | None = None) -> int:
    """So many in the short run, or `at_first` where each is slow; as many times more in the long one as everywhere."""
    return (at_first or count) if settings.get_current_profile_name() == SHORT else count * _LONGER

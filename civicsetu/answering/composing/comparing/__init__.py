"""Compare states: their statements on one matter side by side, and the same value of each."""

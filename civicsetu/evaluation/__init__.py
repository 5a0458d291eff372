"""Golden sets, metrics and gates: how good the answers are, measured."""

"""Golden sets, metrics and fitted models: how good the answers are, measured."""

"""Whether a sentence that a model wrote is supported by what it cites: one guard for every written sentence."""

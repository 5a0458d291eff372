"""Decide whether the law found answers the question: answer, ask back, show options or abstain."""

"""Whether what was found answers the question: answer, ask back, show options, abstain."""

"""The checks of one sentence, each against the text it cites: every one looks at one kind of claim."""

"""Judge a whole answer by rules as it is given: pure functions over the typed answer, listed in one table."""

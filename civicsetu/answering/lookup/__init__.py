"""Look the law up: what a front may read besides answers. `LawLookup` is the door."""

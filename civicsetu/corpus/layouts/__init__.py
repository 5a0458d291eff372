"""How publishers print a law: the Gazette, sets of rules, consolidated texts."""

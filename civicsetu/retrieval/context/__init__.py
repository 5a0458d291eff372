"""The law found, written as one text of bounded length."""

"""The words of the house as types. Pure: no I/O, no model, no clock."""

"""The words of the project as types. Pure: no I/O, no model, no clock."""

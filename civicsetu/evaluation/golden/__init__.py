"""The golden set: its rows, kinds, and which can be asked of the law held."""

"""The law's figure applied to the asker's own: a share of their price, a limit on their land, the end of a period."""

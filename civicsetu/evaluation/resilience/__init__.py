"""Loads, kills and faults against a real installation, each with the figure it must reach.

Everything here is a client: it starts the page as a process of its own, asks over its socket as a
browser does, and ends processes by their PID. `make load` and `make chaos` print the tables.
"""

"""Tests of the stores, on the servers a user runs."""

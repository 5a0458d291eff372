"""Tests of what the law held does not settle."""

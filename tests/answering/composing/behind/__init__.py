"""Tests of what belongs behind a lead."""

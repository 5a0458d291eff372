"""Tests of the languages of the page."""

"""Whose question is answered next, and how many one person may ask."""

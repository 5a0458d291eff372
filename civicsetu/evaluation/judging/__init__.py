"""Answers judged by readers: sheets to judge from, the law's own words beside them, and what the verdicts say."""

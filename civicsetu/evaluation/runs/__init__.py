"""Runs: a set of questions asked under one configuration, judged row by row, held to gates and compared."""

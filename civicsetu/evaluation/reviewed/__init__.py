"""Evaluation cases that reviewers made from what citizens asked."""

"""The instructions chat models are given, one Markdown file each; its head line names it and its version."""

"""File formats to plain lines of text: PDF, scans, Word, web pages, text."""

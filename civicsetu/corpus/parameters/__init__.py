"""Parameters: read, check and look up the dated values that the laws of the jurisdictions fix."""

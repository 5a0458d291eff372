"""Whether a restatement says exactly what the official text says."""

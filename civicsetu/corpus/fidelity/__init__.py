"""Does a restatement say exactly what the official text says? Provision by provision, fact by fact."""

"""Where official files come from: addresses, downloads, and the record of each file."""

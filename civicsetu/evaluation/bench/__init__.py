"""Speed and memory, measured on this machine."""

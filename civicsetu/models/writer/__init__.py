"""Chat models: which may be asked, how they are asked, and what that may cost."""

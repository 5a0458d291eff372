"""What is shown of a provision: its text by edition, where it stands in the law, what it is tied to, what is held of it."""

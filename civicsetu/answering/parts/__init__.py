"""What is said of one part of a turn before a model may write it: statements, states side by side, or lifted sentences."""

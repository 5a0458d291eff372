"""What retrieval keeps for the next question: vectors and results."""

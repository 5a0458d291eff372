"""What belongs behind the statement that leads an answer, and what is only near it."""

"""What a chat model is given to write an answer from, and how its reply is read."""

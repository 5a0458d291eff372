"""What a question names: places, and parts of a law that are not there."""

"""Compare plain statements with the passages of the plain edition that carry them."""

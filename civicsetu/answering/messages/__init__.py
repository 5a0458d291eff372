"""What is said in place of the law and beside it: why nothing is answered, what is not held, what is unclear."""

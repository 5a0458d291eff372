"""Look further where one search is not enough: tools over the law held, a plan of steps, and its budget."""

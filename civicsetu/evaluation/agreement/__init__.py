"""How far what is judged by rules agrees with what people judged of the same answers."""

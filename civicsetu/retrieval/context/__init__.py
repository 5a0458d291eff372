"""Write the law found as one text of limited length."""

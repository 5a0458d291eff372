"""Say yes or no before the statement that decides it: by rules, and by what readers said of people's questions."""

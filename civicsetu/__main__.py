"""`python -m civicsetu` is the `civicsetu` command."""

from civicsetu.cli import main

if __name__ == "__main__":
    main()

"""Which section of an Act each rule carries out."""

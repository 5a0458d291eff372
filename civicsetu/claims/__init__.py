"""Read and compare what a sentence claims: numbers, periods, parties, modality, references."""

"""The words of questions and of the law: tokens, synonyms, spelling, stems, domain terms."""

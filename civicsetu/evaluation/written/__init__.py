"""Measure written answers without a model: prompts written out, completions of any writer played back."""

"""Stands in for pandas, which comes with the evaluation and not with the page; libraries that find it load it all."""

raise ImportError("pandas is not installed where the page is served")

"""Languages of the page: message catalogues, which one a page is in, and sentences said in it."""

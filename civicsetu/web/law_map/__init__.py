"""The law's map: a page on which the law held is gone through by document, provision and connection."""

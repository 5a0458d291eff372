"""Programs that fit what ships: the classifier, the whitening, equivalent provisions."""

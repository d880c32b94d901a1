"""Features of tokens for the linear recognizers: named groups, one per published source."""

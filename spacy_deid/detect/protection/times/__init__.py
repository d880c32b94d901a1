"""Times of the day and parts of a week or year that look like dates."""

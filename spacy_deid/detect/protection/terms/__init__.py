"""Words that look like names and are none where they stand."""

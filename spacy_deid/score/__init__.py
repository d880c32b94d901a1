"""Judge a de-identification: agreement with gold, what leaked, what was lost, and how sure."""

"""A transformer that learns parts of a corpus and labels the rest: a teacher of networks."""

"""What is no identity: clinical terms, codes of products, measures, verbs."""

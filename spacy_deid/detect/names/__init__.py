"""Names of persons: their words, what stands around them, and what gives them away."""

"""What recognizers over features share: tags, weights, paths, and how they are trained."""

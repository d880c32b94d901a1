"""What is built around training: tuning, learning curves, mixtures, rankings, self-learning."""

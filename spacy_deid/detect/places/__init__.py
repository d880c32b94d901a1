"""Towns, states and countries, care sites and organizations."""

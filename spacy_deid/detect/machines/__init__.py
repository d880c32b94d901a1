"""Linear machines: what support vector machines are fitted, staged and calibrated by."""

"""Turn the detectors' proposals into one decision."""

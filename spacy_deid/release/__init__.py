"""What happens to a model between training and packaging: scrub, audit, card."""

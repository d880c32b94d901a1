"""Dates on their way through the masker: read, placed in time, moved, written."""

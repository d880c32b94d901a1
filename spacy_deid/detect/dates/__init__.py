"""Dates in every form, with all the ways to read them."""

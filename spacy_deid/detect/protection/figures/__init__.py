"""Amounts, doses, settings and shares: figures that are no date, age or number of a person."""

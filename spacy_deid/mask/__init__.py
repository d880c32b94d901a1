"""Rewrite the text: surrogates, shifted dates, ages and placeholders."""

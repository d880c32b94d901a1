"""Numbers and codes of persons, cases and things, by cue, form and check digits."""

"""Words of the calendar, and the places of a text where a date or an age can begin."""

"""Ages of persons, by their unit, the words before them and the person beside them."""

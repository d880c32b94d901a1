"""Values of laboratory tests, vital signs and scores: in tables, lists, series and running text."""

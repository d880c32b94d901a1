"""Phone numbers, mail and web addresses, user names."""

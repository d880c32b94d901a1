"""Jobs of patients and relatives."""

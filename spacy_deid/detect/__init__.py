"""Detectors: they propose spans and leave the decision to the resolver."""

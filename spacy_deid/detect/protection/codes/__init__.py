"""Codes of products, studies, genes and papers: they belong to no person."""

"""Spec -> Program: weaving, layout, then layer upon layer from cells to decisions; `lower.py` is the front."""

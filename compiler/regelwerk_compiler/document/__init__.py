"""From the text of a file to a Document (`located.py`), its shape held against the schema, or diagnostics."""

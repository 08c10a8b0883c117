"""From a Document to a Spec (`spec/`), or diagnostics; `build.py` runs the phases."""

"""From the rules of a game in YAML to a program that plays it: text, Document, Spec, Flow, and the source of an engine; `pipeline.py` is the way."""

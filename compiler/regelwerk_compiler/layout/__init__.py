"""From the text of a spec to the same spec laid out: keys in order, indentation even, comments where they belong."""

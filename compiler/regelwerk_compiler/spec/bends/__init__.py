"""From the bends of variants and rows to typed ones whose addresses exist and which do not clash."""

"""From lists of steps to typed ones."""

"""From the sentences of formulas to typed formulas; `Typer` is the door."""

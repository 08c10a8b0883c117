"""Drawing the table in the terminal: from a program and what one seat sees of it to something that rich prints."""

"""From one sentence to its tree (`ast/`), or diagnostics; the grammar is `grammar.lark`."""

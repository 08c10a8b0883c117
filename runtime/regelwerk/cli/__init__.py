"""The command `regelwerk`: one module a subcommand, each light to import, so that `--help` and `check` start at once."""

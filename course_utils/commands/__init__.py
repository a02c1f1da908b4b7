"""One module a subcommand of `course`: `add_arguments(parser)` and `run(args) -> exit code`."""

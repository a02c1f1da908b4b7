"""The hostile set is data: it is built into notebooks, never imported as tests."""

collect_ignore_glob = ["submissions/*", "more/*"]

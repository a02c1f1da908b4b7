"""Position methods: one file each, formulas from their papers; importing this loads no torch."""

"""How each trainer calls us, told again in a few lines of our own: what the adapters are tested with where the frameworks
are not installed. tests/python/contracts.json says what of the frameworks' sources each of these rests on."""

"""Access for others in the same local network: addresses, certificate, the prompt at start."""

"""How others in the same house get in: the addresses of this machine, the door that is opened by choice, and a certificate of one's own."""

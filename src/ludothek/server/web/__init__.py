"""The server as the net sees it: the HTTP interface, the live socket and the built pages."""

"""HTTP and WebSocket: routes, middleware and the built pages."""

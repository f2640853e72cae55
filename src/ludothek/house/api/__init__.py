"""The API without HTTP: routes, the types of requests and answers, and `HouseService`, which answers them."""

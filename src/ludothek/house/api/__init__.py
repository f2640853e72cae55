"""The interface: types of requests and answers, and `HouseService`, which answers them without HTTP."""

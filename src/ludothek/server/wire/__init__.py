"""What goes over the wire, as types: the OpenAPI document and the front end's types (`tools/typescript.py`) are made from these."""

"""What runs in this process: the open tables, who is connected to them, their clocks and their advisers."""

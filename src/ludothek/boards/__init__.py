"""What a drawn board needs from its game beside the moves: the types of what it is shown."""

"""Safehouse, from the box SafeHouse – Das Würfelspiel."""

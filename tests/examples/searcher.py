"""The general search at a strength that a test has time for."""

from ludothek.bots.search import SearchBot

SEARCHER = SearchBot(nodes=6000)

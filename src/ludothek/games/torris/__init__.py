"""Torris, from the box FIVE!"""

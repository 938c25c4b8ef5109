"""The examples play."""

"""The rules for all that a server writes, whatever it was asked."""

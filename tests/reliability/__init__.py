"""The service's promises, tried hard: small in `make test`, large in `make reliability`."""

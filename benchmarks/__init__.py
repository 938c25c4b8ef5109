"""What the service achieves beside its peers: ratios taken in one run on one machine (`make bench`)."""

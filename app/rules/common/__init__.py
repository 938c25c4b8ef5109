"""Words that more than one ruleset uses unchanged."""

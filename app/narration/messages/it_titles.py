TITLES: dict[str, str] = {}

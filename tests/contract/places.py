"""Where the contract is kept."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "app/api/http/example_answers.json"
EXAMPLES = ROOT / "app/api/http/examples.json"
DOCUMENT = ROOT / "docs/openapi.json"


def as_text(document: object) -> str:
    """JSON as it is kept: a line each, in the order that it has."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

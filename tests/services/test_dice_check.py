"""A proof is believed only as it was made."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import estoc
from app.services.proof.check import check
from app.services.proof.document import Proof
from tests.services.tampered import FILE, TAMPERED, Document, Place, named, proof, tampered

RUNNER = CliRunner()


def read(document: Document) -> Proof:
    return Proof.model_validate_json(json.dumps(document))


def test_the_proof_as_it_was_made_is_right() -> None:
    checked = check(read(proof()))
    assert checked.faults == ()
    assert (checked.count("right"), checked.count("by hand"), checked.count("wrong")) == (8, 1, 0)


@pytest.mark.parametrize(("change", "place"), TAMPERED.items(), ids=map(named, TAMPERED))
def test_whatever_is_changed_the_first_bad_roll_is_named(
    change: Callable[[Document], None], place: Place, tmp_path: Path
) -> None:
    document = tampered(change)
    checked = check(read(document))
    first = checked.first_bad_roll or checked.faults[0]
    assert (first.epoch, first.stream, first.index) == place
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(document))
    told = RUNNER.invoke(estoc, ["verify", str(file)])
    assert told.exit_code == 1, told.output
    epoch, stream, index = place
    if index is not None:
        assert f"First bad roll: epoch {epoch}, {stream} roll {index}: " in told.output
    assert first.message in told.output


def test_a_changed_face_is_told_beside_the_one_that_fell() -> None:
    document = proof()
    document["rolls"][2]["faces"] = [99]
    (fault,) = check(read(document)).faults
    assert fault.message == f"The seed gives {proof()['rolls'][2]['faces'][0]}."


def test_rolls_of_a_secret_epoch_are_neither_right_nor_wrong() -> None:
    document = proof()
    document["epochs"] = [{**document["epochs"][0], "seeds": None, "rolls": None, "revealed_at": None}]
    document["rolls"] = [roll for roll in document["rolls"] if roll["stream"] != "hidden"]
    checked = check(read(document))
    assert checked.faults == ()
    assert (checked.count("secret"), checked.count("right")) == (6, 0)


@pytest.mark.parametrize(
    "notation", ["0d6", "9999d9999999999", "1d0", "1d4294967297", "1d100 open-ended (96)", "", "d6", "٣d٦"]
)
def test_dice_that_do_not_exist_fall_nowhere(notation: str) -> None:
    document = proof()
    document["rolls"][0]["notation"] = notation
    assert check(read(document)).faults[0].message == f"These are not the dice of {notation}."


def test_a_die_that_always_opens_does_not_fall_for_ever() -> None:
    document = proof()
    document["rolls"][0]["notation"] = "1d100 open-ended (1+)"
    assert check(read(document)).verdicts[0] == "wrong"


def verify(*arguments: str) -> tuple[int, str]:
    told = RUNNER.invoke(estoc, ["verify", *arguments])
    return told.exit_code, told.output


def test_the_command_tells_that_all_is_right() -> None:
    status, told = verify(str(FILE))
    assert status == 0
    assert "Rolls of the server that fell as their seeds say: 8" in told
    assert "Rolls given by hand, which nobody can check: 1" in told


def test_a_commitment_that_was_noted_must_be_in_the_proof() -> None:
    noted = proof()["epochs"][0]["commitments"]["open"]
    assert verify(str(FILE), "--noted", noted.upper())[0] == 0
    status, told = verify(str(FILE), "--noted", noted, "--noted", "0" * 64)
    assert status == 1
    assert f"No epoch of this proof has the commitment {'0' * 64}" in told


def test_a_secret_epoch_with_rolls_ends_with_a_status_of_its_own(tmp_path: Path) -> None:
    document = proof()
    document["epochs"] = [{**document["epochs"][0], "seeds": None, "rolls": None}]
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(document))
    assert verify(str(file))[0] == 3


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": "dice/v0"}', json.dumps({**proof(), "rolls": [{"faces": "6"}]})]
)
def test_what_is_no_proof_is_unreadable(tmp_path: Path, text: str) -> None:
    file = tmp_path / "proof.json"
    file.write_text(text)
    status, told = verify(str(file))
    assert (status, "this is no proof of dice" in told) == (2, True)
    assert verify(str(tmp_path / "nowhere.json"))[0] == 2

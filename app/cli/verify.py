"""`estoc verify`: a proof of dice, checked without a server."""

from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from app.services.proof.check import Checked, Fault, check
from app.services.proof.document import Proof

WRONG, UNREADABLE, SECRET = 1, 2, 3
MOST = 20
"""Faults that are told after the first bad roll; a false seed makes all of its rolls bad."""

File = Annotated[Path, typer.Argument(help="What `GET …/dice-proof` answered.", show_default=False)]
Noted = Annotated[
    list[str] | None, typer.Option(help="A commitment that you noted before the fight; may be repeated.")
]


def verify(file: File, *, noted: Noted = None) -> None:
    """Check a proof of dice: the seeds against their commitments, and every roll against its seed.

    Ends with 0 if every roll of the server is right, 1 if anything is wrong, 2 if the file cannot be read,
    3 if nothing is wrong and some rolls cannot be checked yet.
    """
    console = Console(highlight=False, soft_wrap=True)
    try:
        proof = Proof.model_validate_json(file.read_bytes())
    except OSError as error:
        raise _unreadable(f"{file}: {error.strerror}") from error
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = "/".join(map(str, fault["loc"]))
        raise _unreadable(f"{file}: this is no proof of dice: {place}: {fault['msg']}.") from error
    checked = check(proof)
    for line in _report(proof, checked):
        console.print(line)
    unknown = _unknown(proof, noted or [])
    for commitment in unknown:
        console.print(Text(f"✗ No epoch of this proof has the commitment {commitment}.", "red"))
    if checked.faults or unknown:
        raise typer.Exit(WRONG)
    if checked.count("secret"):
        raise typer.Exit(SECRET)


def _unreadable(message: str) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(UNREADABLE)


def _report(proof: Proof, checked: Checked) -> list[Text]:
    lines = [
        Text(
            f"Epoch {epoch.epoch}: {'secret' if epoch.seeds is None else 'revealed'};"
            f" commitments {epoch.commitments.open} (open), {epoch.commitments.hidden} (hidden)"
        )
        for epoch in proof.epochs
    ]
    if (first := checked.first_bad_roll) is not None:
        lines.append(Text(f"✗ First bad roll: {_words(first)}", "red"))
    others = [fault for fault in checked.faults if fault != first]
    lines += [Text(f"✗ {_words(fault)}", "red") for fault in others[:MOST]]
    if len(others) > MOST:
        lines.append(Text(f"  and {len(others) - MOST} more faults.", "red"))
    if right := checked.count("right"):
        lines.append(Text(f"✓ Rolls of the server that fell as their seeds say: {right}", "green"))
    if by_hand := checked.count("by hand"):
        lines.append(Text(f"  Rolls given by hand, which nobody can check: {by_hand}"))
    if secret := checked.count("secret"):
        lines.append(Text(f"  Rolls that can be checked when their seeds are revealed: {secret}"))
    if proof.unproven:
        lines.append(Text(f"  Rolls from before the dice were committed to: {proof.unproven}"))
    return lines


def _words(fault: Fault) -> str:
    stream = "" if fault.stream is None else f", {fault.stream}"
    index = "" if fault.index is None else f" roll {fault.index}"
    return f"epoch {fault.epoch}{stream}{index}: {fault.message}"


def _unknown(proof: Proof, noted: list[str]) -> list[str]:
    known = {text for epoch in proof.epochs for text in (epoch.commitments.open, epoch.commitments.hidden)}
    return [commitment for commitment in noted if commitment.strip().lower() not in known]

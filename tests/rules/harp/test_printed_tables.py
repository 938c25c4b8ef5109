"""Checksums of every printed table of every game: one changed cell, even one that still rises, is found.

Those of the HARP attack tables were reckoned from the printed rows (one line a total from 1 to 150, ten cells
a line), not by the code that reads them; here the code reads them cell by cell. Those of the other tables are
of the figures in the seed files, frozen after they had been checked: names, words and sources are left out.
A table that is corrected on purpose gets its new checksum here, in the same commit.
"""

import json
from hashlib import sha256
from typing import Any

import pytest

from app.rules.harp.table.tables import ARMOUR_TYPES, TABLE_END, HarpTables
from app.shipped import shipped

SEEDS = shipped("seed_data")
WORDS = frozenset({"names", "name", "status", "source", "sources", "note", "notes"})
TEXTS = frozenset({"pack.json", "critical_texts.json", "locations.json"})

ATTACK_TABLES = {
    "bows": "47647a92fd01f6a4734c680effd9a96f",
    "claws-and-fangs": "be59a3a81d525dd9c6c41928e5867359",
    "crossbows": "50ef880c117f1102e28beda40bbbac7a",
    "grapple": "27f3e9ea496947e1ea23d19019cc1773",
    "martial-arts-strikes": "71e77f5f9ae9a742b53697d63d9adc33",
    "martial-arts-sweeps": "75d7577ea83652a9d05acdf1ed35d9d0",
    "nets-lasso": "b32985c6be6bf6305d20e4580ad0bb73",
    "one-handed-blades": "f3bd207d219e978bc28c0c5746e20fdb",
    "one-handed-blunt": "6e2a6a0f94e436410b3af58a01754ab1",
    "points": "c9fd3c631df62a12fb48fdce5ba19696",
    "pole-arms": "b6a9526f8c72b98f98e70e37aa80045e",
    "ram": "92574ee72346081b08cdf5c5b1760947",
    "short-blades": "d8f58b09655ac6377c46d14bf96e08c5",
    "two-handed-blades": "87ca358fd31050342231c39962a2a9de",
    "two-handed-blunt": "72a45ef91c124397240f049993f27361",
}
OTHER_TABLES = {
    "dnd35/armors.json": "50622ad21212350ef3013217e55e3696",
    "dnd35/dice_by_size.json": "223983c1610afdbc29fec32104161108",
    "dnd35/sizes.json": "570014bd56ccb3c0cc8d17c4673accd9",
    "dnd35/weapons.json": "c85308af86abcd1e81bc4143db01c3b1",
    "harp-tdm/action_durations.json": "4c03dbf5e6e6259e4611e79d2c4bf9bb",
    "harp-tdm/armours.json": "a764a06b5955c15d94a12a97321c99b1",
    "harp-tdm/cover.json": "b490455cb4eaa475e6062f17e46925c9",
    "harp-tdm/critical/cold.json": "422fac7469f9219575592f4cbc9798a6",
    "harp-tdm/critical/crush.json": "5d59cbde35eb1ad8b999b48932554580",
    "harp-tdm/critical/electricity.json": "a096c59ba492e0ef8e3cb3cc705f9229",
    "harp-tdm/critical/grapple.json": "53bc099009d6465196abd2a0fcb85772",
    "harp-tdm/critical/heat.json": "4cc9aabee02925ab213f20a424dfbdb0",
    "harp-tdm/critical/impact.json": "efcd3819a1b761ef35c1d4f63a4dcc92",
    "harp-tdm/critical/puncture.json": "6039e4f6d478d4393e45143aab9538a7",
    "harp-tdm/critical/slash.json": "ffaeb31f219c3073a87e4bae28de8ec7",
    "harp-tdm/critical/slaying.json": "0af61c22af6eb25cbb4d155079e02004",
    "harp-tdm/critical/strikes.json": "ff4fda73d5f0ba83c5663c371d6c17bd",
    "harp-tdm/critical/sweeps.json": "77cdba5a74612855ee2529ac75805640",
    "harp-tdm/fumbles.json": "84bdc4e2cfe2f6041e3b7e2e6f8194c7",
    "harp-tdm/initiative.json": "86b1a0eeeaa449b4f6d921d8bfa7f3ef",
    "harp-tdm/manoeuvres.json": "1c7293284aa52cd931fd1eae6eaa1048",
    "harp-tdm/positional.json": "16d7ccccf16bd877b7a57d767f4fc15d",
    "harp-tdm/range_penalties.json": "79ee36ecaed93a86ba3d4e79fba6d9c0",
    "harp-tdm/shields.json": "6c9799e55b622d65332d0c6e0c79dca9",
    "harp-tdm/surroundings.json": "15ea241472181bdb3416dab36c6de28e",
    "harp-tdm/weapon_groups.json": "75c3a40539378610229752af730bf1f0",
    "harp-tdm/weapons.json": "372f16040be85a3f948e693d686a0174",
    "harp-tdm/weapons_unclassified.json": "8d53e0237500dfc324abc757bf5d0b7b",
    "pf1/armors.json": "a531b3bb7bccf8e44a022eca9a89c537",
    "pf1/dice_by_size.json": "223983c1610afdbc29fec32104161108",
    "pf1/sizes.json": "570014bd56ccb3c0cc8d17c4673accd9",
    "pf1/weapons.json": "dd0670a77aff2548eb403c3ff5fce582",
}


def checksum(text: str) -> str:
    """Half of a SHA-256 is enough to tell tables apart."""
    return sha256(text.encode()).hexdigest()[:32]


def figures(document: Any) -> Any:
    """A table without what is only said of it."""
    match document:
        case dict():
            return {key: figures(value) for key, value in document.items() if key not in WORDS}
        case list():
            return [figures(value) for value in document]
        case _:
            return document


@pytest.mark.parametrize("table", ATTACK_TABLES)
def test_every_cell_of_the_attack_tables_is_as_printed(harp_tables: HarpTables, table: str) -> None:
    """H-DMG-1, H-WPN-2: 1,500 cells each."""
    read = harp_tables.attack_table(table)
    rows = (
        " ".join(read.read(total, column, "huge", ignores_cap=True).cell.text for column in ARMOUR_TYPES)
        for total in range(1, TABLE_END + 1)
    )
    assert checksum("\n".join(rows)) == ATTACK_TABLES[table]


def test_no_attack_table_goes_unchecked(harp_tables: HarpTables) -> None:
    assert set(harp_tables.attack_tables) == set(ATTACK_TABLES)


@pytest.mark.parametrize("table", OTHER_TABLES)
def test_the_figures_of_every_other_table_are_as_they_were_checked(table: str) -> None:
    """Criticals, fumbles, weapons, armour, modifiers of all games."""
    document = json.loads((SEEDS / table).read_text("utf-8"))
    plain = json.dumps(figures(document), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert checksum(plain) == OTHER_TABLES[table]


def test_no_seed_file_goes_unchecked() -> None:
    of_attacks = {f"harp-tdm/attack/{name}.json" for name in ATTACK_TABLES}
    found = {path.relative_to(SEEDS).as_posix() for path in SEEDS.rglob("*.json") if path.name not in TEXTS}
    assert found == set(OTHER_TABLES) | of_attacks

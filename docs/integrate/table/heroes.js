// Who fights in the page: one small table for each game.

const FIELD = {
  origin: [0, 0],
  cell: { value: 5, unit: "ft" },
  rows: "........\n...#....\n........\n........\n",
};

const KNIGHTS = {
  title: "Ada and the orc",
  map: FIELD,
  combatants: [
    {
      name: "Ada", side: "heroes", ref: "ada", at: [1, 1],
      sheet: {
        hp: 24, bab: 3, initiative: 2, ac: { total: 18, touch: 12, flat_footed: 16 },
        abilities: { strength: 16, dexterity: 14 }, weapons: [{ id: "sword", model: "longsword" }],
      },
    },
    {
      name: "Orc", side: "foes", ref: "orc", at: [2, 1],
      sheet: {
        hp: 6, bab: 1, initiative: 0, ac: { total: 13, touch: 10, flat_footed: 13 },
        abilities: { strength: 17 }, weapons: [{ id: "axe", model: "battleaxe" }],
      },
    },
  ],
};

export const TABLES = {
  pf1: KNIGHTS,
  dnd35: KNIGHTS,
  "harp-tdm": {
    title: "Dafur and the orc",
    combatants: [
      {
        name: "Dafur", side: "heroes", ref: "dafur",
        sheet: { hits: 60, db: 35, armour_type: 5, initiative: 20, weapons: [{ id: "axe", model: "axe", ob: 80 }] },
      },
      {
        name: "Orc", side: "foes", ref: "orc",
        sheet: { hits: 30, db: 45, armour_type: 4, initiative: 5, weapons: [{ id: "scimitar", model: "orc-scimitar", ob: 50 }] },
      },
    ],
  },
};

"""The rules of combat: pure functions of state, command and dice.

Map of the package, from the bottom up:

* ``common``      words that more than one ruleset uses unchanged: dice, modifiers, refusals, tables
* ``resolution``  how a rule is run; knows no game. A rule is a generator that asks (`Roll`, `Choose`,
                  `Together`) and returns events; `play` answers it from given dice, people or the server
* ``harp``        the HARP | Terre du Milieu ruleset
* ``registry``    the rulesets by id

Nothing here reads a clock, throws a die, makes an id, logs or talks to a database: everything comes in
as an argument and leaves as a return value, so live play, odds, simulation and replay run the same code.
"""

"""French texts of the d20 games: riders and their mounts."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.moved.run": "{actor} court sur {feet:metres}.",
    "d20.ride_succeeded.control": "{actor} garde la maîtrise de sa monture ({mount}).",
    "d20.ride_succeeded.knees": "{actor} guide sa monture des genoux ({mount}).",
    "d20.ride_succeeded.stay": "{actor} reste en selle.",
    "d20.ride_succeeded.fight": "{actor} et {mount} combattent de concert.",
    "d20.ride_succeeded.other": "{actor} chevauche comme il se doit.",
    "d20.ride_failed.control": "{mount} prend peur et accapare {actor}.",
    "d20.ride_failed.knees": "{actor} a besoin d’une main pour les rênes.",
    "d20.ride_failed.stay": "{actor} vide les étriers.",
    "d20.ride_failed.fight": "{mount} ne suit pas {actor} au combat.",
    "d20.ride_failed.other": "{mount} n’obéit pas à {actor}.",
    "d20.fought_from_saddle.several": "{actor} a porté plus d’un coup : la monture reste sur place.",
    "d20.fought_from_saddle.shot": "{actor} a tiré : la monture n’ira pas plus vite.",
    "d20.fought_from_saddle.cast-still": "{actor} a lancé un sort : la monture peut encore avancer à la vitesse normale.",
    "d20.fought_from_saddle.cast-moved": "{actor} a lancé un sort : la monture n’ira pas plus loin.",
    "d20.stayed_in_saddle": "{actor} ne lâche pas la selle de {mount}.",
    "d20.fell_from_saddle": "{actor} tombe de {mount}.",
    "d20.fell_from_saddle.softly": "{actor} tombe de {mount} sans se faire mal.",
    "d20.spell_lost": "{actor} perd son sort : {what}.",
    "d20.spell_lost.untold": "{actor} perd son sort.",
    # Labels
    "d20.attack.from-saddle": "Monture au galop ou pressée",
    "d20.cast.level": "Niveau du sort",
    "d20.cast.moving": "Incantation sur une monture en mouvement",
    "d20.cast.running": "Incantation sur une monture au galop",
    "d20.effect.running": "En course",
    "d20.ride.bareback": "Sans selle",
    "d20.ride.military-saddle": "Selle de guerre",
}

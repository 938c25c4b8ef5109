"""Italian texts of the d20 games: riders and their mounts."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.moved.run": "{actor} corre per {feet:metres}.",
    "d20.ride_succeeded.control": "{actor} mantiene il controllo della cavalcatura ({mount}).",
    "d20.ride_succeeded.knees": "{actor} guida la cavalcatura con le ginocchia ({mount}).",
    "d20.ride_succeeded.stay": "{actor} resta in sella.",
    "d20.ride_succeeded.fight": "{actor} e {mount} combattono insieme.",
    "d20.ride_succeeded.other": "{actor} cavalca come si deve.",
    "d20.ride_failed.control": "{mount} si spaventa: {actor} ha le mani occupate.",
    "d20.ride_failed.knees": "{actor} ha bisogno di una mano per le redini.",
    "d20.ride_failed.stay": "{actor} perde la presa sulla sella.",
    "d20.ride_failed.fight": "{mount} non segue {actor} in combattimento.",
    "d20.ride_failed.other": "{mount} non obbedisce a {actor}.",
    "d20.fought_from_saddle.several": "{actor} ha portato più di un colpo: la cavalcatura resta dov’è.",
    "d20.fought_from_saddle.shot": "{actor} ha tirato: la cavalcatura non può andare più veloce.",
    "d20.fought_from_saddle.cast-still": "{actor} ha lanciato un incantesimo: la cavalcatura può ancora muoversi alla velocità normale.",
    "d20.fought_from_saddle.cast-moved": "{actor} ha lanciato un incantesimo: la cavalcatura non va oltre.",
    "d20.stayed_in_saddle": "{actor} resta in bilico sulla sella di {mount}.",
    "d20.fell_from_saddle": "{actor} cade da {mount}.",
    "d20.fell_from_saddle.softly": "{actor} cade da {mount} senza farsi male.",
    "d20.spell_lost": "{actor} perde l’incantesimo: {what}.",
    "d20.spell_lost.untold": "{actor} perde l’incantesimo.",
    # Labels
    "d20.attack.from-saddle": "Cavalcatura in rapido movimento",
    "d20.cast.level": "Livello dell’incantesimo",
    "d20.cast.moving": "Incantesimo su una cavalcatura in movimento",
    "d20.cast.running": "Incantesimo su una cavalcatura in corsa",
    "d20.effect.running": "In corsa",
    "d20.ride.bareback": "Senza sella",
    "d20.ride.military-saddle": "Sella da guerra",
}

"""English texts of the d20 games: riders and their mounts."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.moved.run": "{actor} runs {feet} ft.",
    "d20.ride_succeeded.control": "{actor} keeps {mount} under control.",
    "d20.ride_succeeded.knees": "{actor} guides {mount} with the knees.",
    "d20.ride_succeeded.stay": "{actor} stays in the saddle.",
    "d20.ride_succeeded.fight": "{actor} and {mount} fight together.",
    "d20.ride_succeeded.other": "{actor} rides as it should be done.",
    "d20.ride_failed.control": "{mount} shies; {actor} has all hands full with it.",
    "d20.ride_failed.knees": "{actor} needs a hand for the reins.",
    "d20.ride_failed.stay": "{actor} loses hold of the saddle.",
    "d20.ride_failed.fight": "{mount} does not follow {actor} into the fight.",
    "d20.ride_failed.other": "{mount} does not do what {actor} wants.",
    "d20.fought_from_saddle.several": "{actor} has struck more than once: the mount stays where it is.",
    "d20.fought_from_saddle.shot": "{actor} has shot: the mount goes no faster.",
    "d20.fought_from_saddle.cast-still": "{actor} has cast: the mount may still go at full speed.",
    "d20.fought_from_saddle.cast-moved": "{actor} has cast: the mount goes no further.",
    "d20.stayed_in_saddle": "{actor} hangs in the saddle of {mount}.",
    "d20.fell_from_saddle": "{actor} falls off {mount}.",
    "d20.fell_from_saddle.softly": "{actor} comes off {mount} unhurt.",
    "d20.spell_lost": "{actor}'s spell is lost: {what}.",
    "d20.spell_lost.untold": "{actor}'s spell is lost.",
    # Labels
    "d20.attack.from-saddle": "From a mount that moves fast",
    "d20.cast.level": "Level of the spell",
    "d20.cast.moving": "Cast while the mount moves",
    "d20.cast.running": "Cast while the mount runs",
    "d20.effect.running": "Running",
    "d20.ride.bareback": "Without a saddle",
    "d20.ride.military-saddle": "Military saddle",
}

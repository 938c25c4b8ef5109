"""Bodies and answers of the contract, written by generate.py from docs/openapi.json.

A server may send members that are not here yet: pass over them.
"""
# fmt: off
# ruff: noqa

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

CONTRACT_VERSION = "0.1.0"


class ActionBody(TypedDict):
    command: dict[str, Any]
    dice: NotRequired[list[int]]
    choices: NotRequired[dict[str, str | list[str]]]
    strict: NotRequired[bool]
    privacy: NotRequired[Literal['public', 'gm', 'self', 'blind']]
    external_refs: NotRequired[list[ExternalRef]]
class ActionResult(TypedDict):
    id: str
    seq: int
    encounter_id: str
    at: str
    status: Literal['resolved', 'awaiting', 'cancelled', 'refused']
    command: dict[str, Any]
    result: dict[str, str | int]
    rolls: list[Roll]
    choices: list[Choice]
    breakdown: list[Part]
    rules: list[str]
    changes: list[Change]
    narration: Narration
    awaiting: list[Awaited]
    privacy: Literal['public', 'gm', 'self', 'blind']
    unused_dice: list[int]
    unused_choices: list[str]
    external_refs: NotRequired[list[ExternalName]]
    reverts: list[str]
    reverted_by: str | None
    events: list[Event | Skip]
class AmountOdds(TypedDict):
    amount: str
    mean: float | None
    quartiles: list[int] | None
    values: list[ValueOdds] | None
class AnswersBody(TypedDict):
    answers: NotRequired[list[GivenAnswer]]
    override: NotRequired[Override | None]
class Asked(TypedDict):
    kind: Literal['roll', 'choice']
    who: str
    purpose: str
    text: str
    notation: str | None
    totals: list[Total]
    options: list[str]
    option_texts: dict[str, str]
    default: str | None
    rules: list[str]
class AssumedChoice(TypedDict):
    who: str
    purpose: str
    text: str
    options: list[str]
    choice: str
class Awaited(TypedDict):
    decision_id: str
    kind: Literal['roll', 'choice']
    who: str
    asked: Literal['players', 'gm']
    purpose: str
    text: str
    dice: DiceAsked | None
    modifier: int
    modifiers: list[Modifier]
    options: list[str]
    option_texts: dict[str, str]
    default: str | None
    facts: dict[str, str | int]
    rules: list[str]
    expires_at: str | None
class Campaign(TypedDict):
    id: str
    name: str
    disclosure: DisclosedAtMost
    created_at: str
class CampaignBody(TypedDict):
    name: str
class CampaignEdit(TypedDict):
    disclosure: NotRequired[Ceiling | None]
class CancelBody(TypedDict):
    reason: NotRequired[str]
class Ceiling(TypedDict):
    hp: NotRequired[Literal['exact', 'band', 'damage_taken', 'none'] | None]
    defence: NotRequired[Literal['exact', 'none'] | None]
    initiative: NotRequired[Literal['exact', 'none'] | None]
class Chance(TypedDict):
    fraction: str
    value: float
    between: list[float] | None
class Charge(TypedDict):
    actor: str
    mover: str
    target: str
    weapon: str | None
    action: Literal['standard', 'move', 'full-round', 'swift', 'free']
    is_restricted: bool
    squares: int
    feet: int
    least: int
    greatest: int
    draws: bool
    start: list[list[int]]
    space: list[list[int]]
    candidates: list[list[int]]
    tied: list[list[int]]
    is_decided: bool
    path: list[ForeseenPlace]
    lane: list[list[int]]
    outline: list[list[int]]
    blocks: list[ForeseenBlock]
    first_block: ForeseenBlock | None
    opportunities: list[ForeseenOpportunity]
    set_weapons: list[ForeseenMeeting]
    readied: list[ForeseenReadied]
class Choice(TypedDict):
    purpose: str
    text: str
    who: str
    choice: str
    options: list[str]
    source: Literal['server', 'manual', 'gm']
    rules: list[str]
class CloneBody(TypedDict):
    title: NotRequired[str | None]
class CombatantBody(TypedDict):
    name: str
    sheet: Sheet
    side: NotRequired[str]
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[ExternalRef]]
    disclosure: NotRequired[Disclosure]
    hits: NotRequired[int | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    cells: NotRequired[int | None]
    hp: NotRequired[int | None]
    sheathed: NotRequired[list[str] | None]
    mount: NotRequired[str | None]
class CombatantOdds(TypedDict):
    combatant: str
    down: Chance | None
    dead: Chance | None
    changes: list[AmountOdds] | None
    states: list[StateOdds] | None
class ComparedOdds(TypedDict):
    variants: list[VariantOdds]
class ComparisonBody(TypedDict):
    variants: list[Variant]
class CountedChance(TypedDict):
    runs: int
    chance: float
    low: float
    high: float
class Counts(TypedDict):
    open: int
    hidden: int
class D20Abilities(TypedDict):
    strength: NotRequired[int | None]
    dexterity: NotRequired[int | None]
    constitution: NotRequired[int | None]
    intelligence: NotRequired[int | None]
    wisdom: NotRequired[int | None]
    charisma: NotRequired[int | None]
class D20AcParts(TypedDict):
    armor: NotRequired[D20ArmorWorn | None]
    shield: NotRequired[D20ArmorWorn | None]
    natural: NotRequired[int]
    deflection: NotRequired[int]
    dodge: NotRequired[int]
    others: NotRequired[list[D20Part]]
class D20Add(TypedDict):
    identity: D20Identity
    sheet: D20Sheet
    hp: NotRequired[int | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int]
    sheathed: NotRequired[list[str]]
    mount: NotRequired[str | None]
    type: Literal['add']
class D20ArmorClass(TypedDict):
    total: int
    touch: int
    flat_footed: int
class D20ArmorClassFigures(TypedDict):
    total: int
    touch: int
    flat_footed: int
    parts: list[D20Modifier]
class D20ArmorWorn(TypedDict):
    model: NotRequired[str | None]
    bonus: NotRequired[int | None]
    enhancement: NotRequired[int]
    max_dex: NotRequired[int | None]
class D20AttackFigures(TypedDict):
    weapon: str
    bonus: int
    full_attack: list[int]
    damage: str
    critical: str
    parts: list[D20Modifier]
class D20Blow(TypedDict):
    target: NotRequired[str | None]
    weapon: NotRequired[str | None]
    throw: NotRequired[bool | None]
    situation: NotRequired[D20Situation | None]
    manoeuvre: NotRequired[Literal['disarm', 'sunder', 'trip'] | None]
    item: NotRequired[str | None]
class D20CellSize(TypedDict):
    value: str
    unit: Literal['m', 'ft']
class D20Combatant(TypedDict):
    id: str
    name: str
    side: str
    ref: str | None
    external_refs: list[ExternalName]
    disclosure: Disclosed
    sheet: D20Sheet
    at: list[int] | None
    conditions: list[D20Condition]
    dead: bool
    effects: list[D20Effect]
    elevation: int
    facing: Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None
    has_acted: bool
    holds: str | None
    hp: int
    initiative: int | None
    mount: str | None
    nonlethal: int
    opportunities: D20Opportunities
    readied: D20Readied | None
    stable: bool
    temporary: int
    turn: D20Turn
    weapons: list[D20WeaponState]
    wear: list[D20WeaponWear]
    current_hp: int
    states: list[Literal['blinded', 'cowering', 'dazed', 'deafened', 'entangled', 'exhausted', 'fascinated', 'fatigued', 'flat-footed', 'frightened', 'grappled', 'helpless', 'incorporeal', 'invisible', 'nauseated', 'panicked', 'paralyzed', 'pinned', 'prone', 'shaken', 'sickened', 'slowed', 'squeezing', 'staggered', 'stunned', 'unconscious', 'burning', 'dead', 'dying', 'stable', 'down', 'disabled']]
    vital: Literal['well', 'disabled', 'dying', 'stable', 'dead']
    armor_class: D20ArmorClassFigures
    attacks: list[D20AttackFigures]
    space: list[list[int]]
    threatened: list[list[int]]
class D20CombatantEdit(TypedDict):
    name: NotRequired[str | None]
    side: NotRequired[str | None]
    disclosure: NotRequired[D20Disclosure | None]
    sheet: NotRequired[D20Sheet | None]
    hp: NotRequired[int | None]
    nonlethal: NotRequired[int | None]
    temporary: NotRequired[int | None]
    stable: NotRequired[bool | None]
    dead: NotRequired[bool | None]
    weapons_at_hand: NotRequired[bool]
    limited_to: NotRequired[Literal['standard', 'move'] | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[D20ExternalRef] | None]
class D20Condition(TypedDict):
    id: Literal['blinded', 'cowering', 'dazed', 'deafened', 'entangled', 'exhausted', 'fascinated', 'fatigued', 'flat-footed', 'frightened', 'grappled', 'helpless', 'incorporeal', 'invisible', 'nauseated', 'panicked', 'paralyzed', 'pinned', 'prone', 'shaken', 'sickened', 'slowed', 'squeezing', 'staggered', 'stunned', 'unconscious', 'burning']
    until: D20Until | None
    source: str | None
class D20DamageReduction(TypedDict):
    points: int
    except_for: NotRequired[list[str]]
class D20Disclosure(TypedDict):
    visibility: NotRequired[Literal['visible', 'hidden', 'until_first_turn']]
    name_mask: NotRequired[str | None]
    hp: NotRequired[Literal['exact', 'band', 'damage_taken', 'none'] | None]
    defence: NotRequired[Literal['exact', 'none'] | None]
    initiative: NotRequired[Literal['exact', 'none'] | None]
class D20Distance(TypedDict):
    value: int | float | str
    unit: Literal['m', 'ft']
class D20Edge(TypedDict):
    between: list[list[int]]
    kind: Literal['wall', 'door', 'low-wall', 'fence']
class D20Edit(TypedDict):
    target: str
    name: NotRequired[str | None]
    side: NotRequired[str | None]
    disclosure: NotRequired[D20Disclosure | None]
    sheet: NotRequired[D20Sheet | None]
    hp: NotRequired[int | None]
    nonlethal: NotRequired[int | None]
    temporary: NotRequired[int | None]
    stable: NotRequired[bool | None]
    dead: NotRequired[bool | None]
    weapons_at_hand: NotRequired[bool]
    limited_to: NotRequired[Literal['standard', 'move'] | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[D20ExternalRef] | None]
    type: Literal['edit']
class D20Effect(TypedDict):
    label: str
    to: Literal['attack', 'ac', 'denied-dexterity', 'damage', 'save', 'cmb', 'cmd', 'initiative', 'bluff', 'ride', 'sense_motive', 'heal', 'concentration']
    value: int
    type: Literal['alchemical', 'armor', 'circumstance', 'competence', 'deflection', 'dodge', 'enhancement', 'insight', 'luck', 'morale', 'natural_armor', 'profane', 'racial', 'resistance', 'sacred', 'shield', 'size', 'trait', 'untyped']
    rule_id: str
    until: D20Until | None
    against: str | None
    spent_by: Literal['attack', 'attacked', 'attacked-in-melee', 'check'] | None
class D20EnergyResistance(TypedDict):
    energy: str
    points: NotRequired[int | None]
class D20ExternalRef(TypedDict):
    system: str
    kind: Literal['token', 'actor', 'user', 'scene', 'combatant', 'message']
    id: str
class D20ExtraDice(TypedDict):
    label: str
    dice: str
    type: NotRequired[str]
    precision: NotRequired[bool]
class D20Grid(TypedDict):
    rows: list[str]
    origin: list[int]
    edges: list[D20Edge]
    cell: D20CellSize
    diagonals: Literal['1-2-1', 'equal', 'exact']
class D20HandBlow(TypedDict):
    hand: Literal['main', 'off']
    target: NotRequired[str | None]
    throw: NotRequired[bool | None]
    situation: NotRequired[D20Situation | None]
class D20Identity(TypedDict):
    name: str
    side: str
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[D20ExternalRef]]
    disclosure: NotRequired[D20Disclosure]
class D20Modifier(TypedDict):
    label: str
    value: int
    kind: str
    source: str
    rule_id: str
class D20NewEffect(TypedDict):
    label: str
    to: Literal['attack', 'ac', 'denied-dexterity', 'damage', 'save', 'cmb', 'cmd', 'initiative', 'bluff', 'ride', 'sense_motive', 'heal', 'concentration']
    value: int
    bonus: NotRequired[Literal['alchemical', 'armor', 'circumstance', 'competence', 'deflection', 'dodge', 'enhancement', 'insight', 'luck', 'morale', 'natural_armor', 'profane', 'racial', 'resistance', 'sacred', 'shield', 'size', 'trait', 'untyped']]
    against: NotRequired[str | None]
    spent_by: NotRequired[Literal['attack', 'attacked', 'attacked-in-melee', 'check'] | None]
class D20Opportunities(TypedDict):
    used: int
    against: list[str]
class D20Options(TypedDict):
    restricted_charge: NotRequired[Literal['standard', 'standard_or_move'] | None]
    los_moment: NotRequired[Literal['turn', 'charge', 'both']]
    mount_fall_prone: NotRequired[bool]
    charge_lane: NotRequired[Literal['hull', 'center']]
    closest_space_tie: NotRequired[Literal['euclid', 'die', 'chooser']]
    charge_ac_from: NotRequired[Literal['declaration', 'after_move']]
    intersection_scatter: NotRequired[Literal['intersection', 'square']]
    feint_animal: NotRequired[Literal['replaces', 'adds']]
    brace_trigger: NotRequired[Literal['any_charger', 'own_charger']]
    bull_rush: NotRequired[Literal['cmb', 'strength'] | None]
    reach_second_diagonal: NotRequired[bool]
    lane_includes_start: NotRequired[bool]
    intersection_distance: NotRequired[Literal['corner', 'adjacent_square']]
    splash_critical: NotRequired[Literal['none', 'direct_only']]
    mounted_charge_space: NotRequired[Literal['rider_weapon', 'mount_attack']]
    unseen_in_lane: NotRequired[Literal['stops_before', 'refuse']]
    half_move_rounding: NotRequired[Literal['down', 'up']]
    end_space_helpless: NotRequired[bool]
    higher_ground_melee_only: NotRequired[bool]
    partial_cover: NotRequired[bool]
    massive_damage: NotRequired[bool | None]
class D20Part(TypedDict):
    label: str
    value: int
    type: NotRequired[Literal['alchemical', 'armor', 'circumstance', 'competence', 'deflection', 'dodge', 'enhancement', 'insight', 'luck', 'morale', 'natural_armor', 'profane', 'racial', 'resistance', 'sacred', 'shield', 'size', 'trait', 'untyped']]
class D20Place(TypedDict):
    combatant: str
    initiative: int
    has_begun: bool
    has_gone: bool
    delay: Literal['waiting', 'called'] | None
class D20Readied(TypedDict):
    action: str
    weapon: str | None
    target: str | None
    trigger: str
    against_charge: bool
class D20Round(TypedDict):
    number: int
    order: list[D20Place]
    current: str | None
    aware: list[str]
    interrupting: str | None
class D20Saves(TypedDict):
    fortitude: NotRequired[int]
    reflex: NotRequired[int]
    will: NotRequired[int]
class D20Sheet(TypedDict):
    hp: int
    ruleset: NotRequired[Literal['dnd35', 'pf1'] | None]
    weapons: NotRequired[list[D20SheetWeapon]]
    ac: NotRequired[D20ArmorClass | None]
    size: NotRequired[Literal['fine', 'diminutive', 'tiny', 'small', 'medium', 'large', 'huge', 'gargantuan', 'colossal']]
    shape: NotRequired[Literal['tall', 'long']]
    speed: NotRequired[D20Distance]
    reach: NotRequired[D20Distance | None]
    initiative: NotRequired[int | None]
    abilities: NotRequired[D20Abilities | None]
    bab: NotRequired[int | None]
    ac_parts: NotRequired[D20AcParts | None]
    saves: NotRequired[D20Saves | None]
    feats: NotRequired[list[Literal['combat-reflexes', 'far-shot', 'greater-bull-rush', 'greater-feint', 'improved-bull-rush', 'improved-critical', 'improved-feint', 'improved-initiative', 'improved-unarmed-strike', 'mounted-combat', 'point-blank-shot', 'power-attack', 'precise-shot', 'quick-draw', 'spirited-charge', 'diehard', 'two-weapon-fighting', 'improved-two-weapon-fighting', 'greater-two-weapon-fighting', 'weapon-finesse', 'weapon-focus', 'weapon-specialization', 'improved-precise-shot', 'mounted-archery', 'blind-fight', 'run', 'improved-disarm', 'greater-disarm', 'improved-grapple', 'greater-grapple', 'improved-overrun', 'greater-overrun', 'improved-sunder', 'greater-sunder', 'improved-trip', 'greater-trip', 'throw-anything', 'double-slice', 'rapid-shot']]]
    weapon_feats: NotRequired[list[D20WeaponFeat]]
    other_feats: NotRequired[list[str]]
    skills: NotRequired[D20Skills | None]
    creature_type: NotRequired[Literal['aberration', 'animal', 'construct', 'dragon', 'elemental', 'fey', 'giant', 'humanoid', 'magical_beast', 'monstrous_humanoid', 'ooze', 'outsider', 'plant', 'undead', 'vermin']]
    alignment: NotRequired[Literal['lawful_good', 'neutral_good', 'chaotic_good', 'lawful_neutral', 'neutral', 'chaotic_neutral', 'lawful_evil', 'neutral_evil', 'chaotic_evil'] | None]
    cmb: NotRequired[int | None]
    cmd: NotRequired[int | None]
    con_score: NotRequired[int | None]
    legs: NotRequired[int]
    stable: NotRequired[bool]
    damage_reduction: NotRequired[list[D20DamageReduction]]
    resistances: NotRequired[list[D20EnergyResistance]]
    immune_to_criticals: NotRequired[bool]
    uncanny_dodge: NotRequired[bool]
    trained_for_combat: NotRequired[bool]
    saddle: NotRequired[Literal['none', 'riding', 'military']]
    languages: NotRequired[list[str]]
class D20SheetWeapon(TypedDict):
    id: str
    model: NotRequired[str | None]
    attack: NotRequired[int | None]
    damage: NotRequired[str | None]
    critical: NotRequired[str | None]
    hand: NotRequired[Literal['main', 'off', 'both']]
    light: NotRequired[bool | None]
    hands: NotRequired[Literal[1, 2] | None]
    two_handed_now: NotRequired[bool]
    double: NotRequired[bool | None]
    thrown: NotRequired[bool | None]
    ranged: NotRequired[bool | None]
    natural: NotRequired[bool | None]
    range_increment: NotRequired[D20Distance | None]
    reach: NotRequired[bool | None]
    brace: NotRequired[bool | None]
    nonproficient: NotRequired[bool]
    nonlethal: NotRequired[bool | None]
    touch: NotRequired[bool | None]
    enhancement: NotRequired[int]
    masterwork: NotRequired[bool]
    parts: NotRequired[list[D20Part]]
    damage_parts: NotRequired[list[D20Part]]
    extra_dice: NotRequired[list[D20ExtraDice]]
    damage_type: NotRequired[str | None]
    material: NotRequired[list[str]]
    trip: NotRequired[bool | None]
    disarm: NotRequired[int | None]
    hardness: NotRequired[int | None]
    hit_points: NotRequired[int | None]
    name: NotRequired[str | None]
class D20Situation(TypedDict):
    distance: NotRequired[D20Distance | None]
    flanking: NotRequired[bool | None]
    higher_ground: NotRequired[bool | None]
    cover: NotRequired[Literal['none', 'partial', 'cover', 'improved', 'total'] | None]
    concealment: NotRequired[Literal[0, 20, 50] | None]
    denied_dexterity: NotRequired[bool | None]
    into_melee: NotRequired[bool | None]
    aimed_at: NotRequired[list[int] | None]
    mount_moves: NotRequired[Literal['still', 'single', 'double', 'run'] | None]
    shot_from: NotRequired[list[int] | None]
    others: NotRequired[list[D20Part]]
class D20SkillTotal(TypedDict):
    total: int
    trained: NotRequired[bool]
class D20Skills(TypedDict):
    bluff: NotRequired[D20SkillTotal | None]
    ride: NotRequired[D20SkillTotal | None]
    sense_motive: NotRequired[D20SkillTotal | None]
    heal: NotRequired[D20SkillTotal | None]
    concentration: NotRequired[D20SkillTotal | None]
    escape_artist: NotRequired[D20SkillTotal | None]
class D20Turn(TypedDict):
    standard: str | None
    move: str | None
    swift: str | None
    full_round: str | None
    limited_to: Literal['standard', 'move'] | None
    step: bool
    walked: int
    diagonals: int
    seen: list[str]
    drawn: list[str]
    forestalled: list[str]
    trail: list[list[int | list[int]]]
    rides: list[Literal['control', 'knees', 'stay', 'fight', 'other', 'guard']]
    from_saddle: list[Literal['several', 'shot', 'cast-still', 'cast-moved']]
class D20Until(TypedDict):
    whose: str
    at: Literal['start', 'end']
    turns: int
class D20WeaponFeat(TypedDict):
    feat: Literal['combat-reflexes', 'far-shot', 'greater-bull-rush', 'greater-feint', 'improved-bull-rush', 'improved-critical', 'improved-feint', 'improved-initiative', 'improved-unarmed-strike', 'mounted-combat', 'point-blank-shot', 'power-attack', 'precise-shot', 'quick-draw', 'spirited-charge', 'diehard', 'two-weapon-fighting', 'improved-two-weapon-fighting', 'greater-two-weapon-fighting', 'weapon-finesse', 'weapon-focus', 'weapon-specialization', 'improved-precise-shot', 'mounted-archery', 'blind-fight', 'run', 'improved-disarm', 'greater-disarm', 'improved-grapple', 'greater-grapple', 'improved-overrun', 'greater-overrun', 'improved-sunder', 'greater-sunder', 'improved-trip', 'greater-trip', 'throw-anything', 'double-slice', 'rapid-shot']
    model: str
class D20WeaponState(TypedDict):
    weapon: str
    place: Literal['sheathed', 'dropped', 'broken', 'away']
class D20WeaponWear(TypedDict):
    weapon: str
    points: int
class Deeds(TypedDict):
    id: str
    name: str
    side: str
    actions: int
    hits: int
    misses: int
    damage_dealt: int
    damage_taken: int
    is_present: bool
class DeviceApprovalBody(TypedDict):
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    label: NotRequired[str]
    scopes: NotRequired[list[Literal['read', 'play', 'prepare']] | None]
    controls: NotRequired[list[str]]
class DeviceBody(TypedDict):
    client_name: str
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    scopes: NotRequired[list[Literal['read', 'play', 'prepare']] | None]
    controls: NotRequired[list[str]]
class DeviceCode(TypedDict):
    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int
class DeviceRequest(TypedDict):
    user_code: str
    client_name: str
    address: str
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    scopes: list[Literal['play', 'prepare', 'read']] | None
    controls: list[str]
    created_at: str
    expires_at: str
class DeviceToken(TypedDict):
    id: str
    label: str
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    scopes: list[Literal['play', 'prepare', 'read']] | None
    controls: list[str]
    created_at: str
    token: str
    campaign_id: str
class DeviceTokenBody(TypedDict):
    device_code: str
class DiceAsked(TypedDict):
    notation: str
    sides: list[int]
    open_from: int | None
class DicePolicy(TypedDict):
    rolls: NotRequired[Literal['server', 'players', 'gm']]
    choices: NotRequired[Literal['server', 'players', 'gm']]
    rows: NotRequired[list[PolicyRow]]
    timeout: NotRequired[Timeout | None]
    sources: NotRequired[list[SourceRow]]
class DiceRotationBody(TypedDict):
    pass
class DiceStatistics(TypedDict):
    campaign_id: str
    dice: list[DieStatistics]
    rollers: list[RollerStatistics]
    tests: int
    note: str
class Die(TypedDict):
    sides: int
    value: int
class DieStatistics(TypedDict):
    sides: int
    source: Literal['server', 'manual', 'gm']
    thrown: int
    faces: list[int]
    test: EvennessTest | None
    message_id: str
    params: dict[str, str | int]
    text: str
class Difference(TypedDict):
    pointer: str
    message: str
class Disclosed(TypedDict):
    visibility: Literal['visible', 'hidden', 'until_first_turn']
    name_mask: str | None
    hp: Literal['exact', 'band', 'damage_taken', 'none'] | None
    defence: Literal['exact', 'none'] | None
    initiative: Literal['exact', 'none'] | None
class DisclosedAtMost(TypedDict):
    hp: Literal['exact', 'band', 'damage_taken', 'none'] | None
    defence: Literal['exact', 'none'] | None
    initiative: Literal['exact', 'none'] | None
class Disclosure(TypedDict):
    visibility: NotRequired[Literal['visible', 'hidden', 'until_first_turn']]
    name_mask: NotRequired[str | None]
    hp: NotRequired[Literal['exact', 'band', 'damage_taken', 'none'] | None]
    defence: NotRequired[Literal['exact', 'none'] | None]
    initiative: NotRequired[Literal['exact', 'none'] | None]
class Dnd35Encounter(TypedDict):
    id: str
    ruleset: Literal['dnd35']
    title: str
    status: Literal['free', 'strict', 'ended']
    version: int
    last_event: int
    options: dict[str, Any]
    environment: list[EnvironmentModifier]
    map: D20Grid | None
    combatants: int
    dice_policy: dict[str, Any]
    pending: Waiting | None
    table_pack: PackReference
    created_at: str
    updated_at: str
    has_ended: bool
    round: D20Round | None
class Drawing(TypedDict):
    rows: str | list[str]
    origin: NotRequired[list[int]]
    edges: NotRequired[list[Edge]]
    cell: NotRequired[DrawnCell | None]
    diagonals: NotRequired[Literal['1-2-1', 'equal', 'exact']]
    grid: NotRequired[Literal['square', 'hex']]
class DrawnCell(TypedDict):
    value: int | float | str
    unit: Literal['m', 'ft']
class Edge(TypedDict):
    between: list[list[int]]
    kind: Literal['wall', 'door', 'low-wall', 'fence']
class Edit(TypedDict):
    title: NotRequired[str | None]
    dice_policy: NotRequired[DicePolicy | None]
class EncounterBody(TypedDict):
    ruleset: Literal['harp-tdm', 'dnd35', 'pf1']
    title: NotRequired[str]
    options: NotRequired[HarpTdmOptions | D20Options]
    environment: NotRequired[list[dict[str, Any]]]
    map: NotRequired[Drawing | None]
    dice_policy: NotRequired[DicePolicy]
    table_pack: NotRequired[PackChoice | None]
class EnvironmentModifier(TypedDict):
    label: NotRequired[str | None]
    value: NotRequired[int | None]
    id: NotRequired[str | None]
class Epoch(TypedDict):
    epoch: int
    commitments: Pair
    salt: str
    seeds: Pair | None
    rolls: Counts | None
    revealed_at: str | None
class EvennessTest(TypedDict):
    chi_square: float
    degrees_of_freedom: int
    faces_together: int
    p: float
class Event(TypedDict):
    seq: int
    id: str
    type: str
    at: str
    encounter_id: str
    action_id: str
    caused_by: str | None
    changes: list[Change]
    payload: dict[str, Any]
class EventOdds(TypedDict):
    type: str
    actor: str | None
    target: str | None
    detail: str | None
    chance: Chance | None
    times: float | None
class EventPage(TypedDict):
    items: list[Event | Skip | Reset]
    next: int
class EventsOfAction(TypedDict):
    campaign_id: str
    encounter_id: str
    action_id: str
    events: list[Event | Skip | Reset]
class ExternalName(TypedDict):
    system: str
    kind: str
    id: str
class ExternalRef(TypedDict):
    system: str
    kind: Literal['token', 'actor', 'user', 'scene', 'combatant', 'message']
    id: str
class FailedCheck(TypedDict):
    code: str
    message: str
    rule_id: str
    params: dict[str, str | int]
    squares: list[list[int]]
    decided_by: list[str]
class Fault(TypedDict):
    pointer: NotRequired[str]
    parameter: NotRequired[str]
    code: str
    message: str
class FightingPolicy(TypedDict):
    id: Literal['nearest', 'weakest', 'strongest', 'focus', 'defensive', 'passive']
    description: str
class FightingRow(TypedDict):
    policy: Literal['nearest', 'weakest', 'strongest', 'focus', 'defensive', 'passive']
    side: NotRequired[str | None]
    combatant: NotRequired[str | None]
class FirstAsked(TypedDict):
    kind: Literal['roll', 'choice']
    who: str
    purpose: str
    text: str
class ForeseenBlock(TypedDict):
    what: Literal['creature', 'difficult', 'wall', 'obstacle', 'pit', 'edge']
    squares: list[list[int]]
    who: str | None
    is_at_end: bool
class ForeseenLanding(TypedDict):
    face: int
    at: list[int] | None
    intersection: list[int] | None
    is_stopped: bool
    splashes: list[str]
class ForeseenMeeting(TypedDict):
    who: str
    weapon: str
    entering: list[int] | None
class ForeseenOpportunity(TypedDict):
    who: str
    weapons: list[str]
    leaving: list[int] | None
class ForeseenPlace(TypedDict):
    at: list[int]
    squares: int
class ForeseenReadied(TypedDict):
    who: str
    weapons: list[str]
    at: list[int] | None
class GivenAnswer(TypedDict):
    decision_id: str
    dice: NotRequired[list[int] | None]
    total: NotRequired[int | None]
    choice: NotRequired[str | None]
class GroupBody(TypedDict):
    commands: list[dict[str, Any]]
    dice: NotRequired[list[int]]
    choices: NotRequired[dict[str, str | list[str]]]
    strict: NotRequired[bool]
    privacy: NotRequired[Literal['public', 'gm', 'self', 'blind']]
    external_refs: NotRequired[list[ExternalRef]]
class HarpTdmActivity(TypedDict):
    action: str | None
    began_under: HarpTdmConditions
    pace: Literal['still', 'walk', 'run', 'charge']
    drawn: list[str]
    aimed: str | None
class HarpTdmAdd(TypedDict):
    identity: HarpTdmIdentity
    sheet: HarpTdmSheet
    hits: NotRequired[int | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int]
    cells: NotRequired[int]
    type: Literal['add']
class HarpTdmAdditionalCritical(TypedDict):
    table: str
    severity: NotRequired[Literal['A', 'B', 'C', 'D', 'E'] | None]
class HarpTdmArmourWorn(TypedDict):
    type: int
    quality: NotRequired[int]
    fitted: NotRequired[bool]
    skill: NotRequired[int]
    material: NotRequired[int]
    casting_material: NotRequired[int]
class HarpTdmBonuses(TypedDict):
    strength: NotRequired[int]
    constitution: NotRequired[int]
    agility: NotRequired[int]
    quickness: NotRequired[int]
    self_discipline: NotRequired[int]
    intuition: NotRequired[int]
    reasoning: NotRequired[int]
    presence: NotRequired[int]
class HarpTdmBusy(TypedDict):
    action: str
    rounds_left: int
    weapon: str | None
    condition: Literal['dropped', 'broken', 'unstrung', 'unloaded'] | None
    care: HarpTdmCare | None
class HarpTdmBystander(TypedDict):
    who: str
    situation: HarpTdmSituation
class HarpTdmCare(TypedDict):
    patient: str
    difficulty: str
    modifiers: list[HarpTdmPart]
    is_spoilt: bool
class HarpTdmCellSize(TypedDict):
    value: str
    unit: Literal['m', 'ft']
class HarpTdmCombatant(TypedDict):
    id: str
    name: str
    side: str
    ref: str | None
    external_refs: list[ExternalName]
    disclosure: Disclosed
    sheet: HarpTdmSheet
    activity: HarpTdmActivity
    at: list[int] | None
    busy: HarpTdmBusy | None
    cells: int
    conditions: HarpTdmConditions
    dying_in: int | None
    elevation: int
    facing: Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None
    guard: HarpTdmGuard
    harassed: list[HarpTdmHarassment]
    hits: int
    initiative: int | None
    interception: HarpTdmInterception | None
    weapons: list[HarpTdmWeaponState]
    wounds: list[HarpTdmWound]
    bleeding: int
    is_struck_dead: bool
    is_unconscious: bool
    penalty: int
    states: list[Literal['dead', 'dying', 'unconscious', 'down', 'stunned', 'must-parry', 'no-parry', 'lost-turns', 'shaken', 'prone']]
    wound_level: Literal['none', 'light', 'serious', 'grave', 'mortal']
    casting_penalty: int
class HarpTdmCombatantEdit(TypedDict):
    name: NotRequired[str | None]
    side: NotRequired[str | None]
    disclosure: NotRequired[HarpTdmDisclosure | None]
    hits: NotRequired[int | None]
    sheet: NotRequired[HarpTdmSheet | None]
    weapons_at_hand: NotRequired[bool]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    cells: NotRequired[int | None]
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[HarpTdmExternalRef] | None]
class HarpTdmConditions(TypedDict):
    stunned: int
    must_parry: int
    no_parry: int
    shaken: bool
    lost_turns: int
    initiative: int
    prone: bool
class HarpTdmDeclaration(TypedDict):
    combatant: str
    action: str
    weapon: str | None
    modifiers: list[str]
    stance: list[HarpTdmShare]
class HarpTdmDisclosure(TypedDict):
    visibility: NotRequired[Literal['visible', 'hidden', 'until_first_turn']]
    name_mask: NotRequired[str | None]
    hp: NotRequired[Literal['exact', 'band', 'damage_taken', 'none'] | None]
    defence: NotRequired[Literal['exact', 'none'] | None]
    initiative: NotRequired[Literal['exact', 'none'] | None]
class HarpTdmDistance(TypedDict):
    value: int | float | str
    unit: Literal['m', 'ft']
class HarpTdmEdge(TypedDict):
    between: list[list[int]]
    kind: Literal['wall', 'door', 'low-wall', 'fence']
class HarpTdmEdit(TypedDict):
    target: str
    name: NotRequired[str | None]
    side: NotRequired[str | None]
    disclosure: NotRequired[HarpTdmDisclosure | None]
    hits: NotRequired[int | None]
    sheet: NotRequired[HarpTdmSheet | None]
    weapons_at_hand: NotRequired[bool]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    cells: NotRequired[int | None]
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[HarpTdmExternalRef] | None]
    type: Literal['edit']
class HarpTdmEncounter(TypedDict):
    id: str
    ruleset: Literal['harp-tdm']
    title: str
    status: Literal['free', 'strict', 'ended']
    version: int
    last_event: int
    options: dict[str, Any]
    environment: list[EnvironmentModifier]
    map: HarpTdmGrid | None
    combatants: int
    dice_policy: dict[str, Any]
    pending: Waiting | None
    table_pack: PackReference
    created_at: str
    updated_at: str
    has_ended: bool
    round: HarpTdmRound | None
    surprised: list[str]
class HarpTdmExternalRef(TypedDict):
    system: str
    kind: Literal['token', 'actor', 'user', 'scene', 'combatant', 'message']
    id: str
class HarpTdmGrid(TypedDict):
    rows: list[str]
    origin: list[int]
    edges: list[HarpTdmEdge]
    cell: HarpTdmCellSize
    diagonals: Literal['1-2-1', 'equal', 'exact']
class HarpTdmGuard(TypedDict):
    parries: list[HarpTdmParryPoints]
    ob_spent: int
    dodge: int | None
    instinctive_dodge: int | None
    owes_action: bool
    struck_with: list[str]
    shield_uses: int
    planted: str | None
    withdrawal: HarpTdmWithdrawal | None
class HarpTdmHarassment(TypedDict):
    by: str
    penalty: int
    means: Literal['weapon', 'hands']
class HarpTdmIdentity(TypedDict):
    name: str
    side: str
    ref: NotRequired[str | None]
    external_refs: NotRequired[list[HarpTdmExternalRef]]
    disclosure: NotRequired[HarpTdmDisclosure]
class HarpTdmInterception(TypedDict):
    whom: str
    actions: list[str]
    weapon: str | None
    stealth: int | None
    situation: HarpTdmSituation
    came: bool
class HarpTdmIntoMelee(TypedDict):
    others: list[str]
    about: NotRequired[list[HarpTdmBystander]]
class HarpTdmOptions(TypedDict):
    open_roll_ignores_size_cap: NotRequired[bool]
    size_cap_surplus_attacks_again: NotRequired[bool]
    attacks_are_manoeuvres: NotRequired[bool]
    dodge_agility_multiplier: NotRequired[Literal[1, 2]]
    effect_duration: NotRequired[Literal['own_turns', 'turn_start']]
    initiative_ties: NotRequired[Literal['quickness', 'simultaneous']]
    effect_stacking: NotRequired[Literal['add', 'longest']]
    range_increment: NotRequired[Literal['ceil', 'first_free']]
    point_blank: NotRequired[Literal['replaces', 'adds']]
    leaving_melee: NotRequired[Literal['free_attack', 'none']]
    critical_gear_shifts: NotRequired[bool]
    shield_allocation: NotRequired[Literal['first_covered', 'chooser']]
    multiple_parry: NotRequired[Literal['free', 'equal']]
    stance_moment: NotRequired[Literal['own_turn', 'declaration']]
    full_parry_roll: NotRequired[Literal['own_turn', 'per_blow', 'with_ob']]
    casting_penalty: NotRequired[Literal['by_type', 'sheet']]
    quickness_cut: NotRequired[Literal['effective', 'maximum']]
    ambush: NotRequired[int]
    half_hits_penalty: NotRequired[bool]
    helpless_and_down: NotRequired[Literal['greatest', 'adds']]
    unconscious_shield: NotRequired[Literal['none', 'counts']]
    stray_fumbles: NotRequired[bool]
    disengage_as_full_parry: NotRequired[bool]
    dodge_while_waiting: NotRequired[Literal['this_action', 'next_action']]
    death_at: NotRequired[int | Literal['constitution'] | None]
class HarpTdmParryPoints(TypedDict):
    opponent: str
    points: int
    weapon: str
    bonus: int
    holds: bool
class HarpTdmPart(TypedDict):
    label: str
    value: int
    kind: NotRequired[str]
class HarpTdmPlace(TypedDict):
    combatant: str
    initiative: int
    first: bool
    has_begun: bool
    is_waiting: bool
    has_ended: bool
class HarpTdmResistances(TypedDict):
    body: NotRequired[int | None]
    mind: NotRequired[int | None]
    magic: NotRequired[int | None]
class HarpTdmRound(TypedDict):
    number: int
    declarations: list[HarpTdmDeclaration]
    order: list[HarpTdmPlace]
    current: str | None
class HarpTdmShare(TypedDict):
    opponent: str
    points: int
class HarpTdmSheet(TypedDict):
    hits: int
    weapons: NotRequired[list[HarpTdmSheetWeapon]]
    ruleset: NotRequired[Literal['harp-tdm']]
    db: NotRequired[int | None]
    armour_type: NotRequired[int | None]
    bmr: NotRequired[int | None]
    constitution: NotRequired[int | None]
    initiative: NotRequired[int | None]
    body: NotRequired[int | None]
    perception: NotRequired[int | None]
    agility: NotRequired[int | None]
    stealth: NotRequired[int | None]
    brawling: NotRequired[int | None]
    bonuses: NotRequired[HarpTdmBonuses | None]
    skills: NotRequired[HarpTdmSkills | None]
    resistances: NotRequired[HarpTdmResistances | None]
    armour: NotRequired[HarpTdmArmourWorn | None]
    shield: NotRequired[HarpTdmShieldCarried | None]
    casting_penalty: NotRequired[int | None]
    helmet: NotRequired[bool]
    talents: NotRequired[list[HarpTdmTalent]]
    size: NotRequired[Literal['tiny', 'small', 'medium', 'large', 'huge']]
class HarpTdmSheetWeapon(TypedDict):
    id: str
    model: str
    ob: NotRequired[int | None]
    parts: NotRequired[list[HarpTdmPart]]
    skill: NotRequired[int | None]
    bonus: NotRequired[int]
    additional_criticals: NotRequired[list[HarpTdmAdditionalCritical]]
    hand: NotRequired[Literal['main', 'off', 'both']]
    attack_size: NotRequired[Literal['tiny', 'small', 'medium', 'large', 'huge'] | None]
    attack_table: NotRequired[str | None]
    critical_table: NotRequired[str | None]
    fumble: NotRequired[int | None]
    name: NotRequired[str | None]
class HarpTdmShieldCarried(TypedDict):
    model: str
    trained: NotRequired[bool]
    quality: NotRequired[int]
    bonus: NotRequired[int | None]
class HarpTdmSituation(TypedDict):
    flank: NotRequired[bool]
    rear: NotRequired[bool]
    higher_ground: NotRequired[bool]
    lower_ground: NotRequired[bool]
    target_surprised: NotRequired[bool]
    target_down: NotRequired[bool]
    drew_weapon: NotRequired[bool]
    distance: NotRequired[HarpTdmDistance | None]
    cover: NotRequired[str | None]
    modifiers: NotRequired[list[HarpTdmPart]]
    defence: NotRequired[list[HarpTdmPart]]
    override: NotRequired[bool]
class HarpTdmSkills(TypedDict):
    acrobatics: NotRequired[int | None]
    armour: NotRequired[int | None]
    brawling: NotRequired[int | None]
    first_aid: NotRequired[int | None]
    perception: NotRequired[int | None]
    stealth: NotRequired[int | None]
class HarpTdmTalent(TypedDict):
    label: str
    effects: list[HarpTdmTalentEffect]
class HarpTdmTalentEffect(TypedDict):
    to: Literal['ob', 'db', 'initiative', 'body', 'quickness']
    value: int
class HarpTdmWeaponState(TypedDict):
    weapon: str
    condition: Literal['dropped', 'broken', 'unstrung', 'unloaded']
    rounds: int
class HarpTdmWithdrawal(TypedDict):
    opponent: str
    is_ready: bool
class HarpTdmWound(TypedDict):
    bleed_per_round: int
    penalty: int
class Health(TypedDict):
    disclosure: Literal['exact', 'band', 'damage_taken', 'none']
    left: int | None
    most: int | None
    taken: int | None
    fares: Literal['unhurt', 'hurt', 'bloodied', 'near_death', 'down'] | None
class ImpossibleAction(TypedDict):
    type: str
    label: str
    failed_checks: list[FailedCheck]
    unclear: Unclear | None
class IssuedToken(TypedDict):
    id: str
    label: str
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    scopes: list[Literal['play', 'prepare', 'read']] | None
    controls: list[str]
    created_at: str
    token: str
class IssuedTokens(TypedDict):
    tokens: list[IssuedToken]
class LegalAction(TypedDict):
    type: str
    label: str
    target: str | None
    target_is: Literal['fighting', 'down', 'dead'] | None
    weapon: str | None
    asks: list[FirstAsked]
    body: ReadyBody
class LegalActions(TypedDict):
    encounter_id: str
    version: int
    combatant: str
    possible: list[LegalAction]
    impossible: list[ImpossibleAction]
    truncated: list[str]
class Line(TypedDict):
    message_id: str
    params: dict[str, str | int]
    text: str
class Lookup(TypedDict):
    table: str
    roll: int
    column: str
class Modifier(TypedDict):
    of: str
    label: str
    text: str
    value: int
    kind: str
    source: str
    rule_id: str
    applied: bool
    suppressed_by: str | None
class NamedCampaign(TypedDict):
    id: str
    name: str
class Narration(TypedDict):
    message_id: str
    params: dict[str, str | int]
    text: Words
    lines: list[Line]
class NotAllowed(TypedDict):
    command: str
    chance: Chance | None
    failed_checks: list[FailedCheck]
class Odds(TypedDict):
    encounter_id: str
    version: int
    commands: list[dict[str, Any]]
    legal: bool | None
    failed_checks: list[FailedCheck]
    exact: bool
    samples: int | None
    cut: Chance | None
    events: list[EventOdds]
    rolls: list[OddsOfRoll]
    combatants: list[CombatantOdds]
    assumed: list[AssumedChoice]
    not_allowed: list[NotAllowed]
    undisclosed: list[str]
class OddsOfRoll(TypedDict):
    who: str
    purpose: str
    text: str
    times: float | None
    success: Chance | None
class OpenedCampaign(TypedDict):
    id: str
    name: str
    disclosure: DisclosedAtMost
    created_at: str
    token: str
class Override(TypedDict):
    roll: int
    dice: list[int]
class OwnToken(TypedDict):
    id: str
    label: str
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    scopes: list[Literal['play', 'prepare', 'read']] | None
    controls: list[str]
    created_at: str
    campaign: NamedCampaign
class PackChoice(TypedDict):
    id: str
    version: NotRequired[str | None]
class PackFault(TypedDict):
    pointer: str
    code: str
    message: str
class PackReference(TypedDict):
    id: str
    version: str
    hash: str
class PackValidation(TypedDict):
    valid: bool
    problems: list[PackFault]
    pack: TablePack | None
class Page_ActionResult_(TypedDict):
    items: list[ActionResult]
    next: str | int | None
class Page_Combatant_(TypedDict):
    items: list[Combatant]
    next: str | int | None
class Page_Encounter_(TypedDict):
    items: list[Encounter]
    next: str | int | None
class Page_ProblemPage_(TypedDict):
    items: list[ProblemPage]
    next: str | int | None
class Page_Ruleset_(TypedDict):
    items: list[Ruleset]
    next: str | int | None
class Page_SimulationSummary_(TypedDict):
    items: list[SimulationSummary]
    next: str | int | None
class Page_TablePackVersion_(TypedDict):
    items: list[TablePackVersion]
    next: str | int | None
class Page_TablePack_(TypedDict):
    items: list[TablePack]
    next: str | int | None
class Page_Token_(TypedDict):
    items: list[Token]
    next: str | int | None
class Page_Webhook_(TypedDict):
    items: list[Webhook]
    next: str | int | None
class Pair(TypedDict):
    open: str
    hidden: str
class Part(TypedDict):
    of: str
    label: str
    text: str
    value: int
    kind: str
    source: str
    rule_id: str
    applied: bool
    suppressed_by: str | None
    roll: int
class Pf1Encounter(TypedDict):
    id: str
    ruleset: Literal['pf1']
    title: str
    status: Literal['free', 'strict', 'ended']
    version: int
    last_event: int
    options: dict[str, Any]
    environment: list[EnvironmentModifier]
    map: D20Grid | None
    combatants: int
    dice_policy: dict[str, Any]
    pending: Waiting | None
    table_pack: PackReference
    created_at: str
    updated_at: str
    has_ended: bool
    round: D20Round | None
class Ping(TypedDict):
    service: Literal['estoc']
    version: str
class PlayedStep(TypedDict):
    do: dict[str, Any]
    dice: list[int]
    choose: dict[str, Any]
    status: Literal['resolved', 'refused', 'dice_amiss']
    result: NotRequired[dict[str, Any] | None]
    rules: NotRequired[list[str] | None]
    events: NotRequired[list[dict[str, Any]] | None]
    rolls: NotRequired[list[dict[str, Any]] | None]
    choices: NotRequired[list[dict[str, Any]] | None]
    narration: NotRequired[str | None]
    codes: NotRequired[list[str] | None]
    message: NotRequired[str | None]
    squares: NotRequired[list[list[int]] | None]
    differences: list[Difference]
class PolicyRow(TypedDict):
    side: NotRequired[str | None]
    combatant: NotRequired[str | None]
    purpose: NotRequired[str | None]
    rolls: NotRequired[Literal['server', 'players', 'gm'] | None]
    choices: NotRequired[Literal['server', 'players', 'gm'] | None]
class Preview(TypedDict):
    encounter_id: str
    version: int
    command: dict[str, Any]
    legal: bool
    failed_checks: list[FailedCheck]
    awaiting: list[Asked]
    events: list[dict[str, Any]]
    charge: Charge | None
    splash: Splash | None
    totals: list[Total]
    undisclosed: list[str]
class PreviewPart(TypedDict):
    of: str
    label: str
    text: str
    value: int | None
    kind: str
    source: str
    rule_id: str
    applied: bool
    suppressed_by: str | None
class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str
    errors: NotRequired[list[Fault]]
    failed_checks: NotRequired[list[FailedCheck]]
    params: NotRequired[dict[str, str | int]]
class ProblemPage(TypedDict):
    code: str
    title: str
    meaning: str
    remedy: str
class Proof(TypedDict):
    format: Literal['estoc-dice/v1']
    encounter: str
    epochs: list[Epoch]
    rolls: list[ProofRoll]
    unproven: int
class ProofRoll(TypedDict):
    epoch: int
    stream: Literal['open', 'hidden'] | None
    index: int | None
    seq: int
    action_id: str
    purpose: str
    who: str
    source: Literal['server', 'manual', 'gm']
    notation: str
    sides: list[int]
    faces: list[int]
class ReadCreature(TypedDict):
    name: str
    count: int
    ruleset: str
    sheet: dict[str, Any]
    left: dict[str, Any] | None
    token: dict[str, Any] | None
    source: dict[str, Any] | None
    read: list[ReadFigure]
    guessed: list[Remark]
    not_read: list[UnreadPart]
    warnings: list[Remark]
class ReadCreatures(TypedDict):
    creatures: list[ReadCreature]
class ReadFigure(TypedDict):
    pointer: str
    printed: str
class Ready(TypedDict):
    status: Literal['alive', 'ready']
class ReadyBody(TypedDict):
    command: dict[str, Any]
class Remark(TypedDict):
    code: str
    about: str | None
    printed: str | None
    message: str
class Report(TypedDict):
    encounter_id: str
    title: str
    ruleset: str
    version: int
    status: Literal['free', 'strict', 'ended']
    rounds: list[ToldRound]
    combatants: list[Deeds]
    dice: list[ThrownDice]
class Reset(TypedDict):
    seq: int
    type: Literal['reset']
class ResetBody(TypedDict):
    pass
class ResolveBody(TypedDict):
    ruleset: Literal['harp-tdm', 'dnd35', 'pf1']
    combatants: list[CombatantBody]
    command: NotRequired[dict[str, Any]]
    commands: NotRequired[list[dict[str, Any]]]
    options: NotRequired[HarpTdmOptions | D20Options]
    environment: NotRequired[list[dict[str, Any]]]
    map: NotRequired[Drawing | None]
    table_pack: NotRequired[PackChoice | None]
    table_pack_version: NotRequired[str | None]
    dice_policy: NotRequired[DicePolicy]
    dice: NotRequired[list[int]]
    choices: NotRequired[dict[str, str | list[str]]]
    strict: NotRequired[bool]
    privacy: NotRequired[Literal['public', 'gm', 'self', 'blind']]
class ResumptionBody(TypedDict):
    begin: NotRequired[Literal['where_it_stopped', 'now']]
class Roll(TypedDict):
    purpose: str
    text: str
    who: str
    notation: str
    dice: list[Die]
    rolled: int
    modifier: int | None
    total: int | None
    against: int | None
    source: Literal['server', 'manual', 'gm']
    epoch: int
    stream: Literal['open', 'hidden'] | None
    index: int | None
    as_sum: bool
    facts: dict[str, str | int]
    rules: list[str]
class RollerStatistics(TypedDict):
    name: str
    combatants: list[str]
    dice: list[DieStatistics]
class Rotation(TypedDict):
    revealed: Epoch
    begun: Epoch
class RotationBody(TypedDict):
    overlap: NotRequired[int]
class Ruleset(TypedDict):
    id: str
    name: str
    commands: list[str]
    options: dict[str, Any]
    policies: list[FightingPolicy]
    table_pack: PackReference
class RulesetSchema(TypedDict):
    command: dict[str, Any]
    sheet: dict[str, Any]
    options: dict[str, Any]
    event: dict[str, Any]
class RunsOfLength(TypedDict):
    rounds: int
    runs: int
class RunsWorthReading(TypedDict):
    typical: int
    shortest: int
    longest: int
class SaltBody(TypedDict):
    salt: str
class Scenario(TypedDict):
    scenario: Literal[1]
    title: str
    ruleset: str
    options: NotRequired[dict[str, Any] | None]
    environment: NotRequired[list[EnvironmentModifier] | None]
    map: NotRequired[dict[str, Any] | None]
    combatants: list[dict[str, Any]]
    play: list[dict[str, Any]]
    expect: dict[str, Any]
class ScenarioChosenPack(TypedDict):
    id: str
    version: NotRequired[str | None]
class ScenarioDocument(TypedDict):
    scenario: Literal[1]
    title: str
    ruleset: Literal['harp-tdm', 'dnd35', 'pf1']
    options: NotRequired[dict[str, Any]]
    environment: NotRequired[list[dict[str, Any]]]
    map: NotRequired[Drawing | None]
    table_pack: NotRequired[ScenarioChosenPack | None]
    dice: NotRequired[Literal['fair'] | None]
    seed: NotRequired[int | None]
    combatants: list[ScenarioEntrant]
    play: NotRequired[list[ScenarioStep]]
    expect: NotRequired[ScenarioEndExpectation]
class ScenarioEndExpectation(TypedDict):
    combatants: NotRequired[dict[str, dict[str, Any] | None]]
class ScenarioEntrant(TypedDict):
    id: str
    like: NotRequired[str | None]
    side: str
    name: NotRequired[str | None]
    sheet: dict[str, Any]
    hits: NotRequired[int | None]
    hp: NotRequired[int | None]
    sheathed: NotRequired[list[str] | None]
    mount: NotRequired[str | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    cells: NotRequired[int | None]
    disclosure: NotRequired[dict[str, Any] | None]
class ScenarioStep(TypedDict):
    do: dict[str, Any]
    dice: NotRequired[list[int]]
    choose: NotRequired[dict[str, str | int | list[str | int]]]
    expect: NotRequired[ScenarioStepExpectation]
class ScenarioStepExpectation(TypedDict):
    result: NotRequired[dict[str, Any] | None]
    rules: NotRequired[list[str]]
    refused: NotRequired[str | None]
    squares: NotRequired[list[list[int]] | None]
    events: NotRequired[list[str | dict[str, Any]] | None]
    rolls: NotRequired[list[str | dict[str, Any]] | None]
    combatants: NotRequired[dict[str, dict[str, Any] | None] | None]
class SeenCombatant(TypedDict):
    id: str
    name: str
    side: str
    ref: str | None
    external_refs: list[ExternalName]
    health: Health
    defence: dict[str, Any] | None
    initiative: int | None
    is_down: bool
    states: list[str]
    conditions: list[str]
    mount: str | None
    at: list[int] | None
    facing: str | None
    elevation: int | None
    cells: int | None
    space: list[list[int]] | None
class SeenEncounter(TypedDict):
    id: str
    ruleset: str
    title: str
    status: Literal['free', 'strict', 'ended']
    version: int
    last_event: int
    options: dict[str, Any]
    environment: list[EnvironmentModifier]
    map: dict[str, Any] | None
    combatants: int
    dice_policy: dict[str, Any]
    pending: Waiting | None
    table_pack: PackReference
    created_at: str
    updated_at: str
    has_ended: bool
    round: dict[str, Any] | None
    surprised: NotRequired[list[str] | None]
class SimulatedCombatant(TypedDict):
    id: str
    name: str
    side: str
    policy: Literal['nearest', 'weakest', 'strongest', 'focus', 'defensive', 'passive']
    down: CountedChance
    dead: CountedChance
    points_left: float
    dealt: float
    taken: float
    attacks: float
    hits: float
class SimulatedPolicy(TypedDict):
    policy: Literal['nearest', 'weakest', 'strongest', 'focus', 'defensive', 'passive']
    side: str | None
    combatant: str | None
class SimulatedRounds(TypedDict):
    mean: float
    least: int
    quartiles: list[int]
    most: int
    histogram: list[RunsOfLength]
class SimulatedSide(TypedDict):
    side: str
    combatants: list[str]
    wins: CountedChance
class Simulation(TypedDict):
    id: str
    encounter_id: str
    title: str
    ruleset: str
    status: Literal['running', 'finished', 'failed']
    policies: list[SimulatedPolicy]
    runs: int
    max_rounds: int
    seed: str
    done: int
    created_at: str
    finished_at: str | None
    expires_at: str | None
    result: SimulationResult | None
class SimulationBody(TypedDict):
    encounter_id: str
    policies: NotRequired[list[FightingRow]]
    runs: NotRequired[int]
    max_rounds: NotRequired[int]
    seed: NotRequired[str | None]
class SimulationResult(TypedDict):
    sides: list[SimulatedSide]
    undecided: UndecidedRuns
    rounds: SimulatedRounds
    combatants: list[SimulatedCombatant]
    worth_reading: RunsWorthReading
class SimulationSummary(TypedDict):
    id: str
    encounter_id: str
    title: str
    ruleset: str
    status: Literal['running', 'finished', 'failed']
    policies: list[SimulatedPolicy]
    runs: int
    max_rounds: int
    seed: str
    done: int
    created_at: str
    finished_at: str | None
    expires_at: str | None
class Skip(TypedDict):
    seq: int
    type: Literal['skip']
class SourceRow(TypedDict):
    allowed: list[Literal['server', 'manual', 'gm']]
    side: NotRequired[str | None]
    combatant: NotRequired[str | None]
class Splash(TypedDict):
    actor: str
    weapon: str
    target: str | None
    at: list[int] | None
    intersection: list[int] | None
    feet: int | None
    increment: int
    splashes: list[str]
    astray: list[ForeseenLanding]
    opportunities: list[str]
class StateOdds(TypedDict):
    state: str
    already: bool
    chance: Chance | None
class Steps(TypedDict):
    steps: NotRequired[int | None]
    to: NotRequired[int | None]
class StreamTicket(TypedDict):
    ticket: str
    encounter_id: str
    stream: str
    expires_at: str
class SyncBody(TypedDict):
    mode: Literal['merge', 'replace']
    combatants: list[SyncEntry]
    dry_run: NotRequired[bool]
class SyncEntry(TypedDict):
    name: NotRequired[str]
    sheet: NotRequired[Sheet]
    side: NotRequired[str]
    ref: NotRequired[str | None]
    external_refs: list[ExternalRef]
    disclosure: NotRequired[Disclosure]
    hits: NotRequired[int | None]
    at: NotRequired[list[int] | None]
    facing: NotRequired[Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None]
    elevation: NotRequired[int | None]
    cells: NotRequired[int | None]
    hp: NotRequired[int | None]
    sheathed: NotRequired[list[str] | None]
    mount: NotRequired[str | None]
class SyncResult(TypedDict):
    encounter_id: str
    version: int
    mode: Literal['merge', 'replace']
    dry_run: bool
    combatants: list[SyncedCombatant]
    removed: list[str]
    changes: list[Change]
    action_id: str | None
class SyncedCombatant(TypedDict):
    id: str
    outcome: Literal['added', 'changed', 'unchanged']
    external_refs: list[ExternalName]
class Table(TypedDict):
    id: str
    pack: TablePack
    table: dict[str, Any] | list[dict[str, Any]]
class TableEntry(TypedDict):
    table: str
    key: str
    row: dict[str, Any]
class TablePack(TypedDict):
    id: str
    version: str
    hash: str
    ruleset: str
    title: str
    licence: str
    is_own: bool
class TablePackAbout(TypedDict):
    id: str
    ruleset: str
    version: str
    title: str
    licence: str
    status: str
    statuses: dict[str, str]
class TablePackContents(TypedDict):
    id: str
    version: str
    hash: str
    ruleset: str
    title: str
    licence: str
    is_own: bool
    tables: list[str]
class TablePackDocument(TypedDict):
    pack: TablePackAbout
class TablePackVersion(TypedDict):
    id: str
    version: str
    hash: str
    ruleset: str
    title: str
    licence: str
    is_own: bool
    created_at: str
class ThrownDice(TypedDict):
    who: str
    sides: int
    thrown: int
    lowest: int
    highest: int
    mean: float
class TicketBody(TypedDict):
    encounter_id: str
class Timeout(TypedDict):
    seconds: int
    settles: NotRequired[Literal['everything', 'choices']]
class Token(TypedDict):
    id: str
    label: str
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    scopes: list[Literal['play', 'prepare', 'read']] | None
    controls: list[str]
    created_at: str
class TokenBody(TypedDict):
    role: Literal['owner', 'gm', 'assistant', 'player', 'spectator']
    label: NotRequired[str]
    scopes: NotRequired[list[Literal['read', 'play', 'prepare']] | None]
    controls: NotRequired[list[str]]
class TokensBody(TypedDict):
    tokens: list[TokenBody]
class ToldAction(TypedDict):
    action_id: str
    type: str
    actor: str | None
    text: str
class ToldRound(TypedDict):
    round: int | None
    actions: list[ToldAction]
class Total(TypedDict):
    of: str
    total: int | None
    parts: list[PreviewPart]
class Transcript(TypedDict):
    title: str
    holds: bool
    steps: list[PlayedStep]
    unplayed: int
    differences: list[Difference]
class Unclear(TypedDict):
    pointer: str
    code: str
    message: str
class UndecidedRuns(TypedDict):
    runs: int
    chance: float
    low: float
    high: float
    why: dict[str, int]
class UnreadPart(TypedDict):
    about: str | None
    printed: str
class ValueOdds(TypedDict):
    value: int
    chance: Chance
class Variant(TypedDict):
    name: str
    action: ActionRequest
class VariantOdds(TypedDict):
    name: str
    odds: Odds
class Waiting(TypedDict):
    action_id: str
    awaiting: list[Awaited]
class Webhook(TypedDict):
    id: str
    url: str
    description: str
    status: Literal['active', 'failing', 'disabled']
    failures: int
    last_tried_at: str | None
    last_outcome: str | None
    disabled_at: str | None
    disabled_reason: str | None
    created_at: str
class WebhookBody(TypedDict):
    url: str
    description: NotRequired[str]
class WebhookMessage(TypedDict):
    type: Literal['encounter.events']
    timestamp: str
    data: EventsOfAction
class WebhookWithSecret(TypedDict):
    id: str
    url: str
    description: str
    status: Literal['active', 'failing', 'disabled']
    failures: int
    last_tried_at: str | None
    last_outcome: str | None
    disabled_at: str | None
    disabled_reason: str | None
    created_at: str
    secret: str
class Words(TypedDict):
    locale: str
    plain: str
CellChange = TypedDict('CellChange', {'pointer': 'str', 'kind': "Literal['changed', 'added', 'removed']", 'from': 'Any', 'to': 'Any'})
Change = TypedDict('Change', {'path': 'str', 'from': 'Any', 'to': 'Any'})
PackDifference = TypedDict('PackDifference', {'from': 'TablePack', 'to': 'TablePack', 'items': 'list[CellChange]', 'next': 'str | None'})
ActionRequest = Union['ActionBody', 'GroupBody']
Combatant = Union['HarpTdmCombatant', 'D20Combatant', 'SeenCombatant']
CombatantEdit = Union['HarpTdmCombatantEdit', 'D20CombatantEdit']
Encounter = Union['HarpTdmEncounter', 'Dnd35Encounter', 'Pf1Encounter', 'SeenEncounter']
FoundryActor = dict[str, Any]
Sheet = Union['HarpTdmSheet', 'D20Sheet']
TablePackDraft = dict[str, Any]

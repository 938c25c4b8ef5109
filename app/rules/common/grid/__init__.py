"""The map of square cells, exact throughout: integers and fractions, no floats.

`cells` names cells, footprints and directions; `board` is the drawn map and what stands in the way on it;
`lengths` counts how far things are apart; `sides` tells front, flank and rear; `lines` are straight lines
and what they meet; `lanes` are the strips that a body sweeps. Lines and lanes count in half cells, so that
the centre of every footprint is a whole number.

For D&D 3.5 and Pathfinder: `bands` of reach, `steps` and walks, `sight` from corner to corner, `cover`,
`flanking`.
"""

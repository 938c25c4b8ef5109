"""In which language the words of an answer are."""

from collections.abc import Iterator

from starlette.requests import Request

from app.narration.catalogue import CATALOGUES, FALLBACK


def locale_of(request: Request) -> str:
    """The language that Accept-Language likes best of those there are; English where it likes none."""
    return wanted_by(request) or FALLBACK


def wanted_by(request: Request) -> str | None:
    """The same, or None where the caller says nothing of languages."""
    header = request.headers.get("Accept-Language")
    return None if header is None else negotiated(header, tuple(CATALOGUES))


def negotiated(header: str, offered: tuple[str, ...]) -> str:
    """The best of ``offered`` for a list of language ranges (RFC 9110, 12.5.4; RFC 4647, 3.4).

    ``fr-CA`` is content with ``fr``. Of ranges liked equally the first counts; ``*`` is any language that
    is not named. `FALLBACK` where nothing that is offered is acceptable: words that are not understood do
    less harm than none.
    """
    liked = dict(_ranges(header))
    rest = liked.pop("*", 0.0)
    best, quality = FALLBACK, 0.0
    for wanted, weight in [
        *liked.items(),
        *((one, rest) for one in (FALLBACK, *offered) if one not in liked),
    ]:
        if wanted in offered and weight > quality:
            best, quality = wanted, weight
    return best


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    """Each primary language with its greatest weight, in order; what cannot be read is passed over."""
    found: dict[str, float] = {}
    for part in header.lower().split(","):
        language, *parameters = (piece.strip() for piece in part.split(";"))
        weight = _weight(parameters)
        if language and weight is not None:
            primary = language.partition("-")[0]
            found[primary] = max(weight, found.get(primary, 0.0))
    yield from found.items()


def _weight(parameters: list[str]) -> float | None:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            value = value.strip()
            is_weight = value.replace(".", "", 1).isdecimal() and value.isascii()
            return float(value) if is_weight and float(value) <= 1 else None
    return 1.0

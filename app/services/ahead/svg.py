"""What every drawing shares: text that XML can hold, titles, tiles of patterns."""

import re
from xml.etree.ElementTree import Element, SubElement

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def canvas(width: int, height: int) -> Element:
    """The root of a drawing of that size in pixels."""
    return Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "role": "img",
        },
    )


def clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return NOT_XML.sub("\ufffd", text)


def titled(parent: Element, title: str) -> None:
    """Says in words what ``parent`` is."""
    SubElement(parent, "title").text = clean(title)


def tile(name: str, side: int) -> dict[str, str]:
    """The attributes of a pattern's square tile."""
    size = str(side)
    return {"id": f"estoc-{name}", "width": size, "height": size, "patternUnits": "userSpaceOnUse"}


def filled(name: str) -> dict[str, str]:
    """Filled with that pattern."""
    return {"fill": f"url(#estoc-{name})"}

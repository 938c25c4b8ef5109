"""Entity tags: which version of a thing was seen, by whom, in which language.

A tag is `"version.viewer.language"`. The version is a number for an encounter and a digest of what is shown
for a combatant; whoever sends a tag back is asked about its version alone.
"""

import re
from hashlib import blake2b

from app.services.access.disclosure import NO_CEILING
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.refusals import PreconditionMissing, StaleVersion
from app.values import value

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')


@value
class Viewing:
    """Who looks, and in which language the words are to be."""

    grant: Grant
    locale: str

    def tag(self, version: int | str) -> str:
        """The tag of a thing of that version as it is shown here."""
        return f'"{version}.{self._viewer}.{self.locale}"'

    @property
    def _viewer(self) -> str:
        """The role, and for those who do not see everything whom they play and what is kept back at most."""
        role, ceiling = self.grant.role, self.grant.ceiling
        if is_gm(self.grant) or (not self.grant.controls and ceiling == NO_CEILING):
            return role
        seen = repr(sorted(self.grant.controls))
        if ceiling != NO_CEILING:
            seen += repr(ceiling)
        return f"{role}-{digest_of(seen.encode())[:8]}"


@value
class Condition:
    """What If-Match asks: that the version be one of ``versions``, or any where they are None.

    ``is_missing``: the request is not carried out without the header, and it had none.
    """

    versions: frozenset[str] | None
    is_missing: bool = False

    def check(self, version: int | str) -> None:
        """Raises PreconditionMissing and StaleVersion, both with the version that would be right."""
        if self.is_missing:
            raise PreconditionMissing(version)
        if self.versions is not None and str(version) not in self.versions:
            raise StaleVersion(version)


def versions_in(header: str) -> frozenset[str]:
    """The versions of the strong tags in a header."""
    return frozenset(tag[2].partition(".")[0] for tag in _TAG.finditer(header) if tag[1] is None)


def names_tag(header: str, tag: str) -> bool:
    """Whether If-None-Match names ``tag``, be it as a weak one (RFC 9110, 13.1.2)."""
    opaque = tag.removeprefix("W/")
    return header.strip() == "*" or any(f'"{named[2]}"' == opaque for named in _TAG.finditer(header))


def digest_of(shown: bytes) -> str:
    """The version of a thing that counts none: another one for whatever is shown otherwise."""
    return blake2b(shown, digest_size=12).hexdigest()

"""The JSON objects that callers are answered with."""

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""Members by their names; Any: whatever JSON can hold."""

"""The fixtures of this folder's tests."""

from estoc_fixtures import *  # noqa: F403

"""``estoc-discord SETTINGS.toml``: `DISCORD_TOKEN` is the bot's, `DISCORD_GUILD` the server's id."""

import os
import sys
from pathlib import Path

from estoc_discord.bot import Bot
from estoc_discord.seats import Seats, read_settings


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("Say the file of settings: estoc-discord table.toml")
    try:
        settings, token = read_settings(Path(sys.argv[1])), os.environ["DISCORD_TOKEN"]
    except (KeyError, OSError, TypeError, ValueError) as error:
        sys.exit(f"The settings cannot be read: {error}")
    Bot(Seats(settings), int(os.environ.get("DISCORD_GUILD", "0")) or None).run(token)


if __name__ == "__main__":
    main()

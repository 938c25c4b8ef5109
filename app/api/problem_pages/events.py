"""Problems of those who follow events."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    "ticket_invalid": Page(
        "The ticket opens nothing here",
        "A stream ticket is good for one stream of the encounter it was asked for, once, within 60 seconds. "
        "A browser's EventSource that reconnects by itself comes with the used one.",
        "Get a fresh one with `POST /v1/stream-tickets` and open the stream with it and with `after` = the "
        "last `seq` you have.",
    ),
    "too_many_streams": Page(
        "Too many streams",
        "This server has as many streams open as it can serve.",
        "Wait for `Retry-After` seconds, or read `GET …/events?after=…&wait=25` in a loop meanwhile.",
    ),
}

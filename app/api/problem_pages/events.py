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
    "webhooks_off": Page(
        "This server sends nothing out",
        "Webhooks are requests that the server makes itself, which its operator has to allow.",
        "Ask the operator to set `ESTOC_WEBHOOKS=true`, or listen to `GET …/stream`.",
    ),
    "webhook_url_refused": Page(
        "Nothing is sent to this address",
        "A webhook's address begins with https://, names no user, and its host has public addresses only.",
        "Give the address of a receiver on the open internet; a tunnel makes a local one reachable.",
    ),
    "too_many_webhooks": Page(
        "Too many webhooks",
        "A campaign has 10 webhooks at most.",
        "Delete one that is not needed any more with `DELETE /v1/webhooks/{id}`.",
    ),
    "too_many_streams": Page(
        "Too many streams",
        "This server has as many streams open as it can serve.",
        "Wait for `Retry-After` seconds, or read `GET …/events?after=…&wait=25` in a loop meanwhile.",
    ),
}

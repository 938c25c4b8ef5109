"""Retries, refusals and streams of the client against a server that is made up."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import estoc_client
import httpx
import pytest
from estoc_client import AsyncEstoc, Estoc, Retry

from tests.clients.python.installed import CLIENT, run

Json = Any
"""Any: JSON."""
SOON = Retry(pause_seconds=0)
PENDING = {"code": "decision_pending", "detail": "Somebody is asked.", "status": 409}
ILLEGAL = {
    "code": "NOT_PRONE",
    "detail": "No.",
    "failed_checks": [{"code": "NOT_PRONE", "rule_id": "H-RND-2"}],
}


class Scripted(httpx.BaseTransport):
    """Answers what it was told to, in order, and remembers what was asked."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self._answers = iter(answers)
        self.asked: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer


def client(transport: Scripted, retry: Retry = SOON) -> Estoc:
    return Estoc("http://estoc", "estoc_cmp_x", retry=retry, http=httpx.Client(transport=transport))


def problem(status: int, code: str, **more: Json) -> httpx.Response:
    return httpx.Response(status, json={"code": code, "detail": "", "status": status, **more})


def done() -> httpx.Response:
    return httpx.Response(201, json={"id": "act_1", "awaiting": []})


CUT = httpx.RemoteProtocolError("cut")
UNREACHED = httpx.ConnectError("nobody there")


@pytest.mark.parametrize(
    "first",
    [
        CUT, UNREACHED, httpx.ReadTimeout("late"),
        httpx.Response(502, text="a proxy"), httpx.Response(504),
        httpx.Response(201, text='{"id": "act_', headers={"Content-Type": "application/json"}),
        problem(429, "too_many_requests"), problem(503, "database_unavailable"),
        problem(500, "internal_error"),
        problem(409, "request_in_flight"),
    ],
    ids=str,
)  # fmt: skip
def test_an_action_is_sent_again_with_its_own_key(first: httpx.Response | Exception) -> None:
    server = Scripted(first, done())
    assert client(server).encounters.of("enc_1").attack("dafur", "orc", "axe").id == "act_1"
    one, other = server.asked
    assert one.headers["Idempotency-Key"] == other.headers["Idempotency-Key"]
    assert one.content == other.content


@pytest.mark.parametrize(
    "first", [problem(409, "decision_pending"), problem(422, "x"), problem(404, "not_found")]
)
def test_a_refusal_is_final(first: httpx.Response) -> None:
    server = Scripted(first)
    with pytest.raises(estoc_client.Refusal):
        client(server).encounters.of("enc_1").attack("dafur", "orc", "axe")
    assert len(server.asked) == 1


def test_a_defect_of_the_server_is_tried_once_more_only() -> None:
    server = Scripted(*(problem(500, "internal_error") for _ in range(9)))
    with pytest.raises(estoc_client.ServerFault):
        client(server).encounters.of("enc_1").undo()
    assert len(server.asked) == 2


def test_every_wish_has_a_key_of_its_own_or_the_callers() -> None:
    server = Scripted(done(), done(), done())
    fight = client(server).encounters.of("enc_1")
    fight.undo()
    fight.undo()
    fight.act({"type": "end"}, key="mine")
    keys = [request.headers["Idempotency-Key"] for request in server.asked]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


def test_attempts_are_bounded_and_the_key_is_told() -> None:
    server = Scripted(*[CUT] * 9)
    with pytest.raises(estoc_client.ConnectionFailed) as failed:
        client(server).encounters.of("enc_1").undo()
    assert len(server.asked) == SOON.attempts
    assert failed.value.key == server.asked[0].headers["Idempotency-Key"]


@pytest.mark.parametrize("unsure", [CUT, httpx.Response(503, text="a proxy"), httpx.Response(502)])
def test_an_edit_that_may_have_arrived_is_not_sent_again(unsure: httpx.Response | Exception) -> None:
    server = Scripted(unsure, httpx.Response(200, json={}))
    with pytest.raises(estoc_client.EstocError):
        client(server).encounters.of("enc_1").update(title="x")
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "sure", [UNREACHED, problem(429, "too_many_requests"), problem(503, "encounter_busy")]
)
def test_an_edit_that_did_nothing_is_sent_again(sure: httpx.Response | Exception) -> None:
    server = Scripted(sure, httpx.Response(200, json={}, headers={"ETag": '"7"'}))
    fight = client(server).encounters.of("enc_1")
    fight.update(title="x", if_match='"6"')
    assert fight.etag == '"7"'
    assert server.asked[1].headers["If-Match"] == '"6"'


def test_a_server_that_asks_for_too_much_patience_is_not_waited_for() -> None:
    answer = httpx.Response(
        503, json=PENDING | {"code": "database_unavailable"}, headers={"Retry-After": "61"}
    )
    with pytest.raises(estoc_client.ServerFault):
        client(Scripted(answer)).encounters.of("enc_1").undo()


def test_pauses_double_vary_and_end_somewhere() -> None:
    retry = Retry()
    for failures, (least, most) in enumerate([(0.125, 0.375), (0.25, 0.75), (0.5, 1.5)], start=1):
        pauses = {retry.seconds(failures) for _ in range(50)}
        assert least <= min(pauses) < max(pauses) <= most
    assert max(retry.seconds(90) for _ in range(50)) <= 12
    assert retry.seconds(1, 20) == 20


@pytest.mark.parametrize(
    ("status", "document", "kind"),
    [
        (401, {}, "NotAuthenticated"), (403, {}, "NotAllowed"), (404, {}, "NotFound"), (412, {}, "Stale"),
        (409, ILLEGAL, "Illegal"), (409, PENDING, "DecisionPending"),
        (409, {}, "Conflict"), (400, {}, "Invalid"),
        (422, {}, "Invalid"), (428, {}, "Invalid"), (507, {}, "ServerFault"),
    ],
)  # fmt: skip
def test_a_refusal_has_the_type_of_what_is_wrong(status: int, document: Json, kind: str) -> None:
    fault = {"pointer": "/command/weapon", "code": "x", "message": "y"}
    answer = httpx.Response(status, json={"code": "c", "errors": [fault], "action_id": "act_2", **document})
    with pytest.raises(estoc_client.Refusal) as refused:
        client(Scripted(answer)).encounters.of("enc_1").attack("a", "b", "c")
    assert type(refused.value) is getattr(estoc_client, kind)
    assert refused.value.pointer == "/command/weapon"
    assert (refused.value.code, refused.value.action_id) == (document.get("code", "c"), "act_2")


def test_lists_go_through_every_page() -> None:
    pages = [{"items": [1, 2], "next": "b"}, {"items": [], "next": "c"}, {"items": [3], "next": None}]
    server = Scripted(*(httpx.Response(200, json=page) for page in pages))
    assert list(client(server).encounters.of("enc_1").log()) == [1, 2, 3]
    assert [request.url.params.get("cursor") for request in server.asked] == [None, "b", "c"]


def sent(*numbers: int, type: str = "hit") -> httpx.Response:
    lines = [f"id: {it}\ndata: {json.dumps({'seq': it, 'type': type})}\n\n" for it in numbers]
    return httpx.Response(200, text=": a sign of life\n\n" + "".join(lines))


def followed(server: Scripted, after: int, until: Callable[[int], bool]) -> Iterator[int]:
    for event in client(server).encounters.of("enc_1").stream(after):
        yield event["seq"]
        if until(event["seq"]):
            return


def test_a_stream_closes_gaps_and_tells_nothing_twice() -> None:
    server = Scripted(sent(3, 5), sent(4, 5), CUT, sent(5, 6))
    assert list(followed(server, 2, lambda seq: seq == 6)) == [3, 4, 5, 6]
    assert [request.headers["Last-Event-ID"] for request in server.asked] == ["2", "3", "5", "5"]


def test_a_stream_goes_on_over_any_number_of_cuts_with_news_in_between() -> None:
    many = 3 * SOON.attempts
    server = Scripted(*(answer for number in range(1, many + 1) for answer in (CUT, sent(number))))
    assert list(followed(server, 0, lambda seq: seq == many)) == list(range(1, many + 1))


def test_a_stream_that_stays_cut_ends() -> None:
    server = Scripted(sent(1), *[CUT] * 9)
    with pytest.raises(estoc_client.ConnectionFailed):
        list(followed(server, 0, lambda seq: False))


def test_a_gap_that_stays_is_told() -> None:
    server = Scripted(*(sent(5) for _ in range(9)))
    with pytest.raises(estoc_client.GapInEvents):
        list(followed(server, 2, lambda seq: False))
    assert len(server.asked) == SOON.attempts


def test_a_stream_passes_over_what_is_not_for_this_token_and_goes_on_after_a_reset() -> None:
    server = Scripted(sent(3, type="skip"), sent(4), sent(2, type="reset"), sent(3))
    assert list(followed(server, 2, lambda seq: seq == 3)) == [4, 2, 3]


@pytest.mark.parametrize(("status", "kind"), [(401, "NotAuthenticated"), (404, "NotFound")])
def test_a_stream_ends_where_the_server_says_so(status: int, kind: str) -> None:
    with pytest.raises(getattr(estoc_client, kind)):
        list(followed(Scripted(sent(1), problem(status, "x")), 0, lambda seq: False))


def test_both_halves_offer_the_same() -> None:
    def offered(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert offered(AsyncEstoc) - {"aclose"} == offered(Estoc) - {"close"}
    assert offered(estoc_client.AsyncEncounter) == offered(estoc_client.Encounter)
    assert offered(estoc_client.AsyncAction) == offered(estoc_client.Action)


def test_what_follows_from_the_contract_is_as_it_would_be_written() -> None:
    run(sys.executable, CLIENT / "generate.py", "--check")


def test_what_is_published_has_the_contracts_version(distribution: tuple[Path, Path]) -> None:
    contract = json.loads((CLIENT.parents[1] / "docs" / "openapi.json").read_text())["info"]["version"]
    source, wheel = distribution
    assert source.name == f"estoc_client-{contract}.tar.gz"
    assert wheel.name == f"estoc_client-{contract}-py3-none-any.whl"
    assert f"## [{contract}]" in (CLIENT / "CHANGELOG.md").read_text()

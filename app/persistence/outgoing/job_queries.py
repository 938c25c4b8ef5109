"""Jobs: asked for, taken by one worker, finished or put off."""

from collections.abc import Sequence
from datetime import timedelta

from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.values import value


@value
class Job:
    """Work that was taken; ``payload`` is JSON, ``attempts`` counts this one."""

    campaign_id: str
    kind: str
    key: str
    payload: str
    asked: int
    attempts: int
    holder: str


# What is asked for once more while it waits for another attempt, waits on; while it is being done, it is
# done again, since `asked` has grown.
ASKED_AGAIN = """
ON CONFLICT (campaign_id, kind, key) DO UPDATE SET
    payload = excluded.payload, asked = job.asked + 1,
    run_at = CASE WHEN job.attempts > 0 THEN job.run_at ELSE least(job.run_at, excluded.run_at) END
"""
_HELD = " AND ".join(f"{name} = :job.{name}" for name in ("campaign_id", "kind", "key", "holder"))
_LET_GO = "holder = NULL, locked_until = NULL"
_BEGUN_ANEW = f"attempts = 0, {_LET_GO}, last_error = NULL"


@statement(f"""
INSERT INTO job (campaign_id, kind, key, payload, run_at)
VALUES (:campaign_id, :kind, :key, :payload, now() + :after)
{ASKED_AGAIN}
""")
async def ask(
    driver: Driver, campaign_id: str, kind: str, key: str, payload: str = "{}", *, after: timedelta
) -> None:
    """Have a job done once ``after`` has passed; a job of that kind and key that waits is the same one.

    To be called in the transaction that makes the job necessary.
    """
    ...


@statement(f"""
UPDATE job SET holder = :holder, locked_until = now() + :lease, attempts = attempts + 1
WHERE (campaign_id, kind, key) = (
    SELECT campaign_id, kind, key FROM job
    WHERE kind = ANY(:kinds) AND run_at <= now() AND (locked_until IS NULL OR locked_until <= now())
    ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING {columns(Job)}
""")
async def take(driver: Driver, kinds: Sequence[str], holder: str, lease: timedelta) -> Job | None:
    """The job that has waited longest, ``holder``'s alone until ``lease`` has passed; None if none is due."""
    ...


@statement(f"UPDATE job SET locked_until = now() + :lease WHERE {_HELD} RETURNING true")
async def hold_on(driver: Driver, job: Job, lease: timedelta) -> bool:
    """Keep the job for another ``lease``; False where it was taken by somebody else meanwhile."""
    ...


@statement(f"""
WITH finished AS (DELETE FROM job WHERE {_HELD} AND asked = :job.asked)
UPDATE job SET run_at = now(), {_BEGUN_ANEW} WHERE {_HELD} AND asked <> :job.asked
""")
async def finish(driver: Driver, job: Job) -> None:
    """The job is done; where it was asked for meanwhile, it is due again."""
    ...


@statement(f"""
UPDATE job SET run_at = CASE WHEN asked = :job.asked THEN now() + :after ELSE now() END, {_BEGUN_ANEW}
WHERE {_HELD}
""")
async def repeat(driver: Driver, job: Job, after: timedelta) -> None:
    """The job is done, and due again ``after`` a time, or at once where it was asked for meanwhile."""
    ...


@statement(f"UPDATE job SET run_at = now() + :after, {_LET_GO}, last_error = :reason WHERE {_HELD}")
async def put_off(driver: Driver, job: Job, after: timedelta, reason: str) -> None:
    """The job failed; the next attempt is ``after`` a time."""
    ...


@statement(f"UPDATE job SET attempts = attempts - 1, {_LET_GO} WHERE {_HELD}")
async def let_go(driver: Driver, job: Job) -> None:
    """The job was neither done nor failed; whoever comes next takes it."""
    ...

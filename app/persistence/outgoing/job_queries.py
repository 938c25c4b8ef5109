"""Jobs: asked for, taken by one worker, finished or put off."""

from collections.abc import Collection
from datetime import timedelta

from app.persistence.base.session import Driver
from app.values import value

# What is asked for once more while it waits for another attempt, waits on; while it is being done, it is
# done again, since `asked` has grown.
ASKED_AGAIN = """
ON CONFLICT (campaign_id, kind, key) DO UPDATE SET
    payload = excluded.payload, asked = job.asked + 1,
    run_at = CASE WHEN job.attempts > 0 THEN job.run_at ELSE least(job.run_at, excluded.run_at) END
"""

_ASK = f"""
INSERT INTO job (campaign_id, kind, key, payload, run_at) VALUES ($1, $2, $3, $4, now() + $5)
{ASKED_AGAIN}
"""  # noqa: S608 — put together from texts of this module

_TAKE = """
UPDATE job SET holder = $2, locked_until = now() + $3, attempts = attempts + 1
WHERE (campaign_id, kind, key) = (
    SELECT campaign_id, kind, key FROM job
    WHERE kind = ANY($1) AND run_at <= now() AND (locked_until IS NULL OR locked_until <= now())
    ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING campaign_id, kind, key, payload, asked, attempts, holder
"""

_HELD = "campaign_id = $1 AND kind = $2 AND key = $3 AND holder = $4"

_HOLD_ON = f"UPDATE job SET locked_until = now() + $5 WHERE {_HELD} RETURNING true"  # noqa: S608

_FINISH = f"""
WITH finished AS (DELETE FROM job WHERE {_HELD} AND asked = $5)
UPDATE job SET run_at = now(), attempts = 0, holder = NULL, locked_until = NULL, last_error = NULL
WHERE {_HELD} AND asked <> $5
"""  # noqa: S608

_REPEAT = f"""
UPDATE job SET run_at = CASE WHEN asked = $5 THEN now() + $6 ELSE now() END,
    attempts = 0, holder = NULL, locked_until = NULL, last_error = NULL
WHERE {_HELD}
"""  # noqa: S608

_PUT_OFF = f"""
UPDATE job SET run_at = now() + $5, holder = NULL, locked_until = NULL, last_error = $6 WHERE {_HELD}
"""  # noqa: S608

_LET_GO = f"""
UPDATE job SET attempts = attempts - 1, holder = NULL, locked_until = NULL WHERE {_HELD}
"""  # noqa: S608


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

    @property
    def held(self) -> tuple[str, str, str, str]:
        return self.campaign_id, self.kind, self.key, self.holder


async def ask(
    driver: Driver, campaign_id: str, kind: str, key: str, payload: str = "{}", *, after: timedelta
) -> None:
    """Have a job done once ``after`` has passed; a job of that kind and key that waits is the same one.

    To be called in the transaction that makes the job necessary.
    """
    await driver.execute(_ASK, campaign_id, kind, key, payload, after)


async def take(driver: Driver, kinds: Collection[str], holder: str, lease: timedelta) -> Job | None:
    """The job that has waited longest, ``holder``'s alone until ``lease`` has passed; None if none is due."""
    row = await driver.fetchrow(_TAKE, list(kinds), holder, lease)
    return None if row is None else Job(*row)


async def hold_on(driver: Driver, job: Job, lease: timedelta) -> bool:
    """Keep the job for another ``lease``; False where it was taken by somebody else meanwhile."""
    return bool(await driver.fetchval(_HOLD_ON, *job.held, lease))


async def finish(driver: Driver, job: Job) -> None:
    """The job is done; where it was asked for meanwhile, it is due again."""
    await driver.execute(_FINISH, *job.held, job.asked)


async def repeat(driver: Driver, job: Job, after: timedelta) -> None:
    """The job is done, and due again ``after`` a time, or at once where it was asked for meanwhile."""
    await driver.execute(_REPEAT, *job.held, job.asked, after)


async def put_off(driver: Driver, job: Job, after: timedelta, reason: str) -> None:
    """The job failed; the next attempt is ``after`` a time."""
    await driver.execute(_PUT_OFF, *job.held, after, reason)


async def let_go(driver: Driver, job: Job) -> None:
    """The job was neither done nor failed; whoever comes next takes it."""
    await driver.execute(_LET_GO, *job.held)

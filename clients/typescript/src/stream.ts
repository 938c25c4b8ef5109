// Events as they happen, over cuts, each once.

import { EstocError, GapInEvents, Refusal } from "./errors.js";
import type { Estoc } from "./estoc.js";
import { pauseSeconds, wait } from "./retry.js";
import type { Schemas, Told } from "./shapes.js";

/** A stream that says nothing for so long is cut off: a sign of life comes every 15 seconds. */
const SILENCE_SECONDS = 30;

export interface Following {
  /** The number of the last event that is known. */
  after?: number;
  signal?: AbortSignal;
}

type Line = Told | Schemas["Skip"];

/**
 * The events of an encounter after one of them, until the server says that it is over, or `signal` is aborted.
 * What is not for this token is passed over; a `reset` says that the encounter is to be read anew.
 */
export async function* follow(estoc: Estoc, encounter: string, following: Following): AsyncGenerator<Told> {
  let last = following.after ?? 0;
  let failures = 0;
  while (!following.signal?.aborted) {
    try {
      for await (const event of connection(estoc, encounter, last, following.signal)) {
        if (event.type !== "reset") {
          if (event.seq <= last) continue;
          if (event.seq > last + 1) throw new GapInEvents(`event ${event.seq} came after ${last}`);
        }
        last = event.seq;
        failures = 0;
        if (event.type !== "skip") yield event as Told;
      }
      failures += 1;
    } catch (error) {
      if (following.signal?.aborted) return;
      failures += 1;
      if (endsIt(error) || failures >= estoc.retry.attempts) throw error;
    }
    await wait(pauseSeconds(estoc.retry, failures), following.signal).catch(() => undefined);
  }
}

function endsIt(error: unknown): boolean {
  if (error instanceof Refusal) return ![429, 500, 502, 503, 504].includes(error.status);
  return error instanceof EstocError && !(error instanceof GapInEvents);
}

/** What one connection tells, up to its end. */
async function* connection(
  estoc: Estoc,
  encounter: string,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Line> {
  const silence = new AbortController();
  const ends = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error("the stream fell silent")), 1000 * SILENCE_SECONDS);
  };
  heard();
  try {
    const response = await estoc.open(`/v1/encounters/${encodeURIComponent(encounter)}/stream?after=${after}`, ends);
    const reader = response.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    for (let rest = ""; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      const messages = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = messages.pop() ?? "";
      for (const message of messages) {
        const data = message.split("\n").filter((line) => line.startsWith("data:"));
        if (data.length) yield JSON.parse(data.map((line) => line.slice("data:".length)).join("\n")) as Line;
      }
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

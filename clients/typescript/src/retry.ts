// How often something is tried, and the pauses in between.

import { EstocError, Refusal } from "./errors.js";

/** Whether the same may be sent again where nobody knows what became of it. */
export type Repeat = "safe" | "unsafe";

/**
 * Pauses double from `pauseSeconds` to `longestSeconds` and vary by half, so that a table full of clients does not
 * come back at once. A server that asks for more than `patienceSeconds` is not waited for.
 */
export interface Retry {
  attempts: number;
  pauseSeconds: number;
  longestSeconds: number;
  patienceSeconds: number;
}

export const RETRY: Retry = { attempts: 6, pauseSeconds: 0.25, longestSeconds: 8, patienceSeconds: 60 };

/** Seconds until the next attempt, no fewer than the server `asked` for. */
export function pauseSeconds(retry: Retry, failures: number, asked = 0): number {
  const pause = Math.min(retry.pauseSeconds * 2 ** Math.min(failures - 1, 30), retry.longestSeconds);
  return Math.max(asked, pause * (0.5 + Math.random()));
}

/** Whether the same may be sent again: it did nothing, or doing it again does nothing. */
export function mayRepeat(repeat: Repeat, failures: number, error: unknown): boolean {
  if (!(error instanceof Refusal)) return !(error instanceof EstocError) && repeat === "safe";
  const isSafe = repeat === "safe";
  switch (error.status) {
    case 429:
    case 503:
      return isSafe || error.code !== "unknown"; // a proxy does not know what was done
    case 409:
      return error.code === "request_in_flight";
    case 500:
      return isSafe && failures === 1;
    case 502:
    case 504:
      return isSafe;
    default:
      return false;
  }
}

export function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      done();
    }, 1000 * seconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

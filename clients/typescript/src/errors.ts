// What can go wrong, as classes; a refusal is of the class that fits it best.

import type { Schemas } from "./shapes.js";

export type ProblemDocument = Partial<Schemas["Problem"]> & { code: string; action_id?: string };

/** Whatever this package throws by itself. */
export class EstocError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer came. What was asked may have been done: sent again with the same `key`, it is done once. */
export class ConnectionFailed extends EstocError {
  constructor(
    readonly key: string | null,
    cause: unknown,
  ) {
    super(`no answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A stream went on with an event that does not follow the last one, again and again. */
export class GapInEvents extends EstocError {}

/** The server's refusal (RFC 9457); `document` is all of it, `pointer` where in the body the first fault is. */
export class Refusal extends EstocError {
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors: readonly Schemas["Fault"][];
  readonly failedChecks: readonly Schemas["FailedCheck"][];
  readonly params: Readonly<Record<string, string | number>>;
  /** Where dice had fallen, and so the refusal stands in the log. */
  readonly actionId: string | null;

  constructor(
    readonly status: number,
    readonly document: ProblemDocument,
  ) {
    super(`${document.code}: ${document.detail ?? ""}`);
    this.code = document.code;
    this.detail = document.detail ?? "";
    this.requestId = document.request_id ?? "";
    this.errors = document.errors ?? [];
    this.failedChecks = document.failed_checks ?? [];
    this.params = document.params ?? {};
    this.actionId = document.action_id ?? null;
  }

  get pointer(): string | null {
    for (const fault of this.errors) if ("pointer" in fault && fault.pointer != null) return fault.pointer;
    return null;
  }
}

/** There is no token, or it holds no longer. */
export class NotAuthenticated extends Refusal {}
/** Not with this token. */
export class NotAllowed extends Refusal {}
/** It is not there, or not for this token. */
export class NotFound extends Refusal {}
/** Not as things stand now. */
export class Conflict extends Refusal {}
/** The rules forbid it now. */
export class Illegal extends Conflict {}
/** An action waits for a die or a choice, and everything else for it. */
export class DecisionPending extends Conflict {}
/** What it was decided on has changed since. */
export class Stale extends Refusal {}
/** It could never be right. */
export class Invalid extends Refusal {}
/** More requests than the server takes. */
export class TooMany extends Refusal {}
/** The server could not. */
export class ServerFault extends Refusal {}

const BY_STATUS: Readonly<Record<number, typeof Refusal>> = {
  401: NotAuthenticated,
  403: NotAllowed,
  404: NotFound,
  409: Conflict,
  412: Stale,
  429: TooMany,
};

/** The refusal of an answer, as the class that fits it best. */
export function refusal(status: number, document: ProblemDocument): Refusal {
  let kind = BY_STATUS[status] ?? (status >= 500 ? ServerFault : Invalid);
  if (document.code === "decision_pending") kind = DecisionPending;
  else if (document.failed_checks?.length && status < 500) kind = Illegal;
  return new kind(status, document);
}

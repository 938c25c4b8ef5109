// A server, spoken to with one token.

import { Encounter, type EncounterView } from "./encounter.js";
import { ConnectionFailed, type ProblemDocument, Refusal, refusal } from "./errors.js";
import { KEYED, TAGGED } from "./generated/operations.js";
import { mayRepeat, pauseSeconds, type Repeat, RETRY, type Retry, wait } from "./retry.js";
import type { Answer, AnswerOf, Given, MethodOf, Path, Schemas, Sending } from "./shapes.js";

export interface Settings {
  /** What people read: `en`, `fr` or `it`. */
  language?: string;
  retry?: Partial<Retry>;
  /** How long an answer is waited for. */
  timeoutSeconds?: number;
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
}

/** What any operation may be given; the contract's own types are narrower. */
interface Loosely extends Sending {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Page<Item> {
  items: Item[];
  next: string | number | null;
}

const idempotent = ["get", "put"];

export class Estoc {
  readonly retry: Retry;
  readonly encounters = new Encounters(this);
  readonly campaigns = new Campaigns(this);
  readonly #base: string;
  readonly #headers: Record<string, string> = {};
  readonly #timeoutSeconds: number;
  readonly #fetch: typeof fetch;

  constructor(baseUrl: string, token: string | null = null, settings: Settings = {}) {
    this.#base = baseUrl.replace(/\/+$/, "");
    if (token !== null) this.#headers["Authorization"] = `Bearer ${token}`;
    if (settings.language !== undefined) this.#headers["Accept-Language"] = settings.language;
    this.retry = { ...RETRY, ...settings.retry };
    this.#timeoutSeconds = settings.timeoutSeconds ?? 30;
    // Browsers want it called as their window's own.
    this.#fetch = settings.fetch ?? ((...request) => fetch(...request));
  }

  /** Carries out any operation of the contract: `call("get", "/v1/rulesets/{ruleset}", { path: { ruleset: "pf1" } })`. */
  async call<P extends Path, M extends MethodOf<P>>(method: M, path: P, given: Given<P, M>): Promise<AnswerOf<P, M>> {
    return (await this.ask(method, path, given)).data;
  }

  /**
   * As `call`, with the answer's tag. Sent again as long as that is safe, with the same key each time. Throws Refusal
   * and ConnectionFailed.
   */
  async ask<P extends Path, M extends MethodOf<P>>(
    method: M,
    path: P,
    given: Given<P, M>,
  ): Promise<Answer<AnswerOf<P, M>>> {
    const loosely = given as Loosely;
    const operation = `${String(method)} ${path}`;
    const isKeyed = KEYED.has(operation);
    const headers: Record<string, string> = {};
    if (isKeyed) headers["Idempotency-Key"] = loosely.key ?? crypto.randomUUID();
    const tag = loosely.ifMatch ?? (isKeyed ? undefined : "*");
    if (TAGGED.has(operation) && tag !== undefined) headers["If-Match"] = tag;
    // A file is sent as it is, everything else as JSON.
    const isFile = typeof loosely.body === "string" || loosely.body instanceof Blob;
    if (loosely.body !== undefined) headers["Content-Type"] = isFile ? "application/octet-stream" : "application/json";
    const onlyLooks = method === "post" && !isKeyed;
    const isSafe = isKeyed || onlyLooks || (idempotent.includes(String(method)) && (tag ?? "*") === "*");
    const request: RequestInit = { method: String(method).toUpperCase(), headers };
    if (loosely.body !== undefined) request.body = isFile ? (loosely.body as string | Blob) : JSON.stringify(loosely.body);
    const response = await this.#send(address(path, loosely), request, isSafe ? "safe" : "unsafe", loosely.signal);
    return response as Answer<AnswerOf<P, M>>;
  }

  /** Everything in a list, page by page. */
  async *pages<Item>(page: (cursor: string | null) => Promise<Page<Item>>): AsyncGenerator<Item> {
    let cursor: string | null = null;
    do {
      const found: Page<Item> = await page(cursor);
      yield* found.items;
      cursor = found.next === null ? null : String(found.next);
    } while (cursor !== null);
  }

  /** The bytes of a stream, once the server has said yes. */
  async open(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const headers = { ...this.#headers, Accept: "text/event-stream" };
    const response = await this.#fetch(this.#base + path, { headers, signal });
    if (!response.ok || response.body === null) throw refusal(response.status, await problem(response));
    return response.body;
  }

  async #send(path: string, request: RequestInit, repeat: Repeat, signal?: AbortSignal): Promise<Answer<unknown>> {
    const headers = { ...this.#headers, ...(request.headers as Record<string, string>) };
    for (let failures = 1; ; failures += 1) {
      let asked = 0;
      try {
        const late = AbortSignal.timeout(1000 * this.#timeoutSeconds);
        const ends = signal ? AbortSignal.any([signal, late]) : late;
        const response = await this.#fetch(this.#base + path, { ...request, headers, signal: ends });
        asked = Number(response.headers.get("Retry-After")) || 0;
        return await read(response);
      } catch (error) {
        if (signal?.aborted) throw error;
        const { attempts, patienceSeconds } = this.retry;
        if (failures >= attempts || asked > patienceSeconds || !mayRepeat(repeat, failures, error)) {
          throw error instanceof Refusal ? error : new ConnectionFailed(headers["Idempotency-Key"] ?? null, error);
        }
      }
      await wait(pauseSeconds(this.retry, failures, asked), signal);
    }
  }
}

function address(path: string, { path: parts = {}, query = {} }: Loosely): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${filled}?${text}` : filled;
}

/** The answer of a whole response; throws Refusal. */
async function read(response: Response): Promise<Answer<unknown>> {
  if (!response.ok) throw refusal(response.status, await problem(response));
  const text = await response.text();
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
  return {
    data: text === "" ? null : isJson ? JSON.parse(text) : text,
    status: response.status,
    etag: response.headers.get("ETag"),
    isReplayed: response.headers.get("Idempotency-Replayed") === "true",
  };
}

async function problem(response: Response): Promise<ProblemDocument> {
  const text = await response.text();
  try {
    const document = JSON.parse(text);
    if (typeof document?.code === "string") return document;
  } catch {
    // A proxy's page, perhaps.
  }
  return { code: "unknown", detail: `${response.status} ${response.statusText}` };
}

/** The encounters of a campaign. */
export class Encounters {
  constructor(private readonly estoc: Estoc) {}

  async begin(body: Schemas["EncounterBody"], sending: Sending = {}): Promise<Encounter> {
    const { data, etag } = await this.estoc.ask("post", "/v1/encounters", { body, ...sending });
    return new Encounter(this.estoc, data.id, data, etag);
  }

  /** An encounter by its id; nothing is read. */
  of(id: string): Encounter {
    return new Encounter(this.estoc, id);
  }

  async get(id: string): Promise<Encounter> {
    const encounter = this.of(id);
    await encounter.refresh();
    return encounter;
  }

  all(): AsyncGenerator<EncounterView> {
    return this.estoc.pages((cursor) => this.estoc.call("get", "/v1/encounters", { query: { cursor } }));
  }
}

/** Campaigns and their tokens. */
export class Campaigns {
  constructor(private readonly estoc: Estoc) {}

  /** Opens one, with the operator's token; the answer has the owner's. */
  open(name: string, sending: Sending = {}): Promise<Schemas["OpenedCampaign"]> {
    return this.estoc.call("post", "/v1/campaigns", { body: { name }, ...sending });
  }

  issueTokens(id: string, tokens: Schemas["TokenBody"][], sending: Sending = {}): Promise<Schemas["IssuedTokens"]> {
    const given = { path: { campaign_id: id }, body: { tokens }, ...sending };
    return this.estoc.call("post", "/v1/campaigns/{campaign_id}/tokens", given);
  }

  tokens(id: string): AsyncGenerator<Schemas["Token"]> {
    const path = { campaign_id: id };
    return this.estoc.pages((cursor) =>
      this.estoc.call("get", "/v1/campaigns/{campaign_id}/tokens", { path, query: { cursor } }),
    );
  }

  async revokeToken(id: string, token: string): Promise<void> {
    const path = { campaign_id: id, tok_id: token };
    await this.estoc.call("delete", "/v1/campaigns/{campaign_id}/tokens/{tok_id}", { path });
  }
}

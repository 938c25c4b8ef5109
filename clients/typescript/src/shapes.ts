// The shapes of the contract, by the names that it has for them.

import type { components, paths } from "./generated/contract.js";

export type Schemas = components["schemas"];
export type ActionBody = Schemas["ActionBody"];
export type Options = Partial<Omit<ActionBody, "command">>;
export type Command = Schemas["Command"];
export type CommandType = Command["type"];

type Without<Form, Member extends PropertyKey> = Form extends unknown ? Omit<Form, Member> : never;

/** What a command has beside its type, in any of the games. */
export type Members<Type extends CommandType> = Without<Extract<Command, { type: Type }>, "type">;

/** A body as legal actions offer it. */
export type Offered = Schemas["LegalActions"]["possible"][number]["body"];

/** A command, or the body of an action. */
export type Act = Command | ActionBody | Schemas["GroupBody"] | Offered;

/** An event of the log, or the mark that what is known is another encounter's past: read it anew. */
export type Told = Schemas["Event"] | Schemas["Reset"];

export type Method = "get" | "post" | "put" | "patch" | "delete";
export type Path = keyof paths;
export type MethodOf<P extends Path> = {
  [M in Method]: paths[P] extends Record<M, { responses: unknown }> ? M : never;
}[Method];

type At<Form, Member extends PropertyKey> = Form extends { [M in Member]?: infer Part } ? NonNullable<Part> : never;
type Operation<P extends Path, M extends MethodOf<P>> = At<paths[P], M>;
type Parameters<P extends Path, M extends MethodOf<P>, Place extends string> = At<
  At<Operation<P, M>, "parameters">,
  Place
>;
type Part<Name extends string, Form> = [Form] extends [never]
  ? unknown
  : object extends Form
    ? { [N in Name]?: Form }
    : { [N in Name]: Form };
type Content<Form> = At<Form, "content">;

/** What an operation takes: parts of its path, its query, its body, and how it is sent. */
export type Given<P extends Path, M extends MethodOf<P>> = Part<"path", Parameters<P, M, "path">> &
  Part<"query", Parameters<P, M, "query">> &
  Part<"body", Content<At<Operation<P, M>, "requestBody">>[keyof Content<At<Operation<P, M>, "requestBody">>]> &
  Sending;

type Good = 200 | 201 | 202;
type Answers<Form> = { [Status in Good & keyof Form]: Content<Form[Status]> }[Good & keyof Form];
type EachOf<Form> = Form extends unknown ? Form[keyof Form] : never;

/** What an operation answers; null where there is nothing to say. */
export type AnswerOf<P extends Path, M extends MethodOf<P>> =
  | EachOf<Answers<At<Operation<P, M>, "responses">>>
  | (204 extends keyof At<Operation<P, M>, "responses"> ? null : never);

export interface Sending {
  /** The name of this wish: the same for each attempt, another for another wish. */
  key?: string | undefined;
  /** The tag of what it was decided on; `*` is whatever it is now. */
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** `etag` is for the next edit; `isReplayed` says that it had been done already. */
export interface Answer<Data> {
  data: Data;
  status: number;
  etag: string | null;
  isReplayed: boolean;
}

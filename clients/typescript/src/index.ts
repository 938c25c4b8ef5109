export { Action, type ActionResult, Encounter, type EncounterView, type GivenAnswer, type Group } from "./encounter.js";
export * from "./errors.js";
export { Campaigns, Encounters, Estoc, type Settings } from "./estoc.js";
export type { components, operations, paths } from "./generated/contract.js";
export { CONTRACT_VERSION } from "./generated/operations.js";
export type { Retry } from "./retry.js";
export type {
  Act, ActionBody, Answer, AnswerOf, Command, CommandType, Given, Members, Options, Schemas, Sending, Told,
} from "./shapes.js";
export type { Following } from "./stream.js";

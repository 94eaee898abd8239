/** What the operations of `_security` work with: the same records as the identity interface. */
import type { JsonObject } from "../../core/json.ts";
import type { Authenticator, PasswordVerifier, Principal, UserFinder } from "../../security/principal.ts";
import { type ToldEvent, toldStore } from "../interface/endpoint.ts";
import type { IdentityServices } from "../identity-services.ts";
import type { RecordChange, RecordStore } from "../records/record-store.ts";

/** Identity, for operations at `/`. */
export interface IdentityAccess {
  readonly services: IdentityServices;
  readonly authenticator: Authenticator;
  readonly passwords: PasswordVerifier;
  readonly users: UserFinder;
  /** Why there are no records; undefined: all is well. */
  readonly recovery: string | undefined;
  /** Lets go of the credentials that were verified. */
  clearCaches(): void;
  /** The records were replaced as a whole: nothing that was read of them before holds any more. */
  recordsReplaced(): void;
}

/** Who does something, and from where. */
export interface Actor {
  readonly principal: Principal;
  readonly clientAddress: string;
}

/** The records as an actor changes them, with what is told of each group of changes. */
export function storeTelling(
  { store, events, clock }: IdentityServices,
  { principal, clientAddress }: Actor,
  told: (changes: readonly RecordChange[]) => readonly ToldEvent[],
): RecordStore {
  return toldStore({ store, events, clock, principal, clientIp: clientAddress }, told);
}

/** What is told of a change of what is no resource of the identity interface: roles and what belongs to them. */
export function modelEvent(change: {
  readonly action: "model_created" | "model_updated" | "model_deleted";
  readonly model: string;
  readonly name: string;
}): ToldEvent {
  const model: JsonObject = { app: "authentik_core", model_name: change.model, pk: change.name, name: change.name };
  return { action: change.action, app: `wardex.identity.security.${change.model}`, context: { model } };
}

/** How a record came to be, for the event of a change that makes it or replaces it. */
export function putAction(change: RecordChange | undefined): "model_created" | "model_updated" {
  return change?.kind === "create" ? "model_created" : "model_updated";
}

/** What the operations of `_security` work with: the same records as the identity interface. */
import type { JsonObject } from "../../core/json.ts";
import type { Authenticator, PasswordVerifier, Principal, UserFinder } from "../../security/principal.ts";
import type { IdentityServices } from "../interface/endpoint.ts";
import type { IdentityEvent } from "../event-sink.ts";

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
}

/** Who does something, and from where. */
export interface Actor {
  readonly principal: Principal;
  readonly clientAddress: string;
}

/** Tells the audit trail what a caller did. */
export function tellEvent(
  { events, clock }: IdentityServices,
  actor: Actor,
  event: Pick<IdentityEvent, "action" | "app" | "context">,
): void {
  const { principal, clientAddress } = actor;
  const user = { pk: principal.userId, username: principal.username, email: principal.email };
  events.record({ ...event, user, clientIp: clientAddress, createdMs: clock.now() });
}

/**
 * Tells the audit trail of a change of what is no resource of the identity interface: roles and what belongs to them.
 */
export function tellChange(
  services: IdentityServices,
  actor: Actor,
  change: {
    readonly action: "model_created" | "model_updated" | "model_deleted";
    readonly model: string;
    readonly name: string;
  },
): void {
  const model: JsonObject = { app: "authentik_core", model_name: change.model, pk: change.name, name: change.name };
  tellEvent(services, actor, {
    action: change.action,
    app: `wardex.identity.security.${change.model}`,
    context: { model },
  });
}

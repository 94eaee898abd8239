/** Where the identity interface tells what happened. What stores it is not its business. */
import type { JsonObject } from "../core/json.ts";

/** Something that was done, as the audit trail keeps it. Never holds a secret. */
export interface IdentityEvent {
  readonly action:
    | "login"
    | "login_failed"
    | "model_created"
    | "model_updated"
    | "model_deleted"
    | "password_set"
    | "secret_view"
    | "authorize_application"
    | "policy_execution"
    | "policy_exception"
    | "configuration_warning"
    | "system_task_exception"
    | "logout"
    | "secret_rotate"
    | "system_exception";
  /** Dotted name of what tells it, `wardex.identity.core.users`. */
  readonly app: string;
  /** Who did it; undefined: the server itself. */
  readonly user: { readonly pk: number; readonly username: string; readonly email: string } | undefined;
  readonly context: JsonObject;
  /** Address of the client; undefined for events of the server itself. */
  readonly clientIp: string | undefined;
  readonly createdMs: number;
}

export interface EventSink {
  /** Takes an event; never throws, and never keeps the caller waiting. */
  record(event: IdentityEvent): void;
}

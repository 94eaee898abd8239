/** What the identity interface is made of: paths with methods, and what they work with. */
import type { Clock } from "../core/clock.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Principal } from "../security/principal.ts";
import type { ScryptCost } from "../security/password-hash.ts";
import type { SecretBox } from "../security/secret-box.ts";
import type { EventSink, IdentityEvent } from "./event-sink.ts";
import type { RecordStore } from "./record-store.ts";

/** What endpoints use; built once. */
export interface IdentityServices {
  readonly store: RecordStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly events: EventSink;
  /** Cost of the hashes of new passwords; the usual one when absent. */
  readonly passwordCost?: ScryptCost | undefined;
}

/** A request whose caller is verified and whose path is known. */
export interface IdentityRequest extends IdentityServices {
  readonly method: string;
  readonly principal: Principal;
  /** Address of the client as the audit trail keeps it. */
  readonly clientIp: string;
  /** Parameters of the query string, decoded; the last of a name counts. */
  readonly query: Readonly<Record<string, string>>;
  /** Scheme, host and path of the request, without the query string. */
  readonly address: string;
  /** The body as an object; throws IdentityError 400 or 415. Empty without one. */
  body(): Promise<JsonObject>;
}

/** An answer; no body: 204 and the like. */
export interface IdentityResponse {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What answers a method; `parameters` are the decoded parts of the path. */
export type Handler = (request: IdentityRequest, parameters: Readonly<Record<string, string>>) => Promise<IdentityResponse>;

/** One path. */
export interface Endpoint {
  /** Below the prefix, with a slash at the end: `core/users/{id}/set_password/`. */
  readonly path: string;
  /** Shown by OPTIONS. */
  readonly title: string;
  readonly methods: Partial<Record<Method, Handler>>;
  /** OpenAPI schemas of the fields that POST and PUT take, shown by OPTIONS. */
  readonly bodyFields?: JsonObject;
}

/** Tells the audit trail what the caller of a request did. */
export function recordEvent(request: IdentityRequest, event: Pick<IdentityEvent, "action" | "app" | "context">): void {
  const { principal, clientIp, clock } = request;
  request.events.record({ ...event, user: { pk: principal.userId, username: principal.username, email: principal.email }, clientIp, createdMs: clock.now() });
}

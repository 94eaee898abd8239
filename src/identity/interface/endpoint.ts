/** What the identity interface is made of: paths with declared operations, and what they work with. */
import type { Json, JsonObject } from "../../core/json.ts";
import type { PasswordVerifier, Principal } from "../../security/principal.ts";
import type { Task } from "../../tasks/task.ts";
import type { IdentityEvent } from "../event-sink.ts";
import type { IdentityServices } from "../identity-services.ts";
import type { Field } from "./fields.ts";
import type { RecordChange, RecordStore } from "../records/record-store.ts";
import { ToldRecordStore } from "../records/told-record-store.ts";

/** A request whose path is known and, unless the operation is public, whose caller is verified. */
export interface IdentityRequest extends IdentityServices {
  readonly method: string;
  readonly principal: Principal;
  /** Address of the client: the audit trail keeps it, and guessing is throttled by it. */
  readonly clientIp: string;
  /** Parameters of the query string, decoded; the last of a name counts. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * Scheme, host and path of the request as the caller names them, without the query string: for nobody but this
   * caller.
   */
  readonly address: string;
  /** Scheme, host and port for links that others follow: no caller can choose them. */
  readonly publicUrl: string;
  /** Whether the client speaks TLS. */
  readonly secure: boolean;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly passwords: PasswordVerifier;
  /** The body as an object; throws IdentityError 400 or 415. Empty without one. */
  body(): Promise<JsonObject>;
  /** What it is among the tasks. One that can be cancelled is told so when the client goes away, too. */
  readonly task: Task;
}

/** An answer; no body: 204 and the like. */
export interface IdentityResponse {
  readonly status: number;
  readonly body?: Json;
  /** What is no JSON: a page, a document of another format. In place of `body`. */
  readonly content?: { readonly type: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What answers an operation; `parameters` are the decoded parts of the path. */
export type Handler = (
  request: IdentityRequest,
  parameters: Readonly<Record<string, string>>,
) => Promise<IdentityResponse>;

/** A parameter of the query string, as the OpenAPI document tells it. */
export interface QueryParameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly description?: string;
}

/** A named schema of the OpenAPI document. */
export interface Component {
  readonly name: string;
  readonly schema: JsonObject;
}

/** What a body may hold. Handlers read it with the same fields (`readBody`). */
export interface DeclaredBody {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Nothing is required (PATCH). */
  readonly partial?: boolean;
}

/** The answer of an operation that went well. */
export interface DeclaredAnswer {
  readonly status: number;
  readonly description: string;
  /** Schema of the body; undefined: no body. */
  readonly schema?: JsonObject;
  /** Media types of the body, `application/json` when absent. */
  readonly media?: readonly string[];
}

/** One method of a path. */
export interface Operation {
  /** Name in the OpenAPI document: `core_users_list`. */
  readonly id: string;
  readonly summary: string;
  readonly query?: readonly QueryParameter[];
  readonly body?: DeclaredBody;
  readonly answer: DeclaredAnswer;
  /** Statuses of refusals besides 401 and 429, which any operation may answer. */
  readonly refusals: readonly number[];
  /**
   * The identity permission without which callers get less or nothing, as the reference tells it; undefined: every
   * caller may.
   */
  readonly permission?: string | undefined;
  /** Whether its task stops when it is cancelled; the handler has to listen to it. */
  readonly cancellable?: boolean;
  /** Answers without credentials. Signing in is, and nothing else should be. */
  readonly public?: boolean;
  readonly handle: Handler;
}

/** One path. */
export interface Endpoint {
  /** Below the prefix, with a slash at the end: `core/users/{id}/set_password/`. */
  readonly path: string;
  /** Shown by OPTIONS. */
  readonly title: string;
  /** Schemas of the parameters of the path by name; a text where nothing is said. */
  readonly parameters?: Readonly<Record<string, JsonObject>>;
  readonly methods: Partial<Record<Method, Operation>>;
  /** Named schemas that the answers refer to. */
  readonly components?: readonly Component[];
}

/** What an operation tells of what its caller did. */
export type ToldEvent = Pick<IdentityEvent, "action" | "app" | "context">;

/** Who changes records, and where that is told. */
export type Teller = Pick<IdentityRequest, "store" | "events" | "clock" | "principal" | "clientIp">;

/** Tells the audit trail what the caller of a request did. */
export function recordEvent(request: IdentityRequest, event: ToldEvent): void {
  request.events.record(eventOf(request, event));
}

/** The records as the caller of a request changes them, with what is told of each group of changes. */
export function toldStore(
  request: Teller,
  told: (changes: readonly RecordChange[]) => readonly ToldEvent[],
): RecordStore {
  return new ToldRecordStore(request.store, request.events, (changes) =>
    told(changes).map((event) => eventOf(request, event)),
  );
}

/** Makes changes of records, and tells the audit trail of them: both are durable at once. */
export function changeTold(
  request: Teller,
  changes: readonly RecordChange[],
  events: readonly ToldEvent[],
): Promise<void> {
  return toldStore(request, () => events).change(changes);
}

function eventOf({ principal, clientIp, clock }: Omit<Teller, "store" | "events">, event: ToldEvent): IdentityEvent {
  return {
    ...event,
    user: { pk: principal.userId, username: principal.username, email: principal.email },
    clientIp,
    createdMs: clock.now(),
  };
}

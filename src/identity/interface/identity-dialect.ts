/** The identity interface on the way of requests: who is asking, which endpoint, and how the answer looks. */
import { randomBytes } from "node:crypto";
import { RequestError } from "../../compat/errors.ts";
import { assert } from "../../core/assert.ts";
import { put } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { isScripted } from "../../http/browser-challenge.ts";
import type { Dialect, Exchange, Route, Run } from "../../http/dialect.ts";
import type { RawRequest, RawResponse } from "../../http/exchange.ts";
import { type FoundPlace, PathTable, shapeOf } from "../../http/path-table.ts";
import { parseQueryString } from "../../http/percent-decoding.ts";
import { parseAuthorization } from "../../security/credentials.ts";
import type { Authenticator, PasswordVerifier, Principal } from "../../security/principal.ts";
import { unsecuredPrincipal } from "../../security/superuser.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Endpoint, IdentityRequest, IdentityResponse, Operation } from "./endpoint.ts";
import type { IdentityServices } from "../identity-services.ts";
import type { Writer } from "../records/writer.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { Field } from "./fields.ts";
import { detail, IdentityError, methodNotAllowed, notAuthenticated, notFound } from "./identity-errors.ts";
import { IDENTITY_PREFIX } from "./identity-prefix.ts";
import { headerOf, MAXIMUM_BODY_BYTES, readJsonBody } from "./json-body.ts";

/** What the dialect is built from. */
export interface IdentityDialectOptions {
  readonly endpoints: readonly Endpoint[];
  readonly services: IdentityServices;
  /** The records as the caller of a request may write them. */
  readonly storeFor: (writer: Writer) => RecordStore;
  readonly authenticator: Authenticator & PasswordVerifier;
  /** Whether a user name with a password opens this interface too. */
  readonly passwords: boolean;
  /** Scheme, host and port by which others reach the server; absent: where a request came in. */
  readonly publicUrl?: string | undefined;
  /** Why every path answers 503; undefined: all is well. */
  readonly unavailable?: string;
  readonly log: (level: "error", message: string) => void;
}

/** The dialect of the identity interface: its paths, its credentials, its own form of answers and errors. */
export function identityDialect(options: IdentityDialectOptions): Dialect {
  const paths = new PathTable(new Map(options.endpoints.map((endpoint) => servedEndpoint(endpoint))));
  return {
    prefix: IDENTITY_PREFIX,
    maxBodyBytes: MAXIMUM_BODY_BYTES,
    open: (raw) => new IdentityExchange(options, paths, raw),
  };
}

/** An operation as the pipeline runs it. */
interface Target extends Route {
  readonly operation: Operation;
}

/** What stands at a path. */
interface ServedEndpoint {
  readonly endpoint: Endpoint;
  /** Names of the parameters of the path, in their order. */
  readonly names: readonly string[];
  readonly targets: ReadonlyMap<string, Target>;
  readonly allowed: readonly string[];
}

/** With the shape of its path. */
function servedEndpoint(endpoint: Endpoint): readonly [string, ServedEndpoint] {
  const { shape, names } = shapeOf(`${IDENTITY_PREFIX}/${endpoint.path}`);
  const targets = new Map<string, Target>();
  for (const [method, operation] of Object.entries(endpoint.methods))
    targets.set(method, targetOf(endpoint, operation));
  const get = targets.get("GET");
  const allowed = [...targets.keys(), ...(get ? ["HEAD"] : []), "OPTIONS"];
  if (get) targets.set("HEAD", get);
  return [shape, { endpoint, names, targets, allowed }];
}

function targetOf({ path }: Endpoint, operation: Operation): Target {
  return {
    operation,
    action: actionOf(path, operation.id),
    cancellable: operation.cancellable === true,
    isAlwaysServed: false,
    isAudited: true,
  };
}

/** `core/users/{id}/set_password/` and `core_users_set_password_create` → `identity:core/users/set_password/create`. */
function actionOf(path: string, id: string): string {
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const prefix = `${parts.join("_")}_`;
  return `identity:${[...parts, ...(id.startsWith(prefix) ? [id.slice(prefix.length)] : [])].join("/")}`;
}

/** The order of the checks: credentials, path, then (in the operation) permission, existence, body. */
class IdentityExchange implements Exchange {
  readonly description = "";
  target: Target | undefined = undefined;
  readonly #options: IdentityDialectOptions;
  readonly #paths: PathTable<ServedEndpoint>;
  readonly #raw: RawRequest;
  readonly #path: string;
  readonly #query: string;
  #found: FoundPlace<ServedEndpoint> | undefined = undefined;

  constructor(options: IdentityDialectOptions, paths: PathTable<ServedEndpoint>, raw: RawRequest) {
    const mark = raw.head.url.indexOf("?");
    this.#options = options;
    this.#paths = paths;
    this.#raw = raw;
    this.#path = mark < 0 ? raw.head.url : raw.head.url.slice(0, mark);
    this.#query = mark < 0 ? "" : raw.head.url.slice(mark + 1);
  }

  /** No header decides how the rest is read. */
  readHead(): void {}

  route(): undefined {
    this.#found = this.#paths.find(this.#path);
    this.target = this.#found?.place.targets.get(this.#raw.head.method);
  }

  authenticate(): Principal | Promise<Principal> {
    const isPublic = this.target?.operation.public === true && this.#path.endsWith("/");
    return isPublic ? NOBODY : authenticated(this.#options, this.#raw);
  }

  check(): RawResponse | undefined {
    const { unavailable } = this.#options;
    const { method } = this.#raw.head;
    const place = this.#found?.place;
    if (unavailable !== undefined) throw detail(503, unavailable);
    if (!place) throw notFound();
    if (!this.#path.endsWith("/")) {
      if (method !== "GET" && method !== "HEAD") throw notFound();
      const location = `${this.#path}/${this.#query === "" ? "" : `?${this.#query}`}`;
      return this.#rendered({ status: 301, headers: { Location: location } });
    }
    if (method === "OPTIONS") return this.#rendered(optionsOf(place.endpoint, place.allowed));
    if (!this.target) throw methodNotAllowed(method, place.allowed);
    return undefined;
  }

  async handle(run: Run): Promise<RawResponse> {
    const { target } = this;
    const found = this.#found;
    assert(target && found, "a request that may pass has a target");
    const parameters: Record<string, string> = {};
    for (const [at, name] of found.place.names.entries()) put(parameters, name, found.values[at] ?? "");
    return this.#rendered(await target.operation.handle(this.#request(run, target.operation), parameters));
  }

  failed(error: unknown): RawResponse {
    return this.#rendered(failed(this.#options, this.#raw, error));
  }

  #rendered(response: IdentityResponse): RawResponse {
    return rendered(this.#raw, response, randomBytes(16).toString("hex"));
  }

  #request({ principal, task, account }: Run, operation: Operation): IdentityRequest {
    const options = this.#options;
    const raw = this.#raw;
    return {
      ...options.services,
      store: options.storeFor({ principal, proving: operation.public === true }),
      method: raw.head.method,
      principal,
      clientIp: raw.clientAddress,
      query: parseQueryString(this.#query),
      address: `${options.publicUrl ?? origin(raw)}${this.#path}`,
      publicUrl: options.publicUrl ?? raw.reachedAt ?? NO_ADDRESS,
      secure: raw.secure === true,
      headers: raw.head.headers,
      passwords: options.authenticator,
      body: () => readJsonBody(raw, account),
      task,
    };
  }
}

/** Who calls an operation that needs no credentials: somebody who may nothing. */
const NOBODY: Principal = {
  ...unsecuredPrincipal,
  username: "",
  superuser: false,
  roles: [],
  authentication: "anonymous",
  clusterPrivileges: [],
  indices: { all: false, user: "", rules: [] },
};

async function authenticated(
  { authenticator, passwords }: IdentityDialectOptions,
  raw: RawRequest,
): Promise<Principal> {
  const header = raw.head.headers["authorization"];
  try {
    const principal = await authenticator.authenticate(raw.head.headers, raw.clientAddress, {
      passwords,
      uri: raw.head.url,
      method: raw.head.method,
    });
    if (principal) return principal;
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error;
    throw challenged(
      raw,
      parseAuthorization(header)?.kind === "malformed" ? "Malformed header" : "Token invalid/expired",
    );
  }
  throw challenged(raw, header === undefined ? undefined : "Unsupported authentication type");
}

/** Browsers that open a page ask their user for a password. */
function challenged(raw: RawRequest, text: string | undefined): IdentityError {
  const page = headerOf(raw.head, "accept")?.includes("text/html") === true && !isScripted(raw.head.headers);
  return notAuthenticated(text, page ? ["Bearer", 'Basic realm="wardex", charset="UTF-8"'] : "Bearer");
}

/** Of calls within the process. */
const NO_ADDRESS = "http://localhost";

/** As the caller names the server, for answers to this caller alone; a host that cannot be one is not repeated. */
function origin(raw: RawRequest): string {
  const host = headerOf(raw.head, "host") ?? "";
  const scheme = raw.secure === true ? "https" : "http";
  return `${scheme}://${/^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host) ? host : "localhost"}`;
}

function optionsOf(endpoint: Endpoint, allowed: readonly string[]): IdentityResponse {
  const actions: Record<string, JsonObject> = {};
  for (const method of ["POST", "PUT"] as const) {
    const body = endpoint.methods[method]?.body;
    if (body) actions[method] = shownFields(body.fields);
  }
  const media = ["application/json"];
  const body = {
    name: endpoint.title,
    description: "",
    renders: media,
    parses: media,
    ...(Object.keys(actions).length > 0 ? { actions } : {}),
  };
  return { status: 200, body, headers: { Allow: allowed.join(", ") } };
}

/** The fields as OPTIONS tells them. */
function shownFields(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      { ...field.kind.schema, required: field.required === true, read_only: field.readOnly === true },
    ]),
  );
}

function failed(options: IdentityDialectOptions, raw: RawRequest, error: unknown): IdentityResponse {
  if (error instanceof IdentityError) return { status: error.status, body: error.body, headers: error.headers };
  if (error instanceof RequestError) {
    if (error.status >= 500) options.log("error", `${raw.head.method} ${raw.head.url}: ${error.message}`);
    return { status: error.status, body: { detail: error.message }, headers: headersOf(error) };
  }
  // Never the text of the error: it may hold what the record holds.
  options.log(
    "error",
    `${raw.head.method} ${raw.head.url}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return { status: 500, body: { detail: "Internal server error." } };
}

/** Headers that an error brings (`Retry-After`). */
function headersOf(error: RequestError): Record<string, string> {
  const header = error.details["header"];
  if (typeof header !== "object" || header === null) return {};
  return Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
}

function rendered(raw: RawRequest, { status, body, content, headers }: IdentityResponse, id: string): RawResponse {
  const text = content?.text ?? (body === undefined ? undefined : stringifyJson(body));
  const bytes = text === undefined ? new Uint8Array(0) : Buffer.from(text);
  return {
    status,
    headers: {
      ...headers,
      ...(text === undefined ? {} : { "Content-Type": content?.type ?? "application/json" }),
      ...(status === 204 ? {} : { "Content-Length": String(bytes.length) }),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-authentik-id": id,
    },
    body: raw.head.method === "HEAD" ? new Uint8Array(0) : bytes,
  };
}

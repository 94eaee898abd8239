/** The identity interface below its prefix: who is asking, which endpoint, and how the answer looks. */
import { randomBytes } from "node:crypto";
import { RequestError } from "../../compat/errors.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { isScripted } from "../../http/browser-challenge.ts";
import type { Mount, RawRequest, RawResponse } from "../../http/exchange.ts";
import { parseQueryString } from "../../http/percent-decoding.ts";
import { compressed } from "../../http/render-response.ts";
import { parseAuthorization } from "../../security/credentials.ts";
import type { Authenticator, PasswordVerifier, Principal } from "../../security/principal.ts";
import { unsecuredPrincipal } from "../../security/superuser.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Endpoint, IdentityRequest, IdentityResponse, IdentityServices, Method } from "./endpoint.ts";
import type { Writer } from "../directory/escalation.ts";
import type { RecordStore } from "../records/record-store.ts";
import { EndpointRouter } from "./endpoint-router.ts";
import type { Field } from "./fields.ts";
import { detail, IdentityError, methodNotAllowed, notAuthenticated, notFound } from "./identity-errors.ts";
import { IDENTITY_PREFIX } from "./identity-prefix.ts";
import { headerOf, readJsonBody } from "./json-body.ts";

/** What the mount is built from. */
export interface IdentityMountOptions {
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

/** The interface as something that answers below a prefix. */
export function identityMount(options: IdentityMountOptions): Mount {
  const router = new EndpointRouter(options.endpoints);
  return {
    prefix: IDENTITY_PREFIX,
    async answer(raw) {
      const id = randomBytes(16).toString("hex");
      const response = await answered(options, router, raw);
      return compressed(rendered(raw, response, id), headerOf(raw, "accept-encoding"));
    },
  };
}

async function answered(
  options: IdentityMountOptions,
  router: EndpointRouter,
  raw: RawRequest,
): Promise<IdentityResponse> {
  try {
    return await respond(options, router, raw);
  } catch (error) {
    return failed(options, raw, error);
  }
}

/** The order of the checks: credentials, path, then (in the operation) permission, existence, body. */
async function respond(
  options: IdentityMountOptions,
  router: EndpointRouter,
  raw: RawRequest,
): Promise<IdentityResponse> {
  const { path, query } = splitUrl(raw.url);
  const match = router.find(path.slice(IDENTITY_PREFIX.length + 1));
  const operation = match?.endpoint.methods[(raw.method === "HEAD" ? "GET" : raw.method) as Method];
  const principal = operation?.public === true && path.endsWith("/") ? NOBODY : await authenticated(options, raw);
  if (options.unavailable !== undefined) throw detail(503, options.unavailable);
  if (!match) throw notFound();
  const { endpoint, parameters } = match;
  if (!path.endsWith("/")) {
    if (raw.method !== "GET" && raw.method !== "HEAD") throw notFound();
    return { status: 301, headers: { Location: `${path}/${query === "" ? "" : `?${query}`}` } };
  }
  const allowed = [...Object.keys(endpoint.methods), ...(endpoint.methods.GET ? ["HEAD"] : []), "OPTIONS"];
  if (raw.method === "OPTIONS") return optionsOf(endpoint, allowed);
  if (!operation) throw methodNotAllowed(raw.method, allowed);
  const { eventStore } = options.services;
  const { told } = eventStore;
  const response = await operation.handle(
    requestOf(options, raw, { principal, path, query, proving: operation.public === true }),
    parameters,
  );
  // What the caller hears of has its event, whatever happens next.
  if (eventStore.told !== told) await eventStore.written();
  return response;
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

async function authenticated({ authenticator, passwords }: IdentityMountOptions, raw: RawRequest): Promise<Principal> {
  const header = raw.headers["authorization"];
  try {
    const principal = await authenticator.authenticate(raw.headers, raw.clientAddress, {
      passwords,
      uri: raw.url,
      method: raw.method,
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
  const page = headerOf(raw, "accept")?.includes("text/html") === true && !isScripted(raw.headers);
  return notAuthenticated(text, page ? ["Bearer", 'Basic realm="wardex", charset="UTF-8"'] : "Bearer");
}

function requestOf(
  options: IdentityMountOptions,
  raw: RawRequest,
  head: { principal: Principal; path: string; query: string; proving: boolean },
): IdentityRequest {
  return {
    ...options.services,
    store: options.storeFor(head),
    method: raw.method,
    principal: head.principal,
    clientIp: raw.clientAddress,
    query: parseQueryString(head.query),
    address: `${options.publicUrl ?? origin(raw)}${head.path}`,
    publicUrl: options.publicUrl ?? raw.reachedAt ?? NO_ADDRESS,
    secure: raw.secure === true,
    headers: raw.headers,
    passwords: options.authenticator,
    body: () => readJsonBody(raw),
  };
}

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Of calls within the process. */
const NO_ADDRESS = "http://localhost";

/** As the caller names the server, for answers to this caller alone; a host that cannot be one is not repeated. */
function origin(raw: RawRequest): string {
  const host = headerOf(raw, "host") ?? "";
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

function failed(options: IdentityMountOptions, raw: RawRequest, error: unknown): IdentityResponse {
  if (error instanceof IdentityError) return { status: error.status, body: error.body, headers: error.headers };
  if (error instanceof RequestError) {
    if (error.status >= 500) options.log("error", `${raw.method} ${raw.url}: ${error.message}`);
    return { status: error.status, body: { detail: error.message }, headers: headersOf(error) };
  }
  // Never the text of the error: it may hold what the record holds.
  options.log(
    "error",
    `${raw.method} ${raw.url}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
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
    body: raw.method === "HEAD" ? new Uint8Array(0) : bytes,
  };
}

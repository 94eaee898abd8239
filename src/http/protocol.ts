/**
 * From a raw request to a raw answer: routing, who is asking, parameters, body, errors. Knows no sockets and no
 * operations.
 */
import { InflightRequest } from "../breakers/inflight-requests.ts";
import type { MemoryBreakers } from "../breakers/memory-breakers.ts";
import { AssertionError } from "../core/assert.ts";
import { errorResponse, illegalArgument, RequestError } from "../compat/errors.ts";
import { didYouMean } from "../compat/did-you-mean.ts";
import type { NeededRights } from "../security/authorizer.ts";
import type { Principal } from "../security/principal.ts";
import { withoutPrompt } from "./browser-challenge.ts";
import { deprecationOf, type ParameterWarnings } from "./deprecated-parameters.ts";
import type { HttpRequest, HttpResponse, Mount, RawRequest, RawResponse, RequestHead } from "./exchange.ts";
import { Exchange } from "./exchange-state.ts";
import { acceptedParameters, operationRoutes, type OperationRoute } from "./operation-routes.ts";
import { checkPath } from "./percent-decoding.ts";
import { BodyTooLong } from "./request-body.ts";
import { compressed, renderResponse } from "./render-response.ts";
import { Router, type RouteMatch } from "./router.ts";

/** http.max_content_length. */
export const MAX_CONTENT_LENGTH_BYTES = 100 * 1024 * 1024;

/** An operation that is there. */
export interface HandledOperation {
  readonly name: string;
  readonly rights: NeededRights;
  /** Whether it is counted by the breakers, but never refused. */
  readonly isAlwaysServed: boolean;
  /** Warnings for its parameters beside those that hold everywhere. */
  readonly deprecated: ParameterWarnings | undefined;
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** What the layer needs from its owner. */
export interface ProtocolOptions {
  readonly operations: readonly HandledOperation[];
  /** Verifies credentials and rights, which unknown paths do not have. Throws RequestError 401 or 403. */
  authorize(
    head: RequestHead,
    rights: NeededRights | undefined,
    parameters: Readonly<Record<string, string>>,
  ): Principal | Promise<Principal>;
  readonly mounts?: readonly Mount[];
  readonly routes?: readonly OperationRoute[];
  readonly maxContentLengthBytes?: number;
  /** Count the bodies under way; absent: nobody does. */
  readonly breakers?: MemoryBreakers;
  log(level: "debug" | "info" | "warn" | "error", message: string): void;
}

interface Destination {
  readonly operation: HandledOperation;
  readonly route: OperationRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Answers requests; every request gets an answer, whatever it is. */
export class Protocol {
  readonly #options: ProtocolOptions;
  readonly #operations: ReadonlyMap<string, HandledOperation>;
  readonly #routes: ReadonlyMap<string, OperationRoute>;
  readonly #accepted = new Map<string, ReadonlySet<string>>();
  readonly #router: Router;
  /** http.max_content_length. */
  readonly maxContentLengthBytes: number;

  constructor(options: ProtocolOptions) {
    const routes = options.routes ?? operationRoutes;
    this.#options = options;
    this.#operations = new Map(options.operations.map((operation) => [operation.name, operation]));
    this.#routes = new Map(routes.map((route) => [route.op, route]));
    this.#router = new Router(routes);
    this.maxContentLengthBytes = options.maxContentLengthBytes ?? MAX_CONTENT_LENGTH_BYTES;
  }

  /** Never rejects. */
  async answer(raw: RawRequest): Promise<RawResponse> {
    const mount = this.#options.mounts?.find(({ prefix }) => isBelow(raw.url, prefix));
    const exchange = new Exchange(raw, this.maxContentLengthBytes);
    try {
      if (mount) return await mount.answer(raw);
      const response = await this.#respond(exchange);
      return await compressed(renderResponse(response, exchange.context()), exchange.header("accept-encoding"));
    } catch (error) {
      return this.#failed(error, exchange);
    }
  }

  async #respond(exchange: Exchange): Promise<HttpResponse> {
    exchange.readHeaders();
    checkPath(exchange.path);
    const match = this.#router.find(exchange.path, exchange.compatibleWith === 7);
    const found = match?.operation(exchange.method);
    const operation = found && this.#operations.get(found.name);
    exchange.readParameters(found?.parameters ?? {});
    if (match && !operation && exchange.method === "OPTIONS") return optionsAnswer(this.#handledMethods(match));
    const principal = await this.#options.authorize(exchange.raw, operation?.rights, exchange.parameters);
    const route = found && this.#routes.get(found.name);
    if (!match || !operation || !route) return this.#noOperation(exchange, match, found !== undefined);
    const destination: Destination = { operation, route, parameters: exchange.parameters };
    const refusal = this.#check(exchange, destination);
    if (refusal) return refusal;
    if (match.older) exchange.warn(`[types removal] Specifying types in ${operation.name} requests is deprecated.`);
    const { breakers } = this.#options;
    if (!breakers) return operation.handle(exchange.request(principal));
    const inflight = new InflightRequest(breakers, exchange.contentLength(), operation.isAlwaysServed);
    try {
      return await operation.handle(exchange.request(principal, inflight.read));
    } finally {
      inflight.end();
    }
  }

  #noOperation(exchange: Exchange, match: RouteMatch | undefined, known: boolean): HttpResponse {
    const { method, raw } = exchange;
    const allowed = match && !known ? this.#handledMethods(match) : [];
    if (allowed.length === 0) {
      if (method === "OPTIONS") return optionsAnswer([]);
      return { status: 400, body: { error: `no handler found for uri [${raw.url}] and method [${method}]` } };
    }
    const error = `Incorrect HTTP method for uri [${raw.url}] and method [${method}], allowed: [${allowed.join(", ")}]`;
    return { status: 405, body: { error, status: 405 }, headers: { Allow: allowed.join(",") } };
  }

  #handledMethods(match: RouteMatch): string[] {
    return match.methods.filter((method) => this.#operations.has(match.operation(method)?.name ?? ""));
  }

  /** Refuses bodies and parameters that the operation does not know. */
  #check(exchange: Exchange, { operation, route, parameters }: Destination): HttpResponse | undefined {
    const refusal = exchange.checkContentType();
    if (refusal) return refusal;
    if (exchange.hasSentBody && !route.body)
      throw illegalArgument(`request [${exchange.method} ${exchange.path}] does not support having a body`);
    let accepted = this.#accepted.get(operation.name);
    if (!accepted) this.#accepted.set(operation.name, (accepted = acceptedParameters(route)));
    const unknown: string[] = [];
    const warnings = { own: operation.deprecated, listed: route.deprecatedParameters };
    for (const name in parameters) {
      if (!accepted.has(name)) unknown.push(name);
      const deprecation = deprecationOf(name, parameters[name] ?? "", warnings);
      if (deprecation !== undefined) exchange.warn(deprecation);
    }
    if (unknown.length > 0) throw unrecognized(exchange.path, unknown.sort(), accepted);
    exchange.readBodyParameter();
    return undefined;
  }

  #failed(thrown: unknown, exchange: Exchange): RawResponse {
    const error = withoutPrompt(thrown, exchange.raw.headers);
    const status = error instanceof RequestError ? error.status : 500;
    if (status >= 500) this.#options.log("error", `${exchange.method} ${exchange.path}: ${logText(error)}`);
    const body = exchange.errorTrace ? withTraces(errorResponse(error)) : errorResponse(error);
    const response = { status, body, headers: errorHeaders(error) };
    const context = exchange.context();
    const unfiltered = { ...context, render: { ...context.render, filterPath: undefined } };
    return { ...renderResponse(response, unfiltered), close: error instanceof BodyTooLong };
  }
}

function isBelow(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false;
  const next = url[prefix.length];
  return next === undefined || next === "/" || next === "?";
}

function optionsAnswer(allowed: readonly string[]): HttpResponse {
  const headers = allowed.length > 0 ? { Allow: allowed.join(",") } : {};
  return { status: 200, bytes: new Uint8Array(0), contentType: "text/plain; charset=UTF-8", headers };
}

function unrecognized(path: string, unknown: readonly string[], accepted: Iterable<string>): RequestError {
  const known = [...accepted];
  const named = unknown.map((name) => {
    const hint = didYouMean(name, known);
    return `[${name}]${hint === "" ? "" : ` ->${hint}`}`;
  });
  return illegalArgument(
    `request [${path}] contains unrecognized parameter${unknown.length > 1 ? "s" : ""}: ${named.join(", ")}`,
  );
}

/** Headers that an error brings in `details.header` (`WWW-Authenticate`). */
function errorHeaders(error: unknown): Record<string, string | string[]> {
  const header = error instanceof RequestError ? error.details["header"] : undefined;
  if (typeof header !== "object" || header === null) return {};
  return Object.fromEntries(
    Object.entries(header).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}

function logText(error: unknown): string {
  if (error instanceof AssertionError) return `broken invariant: ${error.stack ?? error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** `error_trace`: each error names itself; frames are never shown, they tell of the inside of the server. */
function withTraces(response: ReturnType<typeof errorResponse>): unknown {
  const trace = (error: { type: string; reason: string }): object => ({
    ...error,
    stack_trace: `${error.type}: ${error.reason}`,
  });
  return { ...response, error: { ...trace(response.error), root_cause: response.error.root_cause.map(trace) } };
}

/** The dialect of `/`: Elasticsearch's routes, parameters, media types, cat tables and errors. Knows no operations. */
import { assert, AssertionError } from "../core/assert.ts";
import { systemClock } from "../core/clock.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import { Note } from "../core/note.ts";
import { didYouMean } from "../compat/did-you-mean.ts";
import { errorResponse, illegalArgument, RequestError } from "../compat/errors.ts";
import type { NeededRights } from "../security/authorizer.ts";
import type { Principal } from "../security/principal.ts";
import { withoutPrompt } from "./browser-challenge.ts";
import { deprecationOf, type ParameterWarnings } from "./deprecated-parameters.ts";
import type { Dialect, Exchange, Route, Run } from "./dialect.ts";
import { ElasticsearchHead } from "./elasticsearch-head.ts";
import { ElasticsearchRequest } from "./elasticsearch-request.ts";
import { announcedBytes, type HttpRequest, type HttpResponse, type RawRequest, type RawResponse } from "./exchange.ts";
import { acceptedParameters, operationRoutes, type OperationRoute } from "./operation-routes.ts";
import { checkPath } from "./percent-decoding.ts";
import { renderResponse } from "./render-response.ts";
import { countRequest, type RequestCount, RequestCounts } from "./request-counts.ts";
import { Router, type RouteMatch } from "./router.ts";

/** http.max_content_length. */
export const MAX_CONTENT_LENGTH_BYTES = 100 * 1024 * 1024;

/** An operation that is there. */
export interface HandledOperation extends Route {
  readonly name: string;
  readonly rights: NeededRights;
  /** Warnings for its parameters beside those that hold everywhere. */
  readonly deprecated: ParameterWarnings | undefined;
  handle(request: HttpRequest): MaybeLater<HttpResponse>;
}

/** What the dialect needs from its owner. */
export interface ElasticsearchOptions {
  readonly operations: readonly HandledOperation[];
  /** Verifies credentials and rights, which unknown paths do not have. Throws RequestError 401 or 403. */
  authorize(
    raw: RawRequest,
    rights: NeededRights | undefined,
    parameters: Readonly<Record<string, string>>,
  ): MaybeLater<Principal>;
  readonly routes?: readonly OperationRoute[];
  readonly maxContentLengthBytes?: number;
  /** Where requests are counted; absent: nobody wants to know. */
  readonly counts?: RequestCounts;
  log(level: "debug" | "info" | "warn" | "error", message: string): void;
}

/** An operation with what its documentation says, as requests ask for it. */
interface Target extends HandledOperation {
  readonly takesBody: boolean;
  readonly accepted: ReadonlySet<string>;
  readonly warnings: Parameters<typeof deprecationOf>[2];
}

/** See the file comment. */
export class ElasticsearchDialect implements Dialect {
  readonly prefix = "";
  readonly maxBodyBytes: number;
  readonly router: Router<Target>;
  readonly options: ElasticsearchOptions;
  readonly counts: RequestCounts;

  constructor(options: ElasticsearchOptions) {
    const routes = options.routes ?? operationRoutes;
    const documented = new Map(routes.map((route) => [route.op, route]));
    const targets = new Map(
      options.operations.map((operation) => [operation.name, targetOf(operation, documented.get(operation.name))]),
    );
    this.options = options;
    this.counts = options.counts ?? new RequestCounts();
    this.router = new Router(routes, (name) => targets.get(name));
    this.maxBodyBytes = options.maxContentLengthBytes ?? MAX_CONTENT_LENGTH_BYTES;
  }

  open(raw: RawRequest): Exchange {
    return new ElasticsearchExchange(this, raw);
  }
}

function targetOf(operation: HandledOperation, route: OperationRoute | undefined): Target | undefined {
  if (!route) return undefined;
  return {
    ...operation,
    takesBody: route.body !== undefined,
    accepted: acceptedParameters(route),
    warnings: { own: operation.deprecated, listed: route.deprecatedParameters },
  };
}

/** A head that was found in order: the same text is in order once more, and says the same. */
interface PassedHead {
  readonly head: ElasticsearchHead;
  readonly target: Target;
  readonly count: RequestCount;
}

const passedHeads = new Note<PassedHead>();

class ElasticsearchExchange implements Exchange {
  readonly #dialect: ElasticsearchDialect;
  readonly #raw: RawRequest;
  readonly #head: ElasticsearchHead;
  readonly #passed: PassedHead | undefined;
  readonly #startedMs = systemClock.monotonicMs();
  #match: RouteMatch<Target> | undefined = undefined;
  /** Where it is counted once it may run. */
  #count: RequestCount | undefined = undefined;
  #warnings: Set<string> | undefined = undefined;
  target: Target | undefined;

  constructor(dialect: ElasticsearchDialect, raw: RawRequest) {
    this.#dialect = dialect;
    this.#raw = raw;
    this.#passed = passedHeads.get(raw.head);
    this.#head = this.#passed?.head ?? new ElasticsearchHead(raw.head, raw.body !== undefined);
    this.target = this.#passed?.target;
    this.#count = this.#passed?.count;
  }

  /** The indices that it is about; empty for others. */
  get description(): string {
    const { index } = this.#head.parameters;
    return index === undefined ? "" : `indices[${index}]`;
  }

  readHead(): void {
    if (!this.#passed) this.#head.readHeaders();
  }

  route(): RawResponse | undefined {
    if (this.#passed) return undefined;
    const head = this.#head;
    checkPath(head.path);
    const match = this.#dialect.router.find(head.path, head.compatibleWith === 7);
    this.#match = match;
    this.target = match?.target(head.method);
    head.readParameters(match ? match.parameters(head.method) : NO_PARAMETERS);
    if (match && !this.target && head.method === "OPTIONS") return this.#rendered(optionsAnswer(match.methods));
    return undefined;
  }

  authenticate(): MaybeLater<Principal> {
    return this.#dialect.options.authorize(this.#raw, this.target?.rights, this.#head.parameters);
  }

  check(): RawResponse | undefined {
    if (this.#passed) return undefined;
    const { target } = this;
    const refusal = target ? this.#checkParameters(target) : this.#noOperation();
    if (refusal) return this.#rendered(refusal);
    const head = this.#head;
    if (this.#match?.older) head.warn(`[types removal] Specifying types in ${target?.name} requests is deprecated.`);
    if (!target) return undefined;
    const count = this.#dialect.counts.at(target.name, this.#match?.path(head.method) ?? "");
    this.#count = count;
    passedHeads.set(head.head, { head, target, count });
    return undefined;
  }

  handle(run: Run): MaybeLater<RawResponse> {
    const { target } = this;
    assert(target, "a request that may pass has a target");
    const parts = {
      raw: this.#raw,
      startedMs: this.#startedMs,
      maxBodyBytes: this.#dialect.maxBodyBytes,
      warn: this.#warn,
    };
    const answer = target.handle(new ElasticsearchRequest(this.#head, parts, run));
    return answer instanceof Promise ? answer.then((later) => this.#answered(later)) : this.#answered(answer);
  }

  failed(thrown: unknown): RawResponse {
    const head = this.#head;
    const error = withoutPrompt(thrown, this.#raw.head.headers);
    const status = error instanceof RequestError ? error.status : 500;
    if (status >= 500) this.#dialect.options.log("error", `${head.method} ${head.path}: ${logText(error)}`);
    const body = head.errorTrace ? withTraces(errorResponse(error)) : errorResponse(error);
    const response = { status, body, headers: errorHeaders(error) };
    const context = head.context();
    const whole = { ...context, render: { ...context.render, filterPath: undefined } };
    return this.#counted(renderResponse(response, whole, this.#allWarnings()));
  }

  #answered(response: HttpResponse): RawResponse {
    return this.#counted(this.#rendered(response));
  }

  #counted(response: RawResponse): RawResponse {
    const { body, head } = this.#raw;
    if (this.#count) {
      const requestBytes = body instanceof Uint8Array ? body.length : announcedBytes(head);
      countRequest(this.#count, requestBytes, response.body.length, systemClock.monotonicMs() - this.#startedMs);
    }
    return response;
  }

  readonly #warn = (message: string): void => void (this.#warnings ??= new Set()).add(message);

  #rendered(response: HttpResponse): RawResponse {
    return renderResponse(response, this.#head.context(), this.#allWarnings());
  }

  #allWarnings(): ReadonlySet<string> {
    const { warnings } = this.#head;
    return this.#warnings ? new Set([...warnings, ...this.#warnings]) : warnings;
  }

  #noOperation(): HttpResponse {
    const { method } = this.#head;
    const { url } = this.#raw.head;
    const match = this.#match;
    const allowed = match && !match.documents(method) ? match.methods : [];
    if (allowed.length === 0) {
      if (method === "OPTIONS") return optionsAnswer([]);
      return { status: 400, body: { error: `no handler found for uri [${url}] and method [${method}]` } };
    }
    const error = `Incorrect HTTP method for uri [${url}] and method [${method}], allowed: [${allowed.join(", ")}]`;
    return { status: 405, body: { error, status: 405 }, headers: { Allow: allowed.join(",") } };
  }

  /** Refuses bodies and parameters that the operation does not know. */
  #checkParameters({ takesBody, accepted, warnings }: Target): HttpResponse | undefined {
    const head = this.#head;
    const refusal = head.checkContentType();
    if (refusal) return refusal;
    if (head.hasSentBody && !takesBody)
      throw illegalArgument(`request [${head.method} ${head.path}] does not support having a body`);
    const { parameters } = head;
    let unknown: string[] | undefined;
    for (const name in parameters) {
      if (!accepted.has(name)) (unknown ??= []).push(name);
      const deprecation = deprecationOf(name, parameters[name] ?? "", warnings);
      if (deprecation !== undefined) head.warn(deprecation);
    }
    if (unknown) throw unrecognized(head.path, unknown.sort(), accepted);
    head.readBodyParameter();
    return undefined;
  }
}

const NO_PARAMETERS: Readonly<Record<string, string>> = {};

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

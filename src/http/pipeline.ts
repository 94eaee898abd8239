/**
 * The way of every request, from what the front has read to the answer that it sends: route, authenticate, limits and
 * breakers, task, body, operation, audit trail, rendering. What differs between the interfaces is their `Dialect`.
 * Knows no sockets and no operations.
 */
import { InflightRequest } from "../breakers/inflight-requests.ts";
import type { MemoryBreakers } from "../breakers/memory-breakers.ts";
import { assert } from "../core/assert.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import type { Principal } from "../security/principal.ts";
import type { TaskManager } from "../tasks/task-manager.ts";
import type { Dialect, Exchange, Route, Run } from "./dialect.ts";
import { announcedBytes, headerText, type RawRequest, type RawResponse, type RequestHead } from "./exchange.ts";
import { compressed } from "./render-response.ts";
import { BodyTooLong } from "./request-body.ts";

/** The audit trail, as far as answers wait for it. */
export interface Trail {
  /** Number of the event that it was told last. */
  readonly sequence: number;
  /** Resolves when all of these are durable. */
  flushed(): Promise<void>;
}

/** What a pipeline is built from. */
export interface PipelineDependencies {
  /** The first whose prefix fits takes a request; the last takes the rest. */
  readonly dialects: readonly Dialect[];
  readonly breakers: MemoryBreakers;
  readonly tasks: TaskManager;
  /** Absent: nobody is told anything. */
  readonly trail?: Trail | undefined;
}

const NO_HEADERS: Readonly<Record<string, string>> = {};
/** Of `version-trace-parent-flags` (W3C Trace Context), and where the trace stands in it. */
const TRACE_LENGTH = 55;
const TRACE_ID = [3, 35] as const;

/** Answers requests; every request gets an answer, whatever it is. */
export class Pipeline {
  readonly #dialects: readonly Dialect[];
  readonly #breakers: MemoryBreakers;
  readonly #tasks: TaskManager;
  readonly #trail: Trail | undefined;

  constructor({ dialects, breakers, tasks, trail }: PipelineDependencies) {
    this.#dialects = dialects;
    this.#breakers = breakers;
    this.#tasks = tasks;
    this.#trail = trail;
  }

  /** Never throws, never rejects. What is known at once is answered at once, without a promise. */
  answer(raw: RawRequest): MaybeLater<RawResponse> {
    const dialect = this.#dialectOf(raw.head.url, raw.head);
    const exchange = dialect.open(raw);
    try {
      const answer = this.#respond(exchange, raw, dialect.maxBodyBytes);
      const sent = answer instanceof Promise ? answer.then((later) => packed(later, raw)) : packed(answer, raw);
      return sent instanceof Promise ? sent.catch((error: unknown) => refused(exchange, error)) : sent;
    } catch (error) {
      return refused(exchange, error);
    }
  }

  /** Whether a body of this length is refused whatever it says, so that it need not be sent. */
  refusesLength(url: string, bytes: number): boolean {
    return bytes > this.#dialectOf(url).maxBodyBytes;
  }

  #respond(exchange: Exchange, raw: RawRequest, maxBodyBytes: number): MaybeLater<RawResponse> {
    exchange.readHead();
    const announced = announcedBytes(raw.head);
    if (announced > maxBodyBytes) throw new BodyTooLong(maxBodyBytes, announced);
    const open = exchange.route();
    if (open) return open;
    const principal = exchange.authenticate();
    return principal instanceof Promise
      ? principal.then((known) => this.#respondTo(known, exchange, raw))
      : this.#respondTo(principal, exchange, raw);
  }

  #respondTo(principal: Principal, exchange: Exchange, raw: RawRequest): MaybeLater<RawResponse> {
    const early = exchange.check();
    if (early) return early;
    const { target } = exchange;
    assert(target, "a request that may pass has a target");
    const account = new InflightRequest(this.#breakers, announcedBytes(raw.head), target.isAlwaysServed);
    const task = this.#tasks.begin({
      type: "transport",
      action: target.action,
      description: exchange.description,
      headers: taskHeaders(raw),
      cancellable: target.cancellable,
    });
    const run = { principal, task, account };
    if (target.answersAtOnce === true) {
      let answer: MaybeLater<RawResponse>;
      try {
        answer = exchange.handle(run);
      } catch (error) {
        account.end();
        throw error;
      }
      if (answer instanceof Promise) return this.#awaited(answer, { raw, target, run });
      account.end();
      return answer;
    }
    const trail = target.isAudited ? this.#trail : undefined;
    return this.#awaited(() => (trail ? recorded(exchange, run, trail) : exchange.handle(run)), { raw, target, run });
  }

  /** What takes a while: its task is listed, and hears when the client goes away. */
  async #awaited(
    answer: Promise<RawResponse> | (() => MaybeLater<RawResponse>),
    { raw, target, run: { task, account } }: { raw: RawRequest; target: Route; run: Run },
  ): Promise<RawResponse> {
    this.#tasks.list(task);
    try {
      if (target.cancellable && target.outlivesClient !== true)
        raw.onGone(() => this.#tasks.cancel(task, "the client is gone"));
      return await (typeof answer === "function" ? answer() : answer);
    } finally {
      this.#tasks.unregister(task);
      account.end();
    }
  }

  /** Without a head: who takes all requests of the path. */
  #dialectOf(url: string, head?: RequestHead): Dialect {
    const dialects = this.#dialects;
    for (let at = 0; at < dialects.length - 1; at++) {
      const dialect = dialects[at];
      if (!dialect || !isBelow(url, dialect.prefix)) continue;
      if (!dialect.takes || (head && dialect.takes(head))) return dialect;
    }
    const last = dialects.at(-1);
    assert(last, "a pipeline has a dialect");
    return last;
  }
}

/** An answer as it goes out. */
function packed(response: RawResponse, { head }: RawRequest): MaybeLater<RawResponse> {
  return compressed(response, headerText(head, "accept-encoding"));
}

function refused(exchange: Exchange, error: unknown): RawResponse {
  const response = exchange.failed(error);
  // The rest of a body that is not wanted is not read.
  return error instanceof BodyTooLong ? { ...response, close: true } : response;
}

/** What the caller hears of has its event, whatever happens next; also when the request failed half-way. */
async function recorded(exchange: Exchange, run: Run, trail: Trail): Promise<RawResponse> {
  const { sequence } = trail;
  try {
    return await exchange.handle(run);
  } finally {
    if (trail.sequence !== sequence) await trail.flushed();
  }
}

function isBelow(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false;
  const next = url[prefix.length];
  return next === undefined || next === "/" || next === "?";
}

function taskHeaders({ head }: RawRequest): Readonly<Record<string, string>> {
  const opaqueId = headerText(head, "x-opaque-id");
  const trace = headerText(head, "traceparent");
  if (opaqueId === undefined && trace === undefined) return NO_HEADERS;
  return {
    ...(opaqueId === undefined ? {} : { "X-Opaque-Id": opaqueId }),
    ...(trace === undefined || trace.length < TRACE_LENGTH ? {} : { "trace.id": trace.slice(...TRACE_ID) }),
  };
}

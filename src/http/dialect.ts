/**
 * What differs between the interfaces on the way of a request, which is one (`pipeline.ts`): how the head is read, what
 * stands at a path, who may ask, and how answers and errors look.
 */
import type { InflightRequest } from "../breakers/inflight-requests.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import type { Principal } from "../security/principal.ts";
import type { Task } from "../tasks/task.ts";
import type { RawRequest, RawResponse, RequestHead } from "./exchange.ts";

/** What the pipeline knows of an operation; looked up once, when the node starts. */
export interface Route {
  /** What its requests are called among the tasks: `indices:data/read/search`, `identity:core/users/list`. */
  readonly action: string;
  /** Whether its task stops when it is told to, and when its client goes away. */
  readonly cancellable: boolean;
  /** Whether it goes on without its client, and stops only when it is told to. */
  readonly outlivesClient?: boolean;
  /**
   * Whether it may be over before anybody could see it among the tasks: its task is listed only when its answer is to
   * come later.
   */
  readonly answersAtOnce?: boolean;
  /** Whether the breaker of bodies counts it, but never refuses it. */
  readonly isAlwaysServed: boolean;
  /** Whether an answer waits until the audit trail keeps what it was told meanwhile. */
  readonly isAudited: boolean;
}

/** What a request has once it may run. */
export interface Run {
  readonly principal: Principal;
  readonly task: Task;
  /** Counts the bytes of the body as they are read. */
  readonly account: InflightRequest;
}

/** One request, as its dialect reads and answers it. The steps are called in this order, each at most once. */
export interface Exchange {
  /** Reads the headers that say how to read the rest. Throws what is wrong with them. */
  readHead(): void;
  /** Finds what stands at the path. An answer ends the request, which strangers may get too. */
  route(): RawResponse | undefined;
  /** Who is asking. Throws 401, and 403 where path and parameters tell enough. */
  authenticate(): MaybeLater<Principal>;
  /** Refuses or answers what is not to run: nothing there, another method, unknown parameters. */
  check(): RawResponse | undefined;
  /** What runs; there when `check` lets a request pass. */
  readonly target: Route | undefined;
  /** What the task is about. */
  readonly description: string;
  /** Reads the body, runs the operation and renders its answer. */
  handle(run: Run): MaybeLater<RawResponse>;
  /** The answer to whatever was thrown on the way. Never throws. */
  failed(error: unknown): RawResponse;
}

/** One interface. */
export interface Dialect {
  /** `/api/v2beta`: takes that path and all below it; empty: takes everything. */
  readonly prefix: string;
  /** Which of the requests below the prefix it takes; absent: all of them. */
  takes?(head: RequestHead): boolean;
  /** Longer bodies are refused with 413. */
  readonly maxBodyBytes: number;
  open(raw: RawRequest): Exchange;
}

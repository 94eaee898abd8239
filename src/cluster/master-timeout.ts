/** How long changes of the state wait for what holds it, where that is none of the node's own. */
import { RequestError } from "../compat/errors.ts";
import { after } from "../core/timers.ts";
import type { Changed, ChangeSource, ClusterChange } from "./cluster-change.ts";
import type { ClusterService, IndexOptions, PendingChange, ResolvedIndex } from "./cluster-service.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import type { WriteDemands } from "./write-index.ts";

/** What Elasticsearch waits where `master_timeout` says nothing. */
export const MASTER_TIMEOUT_MS = 30_000;
/** One that answers is not given up, however little time a request has. */
const LEAST_MS = 1_000;

export function masterNotDiscovered(): RequestError {
  const reason = "what holds the state of the cluster does not answer";
  return new RequestError(503, "master_not_discovered_exception", reason);
}

/** Waits for something until the time is over. */
export class Patience {
  readonly #timeoutMs: number;
  isOver = false;

  /** Below 0: for ever. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs < 0 ? Number.POSITIVE_INFINITY : Math.max(LEAST_MS, timeoutMs);
  }

  with<Result>(awaited: Promise<Result>): Promise<Result> {
    if (this.#timeoutMs === Number.POSITIVE_INFINITY) return awaited;
    return new Promise((resolve, reject) => {
      const stop = after(this.#timeoutMs, () => {
        this.isOver = true;
        reject(masterNotDiscovered());
      });
      awaited.finally(stop).then(resolve, reject);
    });
  }
}

/** A service whose changes wait for so long. */
export class TimedClusterService implements ClusterService {
  readonly #service: TimedChanges;
  readonly #timeoutMs: number;

  constructor(service: TimedChanges, timeoutMs: number) {
    this.#service = service;
    this.#timeoutMs = timeoutMs;
  }

  get state(): ClusterState {
    return this.#service.state;
  }

  get pending(): readonly PendingChange[] {
    return this.#service.pending;
  }

  resolve(expression: string | undefined, options: IndexOptions): ResolvedIndex[] {
    return this.#service.resolve(expression, options);
  }

  apply(source: ChangeSource, ...changes: readonly ClusterChange[]): Promise<Changed> {
    return this.#service.applyWithin(this.#timeoutMs, source, changes);
  }

  within(timeoutMs: number): ClusterService {
    return this.#service.within(timeoutMs);
  }

  preview(...changes: readonly ClusterChange[]): Promise<Changed> {
    return this.#service.preview(...changes);
  }

  writeIndex(name: string, demands: WriteDemands): Promise<IndexMetadata> {
    return this.#service.writeIndex(name, demands);
  }

  applyAgain(names: readonly string[]): Promise<void> {
    return this.#service.applyAgain(names);
  }
}

interface TimedChanges extends ClusterService {
  applyWithin(timeoutMs: number, source: ChangeSource, changes: readonly ClusterChange[]): Promise<Changed>;
}

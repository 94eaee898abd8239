/**
 * States of shards that are held for searches of several steps: what refreshes, merges and deletes do meanwhile changes
 * nothing of what these see. A lease ends when it is released, when it was not renewed in time, or with its index.
 */
import { RequestError } from "../../compat/errors.ts";
import type { MonotonicClock } from "../../core/clock.ts";
import type { SearchTarget } from "../search-service.ts";

/** Who keeps the states on all search threads. */
export interface SearcherKeeper {
  /** Keeps the current state of each shard of a target; the target that names them. */
  keep(target: SearchTarget): SearchTarget;
  letGo(target: SearchTarget): void;
}

/** What leases are made of. */
export interface SearcherLeasesDependencies {
  readonly keeper: SearcherKeeper;
  readonly clock: MonotonicClock;
  /** A name that nobody guesses. */
  readonly newId: () => string;
  /** Calls back once, after some time; answers how to prevent that. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

interface Lease {
  readonly targets: readonly SearchTarget[];
  untilMs: number;
}

/** See the file comment. */
export class SearcherLeases {
  readonly #dependencies: SearcherLeasesDependencies;
  readonly #leases = new Map<string, Lease>();
  /** Prevents the next look at what has expired; undefined: none is due, as nothing is held. */
  #cancelLook: (() => void) | undefined;

  constructor(dependencies: SearcherLeasesDependencies) {
    this.#dependencies = dependencies;
  }

  /** How many states of an index, or of one of its shards, leases hold. */
  contexts(uuid: string, shard?: number): number {
    let count = 0;
    for (const { targets } of this.#leases.values()) {
      for (const target of targets) {
        if (target.uuid !== uuid) continue;
        count += (target.shards ?? []).filter((number) => shard === undefined || number === shard).length;
      }
    }
    return count;
  }

  /** Holds the current states of the targets' shards; answers the id of the lease. */
  hold(targets: readonly SearchTarget[], keepAliveMs: number): string {
    const { keeper, clock, newId } = this.#dependencies;
    const id = newId();
    const held = targets.map((target) => keeper.keep(target));
    this.#leases.set(id, { targets: held, untilMs: clock.monotonicMs() + keepAliveMs });
    this.#lookAgain();
    return id;
  }

  /** The targets with the states that are held, for at least so long from now on. Throws 404 when there is no lease. */
  targets(id: string, keepAliveMs: number): readonly SearchTarget[] {
    this.#expire();
    const lease = this.#leases.get(id);
    if (!lease)
      throw new RequestError(404, "search_context_missing_exception", `No search context found for id [${id}]`);
    lease.untilMs = Math.max(lease.untilMs, this.#dependencies.clock.monotonicMs() + keepAliveMs);
    return lease.targets;
  }

  /** Ends a lease; answers whether there was one. */
  release(id: string): boolean {
    const lease = this.#leases.get(id);
    if (!lease) return false;
    this.#leases.delete(id);
    for (const target of lease.targets) this.#dependencies.keeper.letGo(target);
    this.#lookAgain();
    return true;
  }

  /** Ends all. */
  close(): void {
    for (const id of this.#leases.keys()) this.release(id);
  }

  #expire(): void {
    const now = this.#dependencies.clock.monotonicMs();
    for (const [id, { untilMs }] of this.#leases) if (untilMs <= now) this.release(id);
  }

  /** Looks for what has expired when the next lease may have. */
  #lookAgain(): void {
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    if (this.#leases.size === 0) return;
    const { clock, after } = this.#dependencies;
    const next = Math.min(...Array.from(this.#leases.values(), ({ untilMs }) => untilMs));
    this.#cancelLook = after(Math.max(0, next - clock.monotonicMs()), () => {
      this.#cancelLook = undefined;
      this.#expire();
      this.#lookAgain();
    });
  }
}

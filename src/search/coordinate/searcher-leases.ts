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

/** A lease that was begun. */
export interface HeldStates {
  readonly id: string;
  readonly targets: readonly SearchTarget[];
}

/** A step that a lease waits for. */
export interface LeaseStep {
  readonly targets: readonly SearchTarget[];
  /** The step is over: from now on the lease lasts as long as it was said. */
  readonly end: () => void;
}

interface Lease {
  readonly targets: readonly SearchTarget[];
  readonly ended: () => void;
  keepAliveMs: number;
  untilMs: number;
  /** Steps under way: it does not expire meanwhile. */
  steps: number;
}

/** See the file comment. */
export class SearcherLeases {
  readonly #dependencies: SearcherLeasesDependencies;
  readonly #leases = new Map<string, Lease>();
  /** How often states are held, by index and shard. */
  readonly #held = new Map<string, number[]>();
  /** The next look at what has expired; undefined: none is due, as nothing is held. */
  #look: { readonly atMs: number; readonly cancel: () => void } | undefined;

  constructor(dependencies: SearcherLeasesDependencies) {
    this.#dependencies = dependencies;
  }

  /** How many states of an index, or of one of its shards, leases hold. */
  contexts(uuid: string, shard?: number): number {
    const held = this.#held.get(uuid);
    if (!held) return 0;
    return shard === undefined ? held.reduce((sum, count) => sum + count, 0) : (held[shard] ?? 0);
  }

  /**
   * Holds the current states of the targets' shards; answers the id of the lease, and the targets that name them.
   * `ended` is called when it is over, in whatever way.
   */
  hold(targets: readonly SearchTarget[], keepAliveMs: number, ended: () => void = () => undefined): HeldStates {
    const { keeper, clock, newId } = this.#dependencies;
    const id = newId();
    const held = targets.map((target) => keeper.keep(target));
    this.#count(held, 1);
    const untilMs = clock.monotonicMs() + keepAliveMs;
    this.#leases.set(id, { targets: held, ended, keepAliveMs, untilMs, steps: 0 });
    this.#lookAt(untilMs);
    return { id, targets: held };
  }

  /** The targets with the states that are held, for at least so long from now on. Throws 404 when there is no lease. */
  targets(id: string, keepAliveMs: number): readonly SearchTarget[] {
    const lease = this.#live(id);
    if (!lease)
      throw new RequestError(404, "search_context_missing_exception", `No search context found for id [${id}]`);
    lease.untilMs = Math.max(lease.untilMs, this.#dependencies.clock.monotonicMs() + keepAliveMs);
    return lease.targets;
  }

  /**
   * Begins a step with the states that are held; undefined when there is no lease (any more). `keepAliveMs` says from
   * the old duration how long the lease lasts when the step is over.
   */
  begin(id: string, keepAliveMs: (old: number) => number): LeaseStep | undefined {
    const lease = this.#leases.get(id);
    if (!lease) return undefined;
    lease.steps++;
    lease.keepAliveMs = keepAliveMs(lease.keepAliveMs);
    return {
      targets: lease.targets,
      end: () => {
        lease.steps--;
        lease.untilMs = this.#dependencies.clock.monotonicMs() + lease.keepAliveMs;
        if (this.#leases.has(id)) this.#lookAt(lease.untilMs);
      },
    };
  }

  /** Ends a lease; answers whether there was one. */
  release(id: string): boolean {
    const lease = this.#leases.get(id);
    if (!lease) return false;
    this.#leases.delete(id);
    for (const target of lease.targets) this.#dependencies.keeper.letGo(target);
    this.#count(lease.targets, -1);
    if (this.#leases.size === 0) this.#cancelLook();
    lease.ended();
    return true;
  }

  /** Ends all. */
  close(): void {
    for (const id of this.#leases.keys()) this.release(id);
  }

  /** A lease that has not expired. */
  #live(id: string): Lease | undefined {
    const lease = this.#leases.get(id);
    if (!lease || lease.steps > 0 || lease.untilMs > this.#dependencies.clock.monotonicMs()) return lease;
    this.release(id);
    return undefined;
  }

  #expire(): void {
    const now = this.#dependencies.clock.monotonicMs();
    for (const [id, { untilMs, steps }] of this.#leases) if (untilMs <= now && steps === 0) this.release(id);
  }

  #count(targets: readonly SearchTarget[], step: 1 | -1): void {
    for (const { uuid, shards = [] } of targets) {
      const held = this.#held.get(uuid) ?? [];
      for (const shard of shards) held[shard] = (held[shard] ?? 0) + step;
      if (held.some((count) => count > 0)) this.#held.set(uuid, held);
      else this.#held.delete(uuid);
    }
  }

  /** Looks for what has expired at a time, if no look is due before. */
  #lookAt(atMs: number): void {
    if (this.#look && this.#look.atMs <= atMs) return;
    this.#cancelLook();
    const { clock, after } = this.#dependencies;
    const cancel = after(Math.max(0, atMs - clock.monotonicMs()), () => {
      this.#look = undefined;
      this.#expire();
      let next = Number.POSITIVE_INFINITY;
      for (const { untilMs, steps } of this.#leases.values()) if (steps === 0) next = Math.min(next, untilMs);
      if (Number.isFinite(next)) this.#lookAt(next);
    });
    this.#look = { atMs, cancel };
  }

  #cancelLook(): void {
    this.#look?.cancel();
    this.#look = undefined;
  }
}

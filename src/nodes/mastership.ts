/**
 * Which node is master: the one that holds a lease in what all nodes stand on. It takes nodes out that are gone, and is
 * named in the state. Two that take themselves for it do no harm, as each change is a compare-and-set.
 */
import type { HeldLease, Leases } from "../cluster/leases.ts";
import { nodeLease } from "../cluster/node-lease.ts";

export interface MastershipOptions {
  readonly leases: Leases;
  /** Names this life of the node. */
  readonly holder: string;
  readonly node: string;
  /** This node has become master. */
  readonly onMaster: () => void;
  /** A node has given its lease up, or has not renewed it for too long. */
  readonly onExpired: (node: string) => void;
  readonly log: (level: "info" | "warn", message: string) => void;
}

/** Of whom the lease is taken: of one that has expired, or is known to be gone. */
interface Instead {
  readonly after?: number;
  readonly gone?: string;
}

const MASTER = "master-lease";

export class Mastership {
  readonly #options: MastershipOptions;
  #held: HeldLease | undefined;
  #trying: Promise<void> | undefined;
  /** Who was told to hold the lease last. */
  #holder: string | undefined;
  #stopWatching: () => void = () => undefined;
  /** Nodes whose leases are watched. */
  readonly #watched = new Map<string, () => void>();
  #isClosed = false;

  constructor(options: MastershipOptions) {
    this.#options = options;
  }

  /** Held for certain: no other node has become master meanwhile. */
  get isMaster(): boolean {
    return this.#held?.isCertain === true;
  }

  /** Takes part. Resolves when the lease was asked for once. */
  async open(): Promise<void> {
    await this.#take({});
    this.#stopWatching = this.#options.leases.watch(MASTER, ({ holder }, revision) => {
      this.#holder = holder ?? this.#holder;
      if (holder === undefined) void this.#take({ after: revision });
    });
  }

  /** The master is known to be gone: nobody waits until its lease expires. */
  hurry(): void {
    if (!this.isMaster && this.#holder !== undefined) void this.#take({ gone: this.#holder });
  }

  /** Watches the leases of these nodes, and of no others. */
  follow(nodes: readonly string[]): void {
    const wanted = new Set(this.isMaster ? nodes.filter((id) => id !== this.#options.node) : []);
    for (const [id, stop] of this.#watched)
      if (!wanted.has(id)) {
        stop();
        this.#watched.delete(id);
      }
    for (const id of wanted) if (!this.#watched.has(id)) this.#watched.set(id, this.#watch(id));
  }

  /** Gives it up, so that others need not wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopWatching();
    this.follow([]);
    await this.#trying;
    for (const stop of this.#watched.values()) stop();
    this.#watched.clear();
    await this.#held?.release().catch(() => undefined);
    this.#held = undefined;
  }

  #watch(id: string): () => void {
    let wasHeld = false;
    return this.#options.leases.watch(nodeLease(id), ({ holder }) => {
      if (holder === undefined && wasHeld) this.#options.onExpired(id);
      wasHeld ||= holder !== undefined;
    });
  }

  #take(instead: Instead): Promise<void> {
    if (this.#isClosed || this.isMaster) return Promise.resolve();
    return (this.#trying ??= this.#tryToTake(instead).finally(() => (this.#trying = undefined)));
  }

  async #tryToTake(instead: Instead): Promise<void> {
    const { leases, holder, node, onMaster, log } = this.#options;
    const onLost = (): void => {
      this.#held = undefined;
      log("warn", "another node has become master");
    };
    try {
      const held = await leases.acquire(MASTER, { holder, data: { node }, ...instead }, onLost);
      if (!held) return;
      this.#held = held;
      onMaster();
    } catch (error) {
      log("warn", `the lease of the master could not be asked for: ${String(error)}`);
    }
  }
}

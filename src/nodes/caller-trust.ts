/**
 * Whether a node may believe what it remembers of callers (keys, passwords, rights) without asking for the records. The
 * node with the records, the keeper, grants that to each other one for a few seconds at a time, which the other counts
 * from when it asked. A change of the records is answered when each node has forgotten what it knew, or its grant is
 * over: a key that was revoked is refused everywhere then. Who is cut off believes nothing any more, and asks for the
 * records, which it cannot reach.
 */
import { RequestError } from "../compat/errors.ts";
import type { MonotonicClock } from "../core/clock.ts";
import { after } from "../core/timers.ts";
import type { NodeLinks } from "./node-links.ts";
import type { NodeMethods } from "./port/node-connection.ts";

export interface CallerTrustOptions {
  readonly links: Pick<NodeLinks, "call">;
  readonly own: string;
  readonly clock: MonotonicClock;
  /** The node with the records; undefined: none has them just now. */
  readonly keeper: () => string | undefined;
  /** All nodes of the cluster. */
  readonly nodes: () => readonly string[];
  /** This node itself knows that it is one of the cluster. */
  readonly isCertain: () => boolean;
}

/** A grant is good for so long, and asked for so often. */
const GRANT_MS = 5_000;
const ASK_MS = 1_000;
/** A keeper that was there before may believe itself for so long. */
const SETTLE_MS = 10_000;
const CALL_MS = 2_000;
/** A keeper that cannot be reached is looked for again and again, until it is reached or another one has taken over. */
const RETRY_MS = 250;
const CHANGED_MS = 30_000;

const GRANT = "callers/grant";
const FORGET = "callers/forget";
const CHANGED = "callers/changed";

export class CallerTrust {
  readonly #options: CallerTrustOptions;
  #listener: () => void = () => undefined;
  /** Of the keeper: of what was granted; of others: of what they have forgotten. */
  #version = 0;
  #trustedUntilMs = Number.NEGATIVE_INFINITY;
  /** Whom the present grant is of. */
  #grantedBy: string | undefined;
  /** What this node granted as the keeper. */
  readonly #grants = new Map<string, number>();
  #keeper: string | undefined;
  /** The keeper before this one, which may not know yet that it is none. */
  #previous: string | undefined;
  /** An earlier keeper, or an earlier life of this node, may be believed until then. */
  #settledMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #stopAsking: () => void = () => undefined;

  constructor(options: CallerTrustOptions) {
    this.#options = options;
  }

  /** What other nodes call. */
  get methods(): NodeMethods {
    return {
      [GRANT]: (_args, { from }) => this.#grant(from.node),
      [FORGET]: ([version]) => this.#forget(Number(version)),
      [CHANGED]: () => {
        this.#mustKeep();
        return this.#forgetEverywhere();
      },
    };
  }

  /** Begins to ask for grants; resolves when it was asked for once. */
  async open(): Promise<void> {
    this.follow();
    await this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopAsking();
  }

  /** The state of the cluster is another: the keeper may be. */
  follow(): void {
    const { keeper, own, nodes, clock } = this.#options;
    const now = keeper();
    if (now === this.#keeper || now === undefined) return;
    this.#previous = this.#keeper;
    this.#keeper = now;
    if (now !== own) return;
    this.#grants.clear();
    if (nodes().some((node) => node !== own)) this.#settledMs = clock.monotonicMs() + SETTLE_MS;
  }

  /** Whether what is remembered may be believed now. */
  get isTrusted(): boolean {
    const { keeper, own, isCertain, clock } = this.#options;
    if (keeper() === own) return isCertain();
    return clock.monotonicMs() < this.#trustedUntilMs;
  }

  /** Calls back when all that is remembered is to be forgotten. */
  onForget(listener: () => void): void {
    this.#listener = listener;
  }

  /** Records have changed: resolves when no node believes what it knew before. */
  async changed(): Promise<void> {
    const { keeper, own, links, clock } = this.#options;
    const endMs = clock.monotonicMs() + CHANGED_MS;
    for (;;) {
      const node = keeper();
      try {
        if (node === own) return await this.#forgetEverywhere();
        if (node !== undefined) return await links.call(node, CHANGED, [], { timeoutMs: CHANGED_MS });
      } catch (error) {
        if (clock.monotonicMs() > endMs) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  /** Throws 503 where this node does not have the records, or may not have them any more. */
  #mustKeep(): void {
    const { keeper, own, isCertain } = this.#options;
    if (keeper() === own && isCertain()) return;
    throw new RequestError(503, "unavailable_shards_exception", "the records of callers are with another node");
  }

  #grant(node: string): number {
    const { clock } = this.#options;
    this.#mustKeep();
    this.#grants.set(node, clock.monotonicMs() + GRANT_MS);
    return this.#version;
  }

  #forget(version: number): boolean {
    this.#version = Math.max(this.#version, version);
    this.#listener();
    return true;
  }

  /** Of the keeper. */
  async #forgetEverywhere(): Promise<void> {
    const { nodes, own, links, clock } = this.#options;
    const version = ++this.#version;
    this.#listener();
    const others = new Set([...nodes(), ...this.#grants.keys()]);
    if (this.#previous !== undefined) others.add(this.#previous);
    others.delete(own);
    const waits = [...others].map(async (node) => {
      const untilMs = Math.max(this.#grants.get(node) ?? 0, this.#settledMs);
      const told = links.call(node, FORGET, [version], { timeoutMs: CALL_MS }).then(
        () => true,
        () => false,
      );
      if (await Promise.race([told, pause(untilMs - clock.monotonicMs()).then(() => true)])) return;
      // Who could not be told is waited for.
      await pause(untilMs - clock.monotonicMs());
    });
    await Promise.all(waits);
  }

  async #ask(): Promise<void> {
    const { keeper, own, links, clock } = this.#options;
    const node = keeper();
    if (node !== undefined && node !== own) {
      const askedMs = clock.monotonicMs();
      try {
        const version = await links.call<number>(node, GRANT, [], { timeoutMs: CALL_MS });
        // What was changed meanwhile, or is kept by another node now, is not what is remembered.
        if (version !== this.#version || node !== this.#grantedBy) this.#listener();
        this.#version = version;
        this.#grantedBy = node;
        this.#trustedUntilMs = askedMs + GRANT_MS;
      } catch {
        // It is asked again; until then the last grant holds for as long as it was given.
      }
    }
    if (!this.#isClosed) this.#stopAsking = after(ASK_MS, () => void this.#ask());
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => (milliseconds > 0 ? void after(milliseconds, resolve) : resolve()));
}

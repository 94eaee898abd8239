/**
 * Contexts of searches of several steps: a scroll or a point in time, whose it is, and the states of shards that its
 * lease holds. An id says which one it is and cannot be guessed; what it stands for never leaves the server.
 */
import type { LeaseStep, SearcherLeases } from "./searcher-leases.ts";
import type { ScrollCursor } from "../scroll-cursor.ts";
import type { ResolvedReference, SearchTarget } from "../search-service.ts";
import type { ShardReference } from "../shard-result.ts";

/** What another cluster holds for a context, by the name that it gave to it. */
export interface HeldCluster {
  readonly alias: string;
  /** Which of its indices were asked for. */
  readonly expression: string;
  readonly id: string;
  readonly nodeId: string;
  readonly shards: readonly ShardReference[];
}

/** A context over several clusters. */
export interface HeldElsewhere {
  /** Which indices of this cluster were asked for; undefined: none. */
  readonly local: string | undefined;
  /** In the order of their aliases. */
  readonly clusters: readonly HeldCluster[];
  /** Has the clusters let go, once; answers how many states they held. Rejects where one could not be told. */
  release(): Promise<number>;
}

/** Where a scroll is. */
export interface ScrollState {
  /** The request of the first page: body and parameters. */
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Behind what the next page begins; undefined: nothing was shown yet. */
  cursor: ScrollCursor | undefined;
  /** What the request refers to, as it was when it was first asked for. */
  references: readonly ResolvedReference[];
}

/** A context as it is opened. */
export interface NewContext {
  /** Who may use it: nobody else is told that it is there. */
  readonly owner: string;
  readonly targets: readonly SearchTarget[];
  /** By which names each target was reached. */
  readonly names: readonly (readonly string[])[];
  readonly keepAliveMs: number;
  /** Undefined: a point in time. */
  readonly scroll: ScrollState | undefined;
  /** What other clusters hold for it; absent: nothing. It ends with the context. */
  readonly elsewhere?: HeldElsewhere | undefined;
  /** Called when it is over, in whatever way. */
  readonly ended?: () => void;
}

/** An open context. */
export interface SearchContext extends Pick<NewContext, "owner" | "names" | "scroll" | "elsewhere"> {
  readonly id: string;
  /** States of shards that it holds, here and elsewhere. */
  readonly states: number;
  /** Ends when the last step that was begun has: the steps of a scroll go one after another. */
  turn: Promise<unknown>;
}

/** See the file comment. */
export class SearchContexts {
  readonly #leases: SearcherLeases;
  readonly #contexts = new Map<string, SearchContext & { readonly lease: string }>();
  #count = 0;
  #scrolls = 0;

  constructor(leases: SearcherLeases) {
    this.#leases = leases;
  }

  /** States of shards that scrolls hold. */
  get openScrolls(): number {
    return this.#scrolls;
  }

  /** Opens a context on the current states of the targets' shards. */
  open({ owner, targets, names, keepAliveMs, scroll, elsewhere, ended }: NewContext): SearchContext {
    const kind = scroll ? "scroll" : "pit";
    const { id: lease, targets: held } = this.#leases.hold(targets, keepAliveMs, () => {
      this.#contexts.delete(id);
      if (scroll) this.#scrolls -= states;
      // Who cannot be told lets go in time.
      elsewhere?.release().catch(() => undefined);
      ended?.();
    });
    const id = Buffer.from(`${kind}:${++this.#count}:${lease}`).toString("base64url");
    const states = held.reduce((sum, { shards = [] }) => sum + shards.length, 0);
    if (scroll) this.#scrolls += states;
    const there = (elsewhere?.clusters ?? []).reduce((sum, { shards }) => sum + shards.length, 0);
    const context = {
      id,
      owner,
      names,
      scroll,
      elsewhere,
      states: states + there,
      turn: Promise.resolve(),
      lease,
    };
    this.#contexts.set(id, context);
    return context;
  }

  /** An open context of a kind; undefined: there is none, or it is another's. */
  find(kind: "scroll" | "pit", id: string, owner: string): SearchContext | undefined {
    const context = this.#contexts.get(id);
    return context?.owner === owner && (kind === "scroll") === (context.scroll !== undefined) ? context : undefined;
  }

  /** Scrolls of an owner; undefined: of everybody. */
  scrolls(owner: string | undefined): SearchContext[] {
    return [...this.#contexts.values()].filter(
      (context) => context.scroll && (owner === undefined || context.owner === owner),
    );
  }

  /** Begins a step; undefined when the context is over. See SearcherLeases. */
  begin({ id }: SearchContext, keepAliveMs: (old: number) => number): LeaseStep | undefined {
    const lease = this.#contexts.get(id)?.lease;
    return lease === undefined ? undefined : this.#leases.begin(lease, keepAliveMs);
  }

  /** Ends a context; answers whether it was there. */
  close({ id }: SearchContext): boolean {
    const lease = this.#contexts.get(id)?.lease;
    return lease !== undefined && this.#leases.release(lease);
  }
}

/** The number of the context that an id stands for, open or not; undefined: it is no id of the kind. */
export function contextNumber(kind: "scroll" | "pit", id: string): string | undefined {
  const parts = Buffer.from(id, "base64url").toString("latin1").split(":");
  const [named, number = ""] = parts;
  return parts.length === 3 && named === kind && /^\d{1,16}$/.test(number) ? number : undefined;
}

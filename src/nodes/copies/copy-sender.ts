/**
 * The primary's side of copies: tells each node with a copy of a shard of this one which searcher is the newest, and
 * gives it the files that it lacks. A copy that follows is started; one that cannot keep up is searched no more.
 */
import type { Clock, MonotonicClock } from "../../core/clock.ts";
import type { SearcherDescriptor } from "../../documents/documents.ts";
import { RequestError } from "../../compat/errors.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { NodeLinks } from "../node-links.ts";
import type { NodeMethods } from "../port/node-connection.ts";
import type { Routing } from "../routing.ts";
import { FOLLOW, type PieceRequest, READ } from "./copy-head.ts";
import { OfferedFiles } from "./offered-files.ts";

/** What the sender needs of the node. */
export interface CopySenderOptions {
  readonly links: NodeLinks;
  readonly routing: Routing;
  readonly clock: Clock & MonotonicClock;
  /** The searcher of a shard that is used here. */
  readonly current: (uuid: string, shard: number) => SearcherDescriptor | undefined;
  /** Keeps the searchers that are used now, until they are let go. */
  readonly keep: (target: SearchTarget) => SearchTarget;
  readonly letGo: (target: SearchTarget) => void;
  /** Changes what the routing says of a copy. */
  readonly mark: (node: string, uuid: string, shard: number, state: "STARTED" | "INITIALIZING") => Promise<void>;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: (level: "info" | "warn", message: string) => void;
}

/** A copy that has not come so far by then is not searched until it has. */
const LATE_MS = 2_000;
const RETRY_MS = 100;

/** A copy of a shard on another node. */
interface Follower {
  readonly node: string;
  readonly uuid: string;
  readonly shard: number;
  /** The generation that it uses. */
  generation: number;
  /** It is being told. */
  running: Promise<void> | undefined;
  stopWaiting: () => void;
}

/** The files of a searcher, and how many copies are taking them. */
interface Offer {
  readonly files: OfferedFiles;
  takers: number;
}

export class CopySender {
  readonly #options: CopySenderOptions;
  readonly #followers = new Map<string, Follower>();
  /** By shard and generation, for as long as somebody copies it. */
  readonly #offers = new Map<string, Offer>();
  #isClosed = false;

  constructor(options: CopySenderOptions) {
    this.#options = options;
  }

  /** What copies ask for. */
  get methods(): NodeMethods {
    return {
      [READ]: ([asked]) => {
        const { uuid, shard, generation, file, offset } = asked as PieceRequest;
        const offer = this.#offers.get(keyOf(uuid, shard, generation));
        if (!offer) throw new RequestError(404, "resource_not_found_exception", "the searcher is not offered any more");
        return offer.files.piece(file, offset);
      },
    };
  }

  /** Follows the routing: what is to have a copy is told, what is not is forgotten. */
  follow(uuids: readonly string[]): void {
    const { routing } = this.#options;
    const wanted = new Set<string>();
    for (const uuid of uuids)
      for (const shard of routing.shards(uuid).keys()) {
        if (!routing.isPrimary(uuid, shard)) continue;
        for (const { node = "" } of routing.replicas(uuid, shard)) {
          const key = `${node} ${uuid}/${shard}`;
          wanted.add(key);
          if (this.#followers.has(key)) continue;
          const follower: Follower = {
            node,
            uuid,
            shard,
            generation: -1,
            running: undefined,
            stopWaiting: () => undefined,
          };
          this.#followers.set(key, follower);
          void this.#tell(follower);
        }
      }
    for (const [key, follower] of this.#followers)
      if (!wanted.has(key)) {
        follower.stopWaiting();
        this.#followers.delete(key);
      }
  }

  /** A new searcher of a shard; resolves when all copies that are searched use it, or are not searched any more. */
  async published({ uuid, shard, generation }: SearcherDescriptor): Promise<void> {
    const { routing } = this.#options;
    const told = [...this.#followers.values()]
      .filter((follower) => follower.uuid === uuid && follower.shard === shard)
      .map(async (follower) => {
        const isSearched = routing.searchable(uuid, shard).includes(follower.node);
        const done = this.#tell(follower);
        if (!isSearched) return;
        await Promise.race([done, this.#late()]);
        if (follower.generation >= generation || this.#isClosed) return;
        await this.#options.mark(follower.node, uuid, shard, "INITIALIZING");
      });
    await Promise.all(told);
  }

  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers.values()) follower.stopWaiting();
    this.#followers.clear();
    for (const { files } of this.#offers.values()) files.close();
    this.#offers.clear();
  }

  #late(): Promise<void> {
    return new Promise((resolve) => void this.#options.after(LATE_MS, resolve));
  }

  #isFollowing(follower: Follower): boolean {
    return !this.#isClosed && this.#followers.get(`${follower.node} ${follower.uuid}/${follower.shard}`) === follower;
  }

  /** Tells a copy of the newest searcher, until it has it; one at a time. */
  #tell(follower: Follower): Promise<void> {
    return (follower.running ??= this.#toNewest(follower).finally(() => (follower.running = undefined)));
  }

  async #toNewest(follower: Follower): Promise<void> {
    const { uuid, shard, node } = follower;
    const { current, routing, mark, log } = this.#options;
    while (this.#isFollowing(follower)) {
      const newest = current(uuid, shard);
      if (!newest || newest.generation === follower.generation) return;
      try {
        await this.#send(follower, newest);
        follower.generation = newest.generation;
        if (!routing.searchable(uuid, shard).includes(node)) await mark(node, uuid, shard, "STARTED");
      } catch (error) {
        if (!this.#isFollowing(follower)) return;
        log(
          "warn",
          `the copy of [${newest.index}][${shard}] on [${node}] was not brought up to date: ${String(error)}`,
        );
        // It begins anew: what it has it need not fetch.
        follower.generation = -1;
        follower.stopWaiting = this.#options.after(RETRY_MS, () => void this.#tell(follower));
        return;
      }
    }
  }

  async #send({ node }: Follower, searcher: SearcherDescriptor): Promise<void> {
    const { index, uuid, shard, generation } = searcher;
    const { links, keep, letGo } = this.#options;
    const kept = keep({ uuid, index, shards: [shard], filters: [], access: undefined });
    const key = keyOf(uuid, shard, generation);
    const offer = this.#offers.get(key) ?? { files: new OfferedFiles(searcher), takers: 0 };
    this.#offers.set(key, offer);
    offer.takers++;
    try {
      await links.call(node, FOLLOW, [offer.files.head()]);
    } finally {
      letGo(kept);
      if (--offer.takers === 0) {
        this.#offers.delete(key);
        offer.files.close();
      }
    }
  }
}

function keyOf(uuid: string, shard: number, generation: number): string {
  return `${uuid}/${shard}/${generation}`;
}

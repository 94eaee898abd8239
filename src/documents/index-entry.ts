/** An index as the write side holds it: its state and its open shards. */
import { indexClosed } from "../cluster/index-expressions.ts";
import { RequestError } from "../compat/errors.ts";
import type { ShardStats } from "./documents.ts";
import type { IndexState } from "./index-state.ts";
import type { ShardEngine } from "./shard/shard-engine.ts";

export class IndexEntry {
  readonly state: IndexState;
  /** Those of this node, in order; empty while the index is closed. */
  shards: readonly ShardEngine[] = [];
  /** Whether the shards of this node are open, if it has any. */
  isOpen = false;
  /** Its shards are being opened or closed, as the metadata says. */
  following: Promise<void> | undefined;
  /** When that failed: not before then again. */
  retryMs = 0;
  /** Its shards are being opened: what they are about to replay stands in the log alone. */
  opening = false;
  /** Its shards were open before: what the log holds of them is in their files. */
  wasOpen = false;
  /** It is being deleted, or was. */
  removed = false;
  /** Last generation of each shard when it was closed. */
  generations: ReadonlyMap<number, number> = new Map<number, number>();
  /** What its shards held when it was closed. */
  closed: readonly ShardStats[] = [];

  constructor(state: IndexState) {
    this.state = state;
  }

  /** Whether the metadata says that the shards are open. */
  get wantsOpen(): boolean {
    return this.state.metadata.state === "open";
  }

  /**
   * Whether the shards are as the metadata says. What a closed index had in the log is sealed first, so that the log
   * does not wait for it.
   */
  get hasFollowed(): boolean {
    return this.removed || (this.wasOpen && this.wantsOpen === this.isOpen && (!this.isOpen || this.isPlaced));
  }

  /** Whether the open shards are those that this node is to have. */
  get isPlaced(): boolean {
    const { primaries } = this.state.metadata;
    if (!primaries) return true;
    const own = primaries.reduce((count, node) => count + (node === undefined ? 1 : 0), 0);
    return own === this.shards.length && this.shards.every(({ where }) => primaries[where.shard] === undefined);
  }

  /** The node that has a primary, where it is not this one; null: none has it. */
  elsewhere(shard: number): string | null | undefined {
    return this.state.metadata.primaries?.[shard];
  }

  /** An open shard of this node by its number; undefined: it is not here. */
  find(number: number): ShardEngine | undefined {
    const engine = this.shards[number];
    return engine?.where.shard === number ? engine : this.shards.find(({ where }) => where.shard === number);
  }

  /** Resolves when shards that are on their way are there. */
  async ready(): Promise<void> {
    while (this.following && this.wantsOpen && !this.removed) await this.following;
  }

  /**
   * A shard by number. Throws 400 `index_closed_exception` when the index is closed, 404 when it is gone, 503 when it
   * could not be opened.
   */
  shard(number: number): ShardEngine {
    const { metadata } = this.state;
    if (this.removed) throw indexNotFound(metadata.name);
    if (!this.wantsOpen) throw indexClosed(metadata);
    const engine = this.find(number);
    if (engine) return engine;
    throw this.unavailable(number);
  }

  /** 503 of a shard that is not open here, and ought to be. */
  unavailable(shard: number): RequestError {
    const reason = `[${this.state.metadata.name}][${shard}] primary shard is not active`;
    return new RequestError(503, "unavailable_shards_exception", reason);
  }
}

/** 404 `index_not_found_exception`. */
export function indexNotFound(index: string): RequestError {
  return new RequestError(404, "index_not_found_exception", `no such index [${index}]`, {
    details: { "resource.type": "index_or_alias", "resource.id": index, index_uuid: "_na_", index },
  });
}

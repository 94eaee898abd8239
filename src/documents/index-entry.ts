/** An index as the write side holds it: its state and its open shards. */
import { RequestError } from "../core/errors.ts";
import type { ShardStats } from "./documents.ts";
import type { IndexState } from "./index-state.ts";
import type { ShardEngine } from "./shard-engine.ts";

/** Shards are empty while the index is closed. */
export class IndexEntry {
  readonly state: IndexState;
  shards: readonly ShardEngine[] = [];
  /** Its shards are being opened: replaying may need a mapping update, which comes back as new metadata. */
  opening = false;
  /** Last generation of each shard when it was closed. */
  generations: readonly number[] = [];
  /** What its shards held when it was closed. */
  closed: readonly ShardStats[] = [];

  constructor(state: IndexState) {
    this.state = state;
  }

  /** A shard by number. Throws 400 `index_closed_exception` when the index is closed. */
  shard(number: number): ShardEngine {
    const engine = this.shards[number];
    if (engine) return engine;
    const { name, uuid } = this.state.metadata;
    throw new RequestError(400, "index_closed_exception", "closed", { details: { index_uuid: uuid, index: name } });
  }
}

/** 404 `index_not_found_exception`. */
export function indexNotFound(index: string): RequestError {
  return new RequestError(404, "index_not_found_exception", `no such index [${index}]`, {
    details: { "resource.type": "index_or_alias", "resource.id": index, index_uuid: "_na_", index },
  });
}

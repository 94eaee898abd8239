/**
 * How many searches read which structures of which fields, by shard (`_field_usage_stats`). Readers note what is read
 * of them; what they noted belongs to the call that has its turn, and is taken from them when it ends, or pauses: a
 * search counts once for each structure, however often it reads it.
 */
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";

const STRUCTURES = Object.values(READS).length;

/** Of a field: how many searches read anything of it, then of each structure in the order of `READS`. */
export type FieldReadCounts = readonly number[];

/** Plain data. */
export interface ShardReadCounts {
  readonly uuid: string;
  readonly shard: number;
  readonly fields: ReadonlyMap<string, FieldReadCounts>;
}

/** The shards of a search. */
type ReadShards = readonly {
  readonly index: { readonly target: { readonly uuid: string } };
  readonly shard: number;
  readonly searcher: { readonly segments: readonly SegmentReader[] } | undefined;
}[];

/** What the searches of a thread have read. */
export class ReadCounts {
  readonly #byIndex = new Map<string, Map<number, Map<string, number[]>>>();

  add(uuid: string, shard: number, read: ReadonlyMap<string, number>): void {
    if (read.size === 0) return;
    let shards = this.#byIndex.get(uuid);
    if (!shards) this.#byIndex.set(uuid, (shards = new Map()));
    let fields = shards.get(shard);
    if (!fields) shards.set(shard, (fields = new Map()));
    for (const [field, structures] of read) {
      let counts = fields.get(field);
      if (!counts) fields.set(field, (counts = noReads()));
      counts[0]!++;
      for (let bit = 0; bit < STRUCTURES; bit++) if ((structures & (1 << bit)) !== 0) counts[bit + 1]!++;
    }
  }

  removeIndex(uuid: string): void {
    this.#byIndex.delete(uuid);
  }

  all(): ShardReadCounts[] {
    return [...this.#byIndex].flatMap(([uuid, shards]) =>
      [...shards].map(([shard, fields]) => ({ uuid, shard, fields })),
    );
  }
}

/** Zeros. */
export function noReads(): number[] {
  return Array.from({ length: STRUCTURES + 1 }, () => 0);
}

/** What one call reads, whose searches may have searches within them. */
export class CallReads {
  /** Undefined: it is a part of a search that another thread counts. */
  readonly #counts: ReadCounts | undefined;
  /** Searches that began and have not ended. */
  #depth = 0;
  #shards: ReadShards = [];
  /** By shard, what was taken when the call paused. */
  #taken: Map<string, Map<string, number>> | undefined;

  constructor(counts: ReadCounts | undefined) {
    this.#counts = counts;
  }

  begin(shards: ReadShards): void {
    this.#shards = this.#depth++ === 0 ? shards : [...this.#shards, ...shards];
  }

  /** Others are to read the same segments. */
  pause(): void {
    if (this.#depth === 0) return;
    this.#taken ??= new Map();
    for (const { index, shard, searcher } of this.#shards) {
      const key = `${index.target.uuid}/${shard}`;
      let read = this.#taken.get(key);
      if (!read) this.#taken.set(key, (read = new Map()));
      takeFrom(searcher, read);
    }
  }

  /** `isWhole`: it was not given up; what fails is not counted. */
  end(isWhole: boolean): void {
    if (--this.#depth > 0) return;
    const counts = isWhole ? this.#counts : undefined;
    for (const { index, shard, searcher } of this.#shards) {
      const { uuid } = index.target;
      const key = this.#taken && `${uuid}/${shard}`;
      const read = (key !== undefined && this.#taken?.get(key)) || new Map<string, number>();
      takeFrom(searcher, read);
      counts?.add(uuid, shard, read);
      // The same shard may stand in a search within this one.
      if (key !== undefined) this.#taken?.delete(key);
    }
    this.#shards = [];
    this.#taken = undefined;
  }
}

function takeFrom(searcher: ReadShards[number]["searcher"], into: Map<string, number>): void {
  if (!searcher) return;
  for (const segment of searcher.segments) {
    segment.reads.take(into);
    for (const space of segment.spaces) space.reads.take(into);
  }
}

/**
 * Terms by document that one thread has made of postings (`fielddata` of texts), by segment and field. The breaker
 * counts them; they go with their segment, or when they are cleared.
 */
import type { FrequencyFilter } from "../../mapping/field-type.ts";
import { ownOf, put } from "../../core/names.ts";
import type { ColumnReader, FielddataKeeper, FieldsReader, SegmentReader } from "../../segment/segment-reader.ts";
import type { SharedMemory } from "./request-accounts.ts";

const UNIT_BYTES = 1024;

interface Entry {
  readonly uuid: string;
  readonly shard: number;
  readonly field: string;
  readonly filter: FrequencyFilter | undefined;
  readonly column: ColumnReader;
  readonly bytes: number;
}

/** What one shard keeps on one thread, by field. Plain data. */
export interface ShardFielddataBytes {
  readonly uuid: string;
  readonly shard: number;
  readonly fields: Readonly<Record<string, number>>;
}

/** See the file comment. */
export class Fielddata {
  readonly #shared: SharedMemory | undefined;
  /** By segment and field. */
  readonly #segments = new Map<number, Map<string, Entry>>();

  constructor(shared: SharedMemory | undefined) {
    this.#shared = shared;
  }

  /** Who keeps the columns of the segments of a shard; `filterOf`: what the mapping leaves out of them now. */
  keeperOf(uuid: string, shard: number, filterOf: (field: string) => FrequencyFilter | undefined): FielddataKeeper {
    return {
      column: (reader, field, make) => {
        const filter = filterOf(field);
        const known = this.#segments.get(reader.data.id)?.get(field);
        if (known && isSame(known.filter, filter)) return known.column;
        if (known) this.#forget(reader.data.id, known);
        let bytes = 0;
        const reserve = (wanted: number): void => {
          const whole = Math.ceil(wanted / UNIT_BYTES) * UNIT_BYTES;
          this.#shared?.breakers.takeFielddata(this.#shared.slot, whole, field);
          bytes += whole;
        };
        try {
          const column = make({ counts: countsOf(reader, field, filter), reserve });
          const kept = Math.ceil(bytesOf(column) / UNIT_BYTES) * UNIT_BYTES;
          this.#give(bytes - kept);
          bytes = kept;
          this.#put(reader.data.id, { uuid, shard, field, filter, column, bytes });
          return column;
        } catch (error) {
          this.#give(bytes);
          throw error;
        }
      },
    };
  }

  dropSegment({ data }: SegmentReader): void {
    for (const entry of this.#segments.get(data.id)?.values() ?? []) this.#forget(data.id, entry);
  }

  /** Lets go of what an index has; `fields`: of these only. */
  clear(uuid: string, fields: readonly string[] | undefined): void {
    for (const [segment, entries] of this.#segments)
      for (const entry of entries.values())
        if (entry.uuid === uuid && (fields?.includes(entry.field) ?? true)) this.#forget(segment, entry);
  }

  bytes(): ShardFielddataBytes[] {
    const shards = new Map<string, { uuid: string; shard: number; fields: Record<string, number> }>();
    for (const entries of this.#segments.values()) {
      for (const { uuid, shard, field, bytes } of entries.values()) {
        const key = `${uuid}/${shard}`;
        let sums = shards.get(key);
        if (!sums) shards.set(key, (sums = { uuid, shard, fields: {} }));
        put(sums.fields, field, (ownOf(sums.fields, field) ?? 0) + bytes);
      }
    }
    return [...shards.values()];
  }

  #put(segment: number, entry: Entry): void {
    let entries = this.#segments.get(segment);
    if (!entries) this.#segments.set(segment, (entries = new Map<string, Entry>()));
    entries.set(entry.field, entry);
  }

  #forget(segment: number, entry: Entry): void {
    const entries = this.#segments.get(segment);
    if (!entries?.delete(entry.field)) return;
    if (entries.size === 0) this.#segments.delete(segment);
    this.#give(entry.bytes);
  }

  #give(bytes: number): void {
    if (bytes > 0) this.#shared?.breakers.giveFielddata(this.#shared.slot, bytes);
  }
}

/** Which terms count; undefined: all. */
function countsOf(
  reader: FieldsReader,
  field: string,
  filter: FrequencyFilter | undefined,
): ((docFreq: number) => boolean) | undefined {
  const docCount = reader.terms(field)?.docCount ?? 0;
  if (!filter || docCount < filter.min_segment_size) return undefined;
  const of = (share: number): number => (share > 1 ? Math.trunc(share) : Math.trunc(docCount * share));
  const [least, most] = [of(filter.min), of(filter.max)];
  if (least <= 1 && most >= docCount) return undefined;
  return (docFreq) => docFreq >= least && docFreq <= most;
}

function isSame(one: FrequencyFilter | undefined, other: FrequencyFilter | undefined): boolean {
  return (
    one === other ||
    (one?.min === other?.min && one?.max === other?.max && one?.min_segment_size === other?.min_segment_size)
  );
}

function bytesOf({ values, starts }: ColumnReader): number {
  return values.byteLength + (starts?.byteLength ?? 0);
}

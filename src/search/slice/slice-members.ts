/**
 * Which documents of a shard are in a slice (`SliceBuilder.toFilter`): with more shards than slices these are whole
 * shards, otherwise a shard is cut by the ids of its documents, by a number, or by their places.
 */
import { illegalArgument } from "../../compat/errors.ts";
import { encodedId } from "../../compat/encoded-id.ts";
import { murmur3 } from "../../core/murmur3.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { columnLongs, columnNumbers } from "../../hits/sort/column-values.ts";
import type { LongReader } from "../../hits/sort/number-key.ts";
import type { SortColumn } from "../../mapping/field-capabilities.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SliceSpec } from "./slice-spec.ts";

/** Tells the documents of a slice. */
export interface SliceMembers {
  /** Whether a document of a segment is among them; called once for each segment. */
  ofSegment(reader: SegmentReader): (doc: number) => boolean;
}

/** What decides beside the slice. */
export interface SlicedShard {
  readonly view: SearcherView;
  readonly mapping: MappingView;
  /** Its place among the shards of the request. */
  readonly place: number;
  readonly shards: number;
  /** Whether slices of other requests see other states of the shards. */
  readonly isScroll: boolean;
}

/** Seed of the hashes of ids. */
const SEED = 7919;
const DEFAULT_MOST_SLICES = 1024;

/** The members on a shard; `all`, `none`: nothing need be looked at. Throws RequestError 400. */
export function slicedShard(slice: SliceSpec, shard: SlicedShard): SliceMembers | "all" | "none" {
  checkCount(slice, shard);
  const { id, max } = slice;
  const { place, shards } = shard;
  if (shards === 1) return membersOf(slice, shard);
  if (max < shards) return place % max === id ? "all" : "none";
  if (id % shards !== place) return "none";
  const count = Math.floor(max / shards) + (max % shards > place ? 1 : 0);
  return count === 1 ? "all" : membersOf({ ...slice, id: Math.floor(id / shards), max: count }, shard);
}

function checkCount({ max }: SliceSpec, { mapping, isScroll }: SlicedShard): void {
  const limit = Number(mapping.setting("index.max_slices_per_scroll") ?? DEFAULT_MOST_SLICES);
  if (!isScroll || max <= limit) return;
  throw illegalArgument(
    `The number of slices [${max}] is too large. It must be less than [${limit}]. This limit can be set by changing the [index.max_slices_per_scroll] index level setting.`,
  );
}

function membersOf({ id, max, field }: SliceSpec, { view, mapping, isScroll }: SlicedShard): SliceMembers {
  if (field === undefined && !isScroll) return byPlace(id, max, view);
  if (field === undefined || field === "_id") return byId(id, max);
  const mapped = mapping.field(field);
  if (!mapped || mapped.capabilities.object) throw illegalArgument(`field ${field} not found`);
  if (mapped.capabilities.valuesSource !== "numbers" || !mapped.aggregatable)
    throw illegalArgument(`cannot load numeric doc values on ${field}`);
  return byNumber(id, max, mapped);
}

function byId(id: number, max: number): SliceMembers {
  return {
    ofSegment: (reader) => (doc) => {
      const bytes = encodedId(reader.id(doc));
      return floorMod(murmur3(bytes, 0, bytes.length, SEED), max) === id;
    },
  };
}

/** Documents without a value are taken as if they had 0. */
function byNumber(id: number, max: number, { path, capabilities }: MappedField): SliceMembers {
  const bits = BITS[capabilities.sortColumn];
  return {
    ofSegment(reader) {
      const value = bits ? fractions(reader, path, bits) : columnLongs(reader, path, "min");
      return (doc) => floorMod(mixed(value(doc) ?? 0n), max) === id;
    },
  };
}

/** Numbers with fractions are told apart by their bits, as Lucene keeps them. */
function fractions(reader: SegmentReader, path: string, bits: (value: number) => bigint): LongReader {
  const numbers = columnNumbers(reader, path, "min", false);
  const docs = new Uint32Array(1);
  const into = new Float64Array(1);
  return (doc) => {
    docs[0] = doc;
    numbers(docs, 1, into, Infinity);
    return Number.isNaN(into[0]) ? undefined : bits(into[0] ?? 0);
  };
}

const word = new DataView(new ArrayBuffer(8));

/** `NumericUtils.floatToSortableInt`, `doubleToSortableLong`. */
const BITS: Readonly<Partial<Record<SortColumn, (value: number) => bigint>>> = {
  half_float: singleBits,
  float: singleBits,
  double(value) {
    word.setFloat64(0, value);
    const bits = word.getBigInt64(0);
    return bits ^ ((bits >> 63n) & 0x7fffffffffffffffn);
  },
};

function singleBits(value: number): bigint {
  word.setFloat32(0, value);
  const bits = word.getInt32(0);
  return BigInt(bits ^ ((bits >> 31) & 0x7fffffff));
}

/** Documents beside each other: the first slices have one more where it does not come out even. */
function byPlace(id: number, max: number, view: SearcherView): SliceMembers {
  const count = view.segments.reduce((sum, { docCount }) => sum + docCount, 0);
  const size = Math.floor(count / max);
  const rest = count % max;
  const from = id * size + Math.min(id, rest);
  const to = from + size + (id < rest ? 1 : 0);
  return {
    ofSegment(reader) {
      let base = 0;
      for (const segment of view.segments) {
        if (segment === reader) break;
        base += segment.docCount;
      }
      return (doc) => base + doc >= from && base + doc < to;
    },
  };
}

/** David Stafford's variant 9 of the 64-bit mix of MurmurHash3; its lower half. */
function mixed(value: bigint): number {
  let z = BigInt.asUintN(64, value);
  z = BigInt.asUintN(64, (z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = BigInt.asUintN(64, (z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return Number(BigInt.asIntN(32, z ^ (z >> 32n)));
}

function floorMod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

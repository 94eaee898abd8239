/** Numbers the documents of a merge in the order that an index asks for (`index.sort.*`). */
import { isLive } from "../live-docs.ts";
import type { ColumnDirectory, FieldDirectory, SegmentData, SegmentOrder, TermsDirectory } from "../format.ts";
import { columnView } from "./merge-column.ts";
import { f64, u32 } from "./merge-part.ts";
import { TermHeap, termCursor } from "./term-cursors.ts";

/** Live documents of each part, ascending. */
type Living = readonly Uint32Array[];

/** Fills the maps; documents that are equal in that order stay in order of sequence number. */
export function numberInOrder(
  datas: readonly SegmentData[],
  lives: Living,
  maps: readonly Int32Array[],
  order: readonly SegmentOrder[],
): void {
  const total = lives.reduce((sum, docs) => sum + docs.length, 0);
  const keys = order.map((key) => keyOf(datas, lives, total, key));
  const seqNos = gathered(lives, total, (part) => {
    const values = f64(datas[part]!, datas[part]!.directory.seqNos);
    return (doc) => values[doc]!;
  });
  const places = new Uint32Array(total);
  for (let place = 0; place < total; place++) places[place] = place;
  places.sort((left, right) => {
    for (const key of keys) {
      const [one, other] = [key[left]!, key[right]!];
      if (one !== other) return one < other ? -1 : 1;
    }
    return seqNos[left]! - seqNos[right]!;
  });
  const next = new Uint32Array(total);
  for (let at = 0; at < total; at++) next[places[at]!] = at;
  let place = 0;
  lives.forEach((docs, part) => {
    for (const doc of docs) maps[part]![doc] = next[place++]!;
  });
}

/** A number for each document, ascending in the order of the key; those of long integers and terms are ranks. */
function keyOf(
  datas: readonly SegmentData[],
  lives: Living,
  total: number,
  { path, descending, missingFirst, mode }: SegmentOrder,
): Float64Array {
  const fields = datas.map(({ directory }) => directory.fields.find(({ name }) => name === path));
  const absent = missingFirst ? -Infinity : Infinity;
  const ordinals = ordinalsOf(datas, fields);
  const ranks = ranksOf(datas, fields);
  const sign = descending ? -1 : 1;
  return gathered(lives, total, (part) => {
    const data = datas[part]!;
    const field = fields[part];
    if (path === "_seq_no") return seqNoOf(data, sign);
    if (!field?.column) return () => absent;
    const { column } = field;
    const valueAt = readerOf(data, column, ordinals[part], ranks);
    const presence = field.presence && u32(data, field.presence);
    const starts = column.starts && u32(data, column.starts);
    if (!starts) return (doc) => (isLive(presence, doc) ? sign * valueAt(doc) : absent);
    return (doc) => {
      const end = starts[doc + 1]!;
      let best = Number.NaN;
      for (let slot = starts[doc]!; slot < end; slot++) {
        const value = valueAt(slot);
        if (Number.isNaN(best) || (mode === "max" ? value > best : value < best)) best = value;
      }
      return Number.isNaN(best) ? absent : sign * best;
    };
  });
}

function seqNoOf(data: SegmentData, sign: number): (doc: number) => number {
  const seqNos = f64(data, data.directory.seqNos);
  return (doc) => sign * seqNos[doc]!;
}

function gathered(lives: Living, total: number, reader: (part: number) => (doc: number) => number): Float64Array {
  const values = new Float64Array(total);
  let place = 0;
  lives.forEach((docs, part) => {
    const valueOf = reader(part);
    for (const doc of docs) values[place++] = valueOf(doc);
  });
  return values;
}

function readerOf(
  data: SegmentData,
  column: ColumnDirectory,
  ordinals: Uint32Array | undefined,
  ranks: ReadonlyMap<bigint, number> | undefined,
): (slot: number) => number {
  const values = columnView(data, column);
  if (ordinals) return (slot) => ordinals[Number(values[slot]!)]!;
  if (ranks) return (slot) => ranks.get(BigInt(values[slot]!))!;
  return (slot) => Number(values[slot]!);
}

/** By part: the place of each of its terms among those of all parts; undefined where the column holds no terms. */
function ordinalsOf(
  datas: readonly SegmentData[],
  fields: readonly (FieldDirectory | undefined)[],
): (Uint32Array | undefined)[] {
  const terms = fields.map((field): TermsDirectory | undefined =>
    field?.column?.type === "u16" || field?.column?.type === "u32" ? field.terms : undefined,
  );
  const ordinals = terms.map((each) => each && new Uint32Array(each.count));
  const heap = new TermHeap(
    terms.flatMap((each, part) => (each && each.count > 0 ? [termCursor(part, datas[part]!, each)] : [])),
  );
  let next = 0;
  for (let top = heap.top; top; top = heap.top, next++) {
    const { bytes, from, to } = top;
    for (let same = true; same;) {
      const cursor = heap.top!;
      ordinals[cursor.part]![cursor.ordinal] = next;
      same = heap.advance(bytes, from, to);
    }
  }
  return ordinals;
}

/** Ranks of integers that are no doubles, where a column has such; undefined: none has. */
function ranksOf(
  datas: readonly SegmentData[],
  fields: readonly (FieldDirectory | undefined)[],
): ReadonlyMap<bigint, number> | undefined {
  if (!fields.some((field) => field?.column?.type === "i64")) return undefined;
  const values = new Set<bigint>();
  fields.forEach((field, part) => {
    if (field?.column) for (const value of columnView(datas[part]!, field.column)) values.add(BigInt(value));
  });
  const sorted = BigInt64Array.from(values).sort();
  return new Map(Array.from(sorted, (value, rank) => [value, rank]));
}

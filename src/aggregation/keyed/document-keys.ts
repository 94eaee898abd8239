/** The values of the documents of a batch as keys: numbers, or terms as Latin-1 text. */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { columnOf } from "../values/columns.ts";
import { ExactNumbers } from "../values/exact-numbers.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { Key } from "./keyed-buckets.ts";

/** Keys of a batch, which ascend within a document. */
export interface DocumentKeys {
  /** Numbers that tell the keys apart: equal within the segment where keys are. */
  readonly codes: Float64Array;
  /** Key `i` belongs to the document at place `places[i]`; places ascend. */
  readonly places: Uint32Array;
  /** Loads a batch; answers the number of keys. */
  load(docs: Uint32Array, count: number): number;
  /** A key of the last batch. */
  key(at: number): Key;
}

/** The keys of a segment; undefined when no document of it has a value. */
export function documentKeys(reader: SegmentReader, source: ValuesSource): DocumentKeys | undefined {
  return source.shape === "ordinals" ? termKeys(reader, source) : numberKeys(reader, source);
}

function termKeys(reader: SegmentReader, source: ValuesSource): DocumentKeys | undefined {
  const values = new OrdinalValues(reader, source);
  if (!values.any) return undefined;
  const known = new Map<number, string>();
  let codes = new Float64Array(0);
  const keyOf = (ordinal: number): string => {
    let key = known.get(ordinal);
    if (key === undefined) known.set(ordinal, (key = Buffer.from(values.term(ordinal)).toString("latin1")));
    return key;
  };
  return {
    get codes() {
      return codes;
    },
    get places() {
      return values.places;
    },
    load(docs, count) {
      const loaded = values.load(docs, count);
      if (codes.length < loaded) codes = new Float64Array(values.ordinals.length);
      for (let i = 0; i < loaded; i++) codes[i] = values.ordinals[i]!;
      return loaded;
    },
    key: (at) => keyOf(values.ordinals[at]!),
  };
}

function numberKeys(reader: SegmentReader, source: ValuesSource): DocumentKeys | undefined {
  const isLong = source.script !== undefined || columnOf(reader, source.path)?.type === "i64";
  const wide = isLong || source.unit === "unsigned";
  const exact = wide && source.unit !== "nanoseconds" && !source.fractional ? new ExactNumbers(source) : undefined;
  const values = new NumericValues(reader, source, exact);
  if (!values.any) return undefined;
  return {
    get codes() {
      return values.values;
    },
    get places() {
      return values.places;
    },
    load: (docs, count) => values.load(docs, count),
    key: (at) => (exact ? exact.number(values.values[at]!) : values.values[at]!),
  };
}

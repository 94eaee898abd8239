/** The documents without a value in a field. */
import { BodyReader } from "../../compat/body-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { columnOf, presenceOf } from "../values/columns.ts";
import { NumericValues } from "../values/numeric-values.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import { ALL_SHAPES, type ValuesSource, readValues } from "../values/values-source.ts";
import type { Chooser } from "../collect/query-chooser.ts";
import { singleBucket } from "../single/single-bucket.ts";

function chooser(reader: SegmentReader, source: ValuesSource): Chooser | undefined {
  if (source.missing !== undefined) return undefined; // every document has a value then
  if (source.script) return scriptedChooser(reader, source);
  const column = columnOf(reader, source.path);
  if (!column) return chooseAll;
  const { starts } = column;
  if (starts) return (docs, count, places) => chooseWithoutValues(starts, docs, count, places);
  const presence = presenceOf(reader, source.path);
  return presence && ((docs, count, places) => chooseAbsent(presence, docs, count, places));
}

function scriptedChooser(reader: SegmentReader, source: ValuesSource): Chooser {
  const values = source.shape === "numbers" ? new NumericValues(reader, source) : new OrdinalValues(reader, source);
  return (docs, count, places) => {
    const loaded = values.load(docs, count);
    let chosen = 0;
    for (let place = 0, at = 0; place < count; place++) {
      if (at === loaded || values.places[at] !== place) places[chosen++] = place;
      while (at < loaded && values.places[at] === place) at++;
    }
    return chosen;
  };
}

function chooseAll(_docs: Uint32Array, count: number, places: Uint32Array): number {
  for (let i = 0; i < count; i++) places[i] = i;
  return count;
}

function chooseWithoutValues(starts: Uint32Array, docs: Uint32Array, count: number, places: Uint32Array): number {
  let chosen = 0;
  for (let i = 0; i < count; i++) if (starts[docs[i]!] === starts[docs[i]! + 1]) places[chosen++] = i;
  return chosen;
}

function chooseAbsent(presence: Uint32Array, docs: Uint32Array, count: number, places: Uint32Array): number {
  let chosen = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i]!;
    if (((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) places[chosen++] = i;
  }
  return chosen;
}

export const missing: AggregationKind = {
  name: "missing",
  summary: "One bucket: the documents that have no value of a field.",
  bucket: true,
  valueTypes: ["boolean", "date", "geopoint", "ip", "keyword", "numeric", "range"],
  parse(name, body, children, context) {
    const read = new BodyReader("missing", body, "object");
    const values = readValues(name, read, context, { shapes: ALL_SHAPES, unmapped: "text", formattable: true });
    return singleBucket(name, "missing", children, (shard) => {
      const source = values.on(shard);
      return (reader) => chooser(reader, source);
    });
  },
};

/** The documents that have no value of a field. */
import { BodyReader } from "../../core/body-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { NUMERIC_FAMILIES, ORDINAL_FAMILIES, readValuesSource } from "../values/values-source.ts";
import { type Chooser, singleBucket } from "./single-bucket.ts";

function chooser(reader: SegmentReader, path: string): Chooser | undefined {
  if (!reader.column(path)) {
    return (_docs, count, places) => {
      for (let i = 0; i < count; i++) places[i] = i;
      return count;
    };
  }
  const presence = reader.presence(path);
  if (!presence) return undefined;
  return (docs, count, places) => {
    let chosen = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      if (((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) places[chosen++] = i;
    }
    return chosen;
  };
}

export const missing: AggregationKind = {
  name: "missing",
  summary: "One bucket: the documents that have no value of a field.",
  bucket: true,
  parse(name, body, children, context) {
    const read = new BodyReader("missing", body, "object");
    const source = readValuesSource(read, context.mapping, [...NUMERIC_FAMILIES, ...ORDINAL_FAMILIES, "point"]);
    read.end();
    const path = source.field?.path ?? source.fieldName;
    // With `missing` every document has a value.
    return singleBucket(name, "missing", children, () => (reader) => (source.missing === undefined ? chooser(reader, path) : undefined));
  },
};

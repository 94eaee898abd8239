/** Keys made of the terms of documents; each term is converted once for a segment. */
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { Key } from "./keyed-buckets.ts";
import type { SegmentKeys } from "./keyed-collector.ts";

/** `keyOf` makes the key of a term, or undefined for none. */
export function termsOfDocuments(source: ValuesSource, keyOf: (term: Uint8Array) => Key | undefined): SegmentKeys {
  return (reader) => {
    const values = new OrdinalValues(reader, source);
    if (!values.any) return undefined;
    const known = new Map<number, Key | undefined>();
    return (docs, count, add) => {
      const loaded = values.load(docs, count);
      const { ordinals, places } = values;
      for (let i = 0; i < loaded; i++) {
        const ordinal = ordinals[i]!;
        if (!known.has(ordinal)) known.set(ordinal, keyOf(values.term(ordinal)));
        const key = known.get(ordinal);
        if (key !== undefined) add(places[i]!, key);
      }
    };
  };
}

/** Keys made of the terms of documents; each term is converted once for a segment. */
import { OrdinalValues, MISSING_ORDINAL } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import type { Key } from "./keyed-buckets.ts";
import type { SegmentKeys } from "./keyed-collector.ts";

/** `keyOf` makes the key of a term, or undefined for none. */
export function termsOfDocuments(source: ValuesSource, keyOf: (term: Uint8Array) => Key | undefined): SegmentKeys {
  return (reader) => {
    const values = new OrdinalValues(reader, source);
    if (!values.any) return undefined;
    const terms = reader.terms(source.path);
    const known = new Map<number, Key | undefined>();
    const keyAt = (ordinal: number): Key | undefined => {
      const { missing } = source;
      if (ordinal === MISSING_ORDINAL || !terms) return missing instanceof Uint8Array ? keyOf(missing) : undefined;
      return keyOf(terms.bytes(ordinal));
    };
    return (docs, count, add) => {
      const loaded = values.load(docs, count);
      const { ordinals, places } = values;
      for (let i = 0; i < loaded; i++) {
        const ordinal = ordinals[i]!;
        if (!known.has(ordinal)) known.set(ordinal, keyAt(ordinal));
        const key = known.get(ordinal);
        if (key !== undefined) add(places[i]!, key);
      }
    };
  };
}

/** The values of documents that rules accept, as keys. */
import type { ShardCollection } from "../aggregation-kind.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import type { SegmentKeys } from "../keyed/keyed-collector.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { type RuledRequest, acceptsTerm, numberFilter, termSides } from "./term-filter.ts";

/** See the file comment. */
export function acceptedKeys(request: RuledRequest, source: ValuesSource, shard: ShardCollection): SegmentKeys {
  const sides = source.shape === "ordinals" ? termSides(request, source, shard.searcher) : undefined;
  const filter = source.shape === "ordinals" ? undefined : numberFilter(request, source);
  const accepted = new Map<Key, boolean>();
  const accepts = (key: Key): boolean => {
    if (!sides && !filter) return true;
    let known = accepted.get(key);
    if (known === undefined) {
      known = typeof key === "string" ? acceptsTerm(sides, Buffer.from(key, "latin1")) : (filter?.(key) ?? true);
      accepted.set(key, known);
    }
    return known;
  };
  return (reader) => {
    const values = documentKeys(reader, source);
    if (!values) return undefined;
    return (docs, count, add) => {
      const loaded = values.load(docs, count);
      for (let i = 0; i < loaded; i++) {
        const key = values.key(i);
        if (accepts(key)) add(values.places[i]!, key);
      }
    };
  };
}

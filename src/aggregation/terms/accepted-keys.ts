/** The values of documents that rules accept, as keys. */
import type { ShardCollection } from "../aggregation-kind.ts";
import { documentKeys } from "../keyed/document-keys.ts";
import type { Key } from "../keyed/keyed-buckets.ts";
import type { KeySource, SegmentKeys } from "../keyed/keyed-collector.ts";
import { OrdinalValues } from "../values/ordinal-values.ts";
import type { ValuesSource } from "../values/values-source.ts";
import { ShardTerms } from "./shard-terms.ts";
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

/** Keys, and the order of numbers that stand for them. */
export interface CountedKeys extends KeySource {
  readonly compare?: (left: number, right: number) => number;
}

/** The same for keys that are counted: terms of dictionaries are numbers while documents come. */
export function countedKeys(request: RuledRequest, source: ValuesSource, shard: ShardCollection): CountedKeys {
  if (source.shape !== "ordinals" || source.scripted) return { keys: acceptedKeys(request, source, shard) };
  const sides = termSides(request, source, shard.searcher);
  const terms = new ShardTerms(shard.searcher.segments, source);
  const allowed = sides && terms.allowed(sides);
  return {
    compare: (left, right) => terms.compare(left, right),
    nameOf: (ordinal) => terms.key(ordinal),
    keyCount: terms.count <= MOST_DIRECT_KEYS ? terms.count : 0,
    keys(reader) {
      const values = new OrdinalValues(reader, source);
      if (!values.any) return undefined;
      const map = terms.mapOf(reader);
      return (docs, count, add) => {
        const loaded = values.load(docs, count);
        const { ordinals, places } = values;
        terms.translate(ordinals, loaded, map);
        for (let i = 0; i < loaded; i++) if (!allowed || allowed[ordinals[i]!] === 1) add(places[i]!, ordinals[i]!);
      };
    },
  };
}

/** Of more terms than these, most are in no document that is found. */
const MOST_DIRECT_KEYS = 1 << 16;

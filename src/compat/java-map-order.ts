/** Iteration order of a `java.util.HashMap` of strings, for places where Elasticsearch exposes one. */

import { isJsonObject, type Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";

/** Initial number of buckets, and the load factor. */
const FIRST_BUCKETS = 16;
const MOST_TAKEN = 0.75;

/** The keys in iteration order of a map into which they were put in sequence. */
export function javaMapOrder(keys: readonly string[]): string[] {
  return inBuckets(keys, keys.length);
}

/**
 * Like `javaMapOrder`, for a map filled by `computeIfAbsent`, which puts a key before those of its bucket and grows one
 * key later.
 */
export function javaComputedMapOrder(keys: readonly string[]): string[] {
  return inBuckets(keys.toReversed(), keys.length - 1);
}

function inBuckets(keys: readonly string[], taken: number): string[] {
  let buckets = FIRST_BUCKETS;
  while (taken > buckets * MOST_TAKEN) buckets *= 2;
  const bucketOf = (key: string): number => {
    const hash = javaHash(key);
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return [...keys].sort((one, other) => bucketOf(one) - bucketOf(other));
}

/**
 * The value with the members of all its objects in that order. Elasticsearch reads some bodies (mappings in requests)
 * into a map and parses its text again; of several errors it then reports the first in map order.
 */
export function inJavaOrder<T extends Json>(value: T): T {
  if (Array.isArray(value)) return value.map(inJavaOrder) as unknown as T;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(javaMapOrder(Object.keys(value)).map((key) => [key, inJavaOrder(ownOf(value, key)!)])) as T;
}

/** `String.hashCode`. */
function javaHash(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(31, hash) + text.charCodeAt(index)) | 0;
  return hash;
}

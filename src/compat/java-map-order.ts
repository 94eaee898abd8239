/** The order in which a `java.util.HashMap` of texts is gone through, where Elasticsearch shows one. */

import { isJsonObject, type Json } from "../core/json.ts";
import { ownOf } from "../core/names.ts";

/** Buckets of a map before it grows, and the share of them that may be taken. */
const FIRST_BUCKETS = 16;
const MOST_TAKEN = 0.75;

/** The keys in the order of a map that they were put into one after the other. */
export function javaMapOrder(keys: readonly string[]): string[] {
  return inBuckets(keys, keys.length);
}

/**
 * As `javaMapOrder`, of a map that has its keys from `computeIfAbsent`: that puts a key before those of its bucket, and
 * grows one key later.
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
 * The same value with the members of all its objects in that order: so Elasticsearch reads what it then reads again as
 * text (mappings of requests), and tells of several faults the one that comes first.
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

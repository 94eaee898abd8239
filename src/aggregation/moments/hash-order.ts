/** The order in which a `HashMap` of Java goes through its keys, for answers that show it. */

const FIRST_BUCKETS = 16;

/** Of keys that fall into one place the last comes first. */
export function hashOrdered(keys: readonly string[]): string[] {
  let buckets = FIRST_BUCKETS;
  while (keys.length > buckets * 0.75) buckets *= 2;
  const placeOf = (key: string): number => {
    let hash = 0;
    for (let i = 0; i < key.length; i++) hash = (Math.imul(31, hash) + key.charCodeAt(i)) | 0;
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return keys.toReversed().sort((one, other) => placeOf(one) - placeOf(other));
}

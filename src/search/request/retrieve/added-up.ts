/** Adds up the scores of what several retrievers found. */
import type { RankedHit } from "./retriever.ts";

/** Each hit once, with the sum of its scores as float32. */
export function addedUp(lists: readonly (readonly RankedHit[])[]): RankedHit[] {
  const sums = new Map<string, RankedHit>();
  for (const list of lists) {
    for (const each of list) {
      const known = sums.get(each.key);
      sums.set(each.key, known ? { ...known, score: Math.fround(known.score + each.score) } : each);
    }
  }
  return [...sums.values()];
}

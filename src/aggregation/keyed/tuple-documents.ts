/** All combinations of the values that documents have in several fields. */
import type { TuplePart } from "./tuple-keys.ts";

/** Values of one of the fields, as `DocumentKeys` loads them; null for none. */
export interface PartKeys {
  readonly keys: readonly TuplePart[];
  readonly places: Uint32Array;
  load(docs: Uint32Array, count: number): number;
}

/** Calls `take` with each tuple of each document; the array is reused. Documents without a value are left out. */
export function eachTuple(
  parts: readonly PartKeys[],
  docs: Uint32Array,
  count: number,
  take: (place: number, tuple: readonly TuplePart[]) => void,
): void {
  const loaded = parts.map((part) => part.load(docs, count));
  const from = parts.map(() => 0);
  const to = parts.map(() => 0);
  const tuple: TuplePart[] = parts.map(() => null);
  const fill = (place: number, at: number): void => {
    if (at === parts.length) return take(place, tuple);
    for (let i = from[at]!; i < to[at]!; i++) {
      tuple[at] = parts[at]!.keys[i]!;
      fill(place, at + 1);
    }
  };
  for (let place = 0; place < count; place++) {
    let all = true;
    for (let at = 0; at < parts.length; at++) {
      from[at] = to[at]!;
      while (to[at]! < loaded[at]! && parts[at]!.places[to[at]!] === place) to[at]! += 1;
      if (from[at] === to[at]) all = false;
    }
    if (all) fill(place, 0);
  }
}

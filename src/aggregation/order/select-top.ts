/** The best `limit` of some numbers by a comparison, in order. */

/** Sorts a copy when all fit, else keeps a heap of the best. `compare` is negative when the first is better. */
export function selectTop(
  candidates: ArrayLike<number>,
  limit: number,
  compare: (left: number, right: number) => number,
): number[] {
  if (candidates.length <= limit) return Array.from(candidates).sort(compare);
  const heap: number[] = [];
  const sink = (): void => {
    for (let parent = 0; ;) {
      let worst = 2 * parent + 1;
      if (worst >= heap.length) return;
      if (worst + 1 < heap.length && compare(heap[worst + 1]!, heap[worst]!) > 0) worst++;
      if (compare(heap[worst]!, heap[parent]!) <= 0) return;
      const moved = heap[parent]!;
      heap[parent] = heap[worst]!;
      heap[worst] = moved;
      parent = worst;
    }
  };
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i]!;
    if (heap.length < limit) {
      heap.push(candidate);
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (compare(heap[at]!, heap[parent]!) <= 0) break;
        const moved = heap[parent]!;
        heap[parent] = heap[at]!;
        heap[at] = moved;
        at = parent;
      }
    } else if (compare(candidate, heap[0]!) < 0) {
      heap[0] = candidate;
      sink();
    }
  }
  return heap.sort(compare);
}

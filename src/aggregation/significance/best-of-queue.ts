/**
 * The best of some items as a queue of Lucene gives them: those of the same score come in the order that its heap
 * leaves them in, which answers show.
 */

/** The `limit` best, best first. */
export function bestOfQueue<Item>(items: readonly Item[], limit: number, scoreOf: (item: Item) => number): Item[] {
  // From 1; the least is on top.
  const heap: (Item | undefined)[] = [undefined];
  const isLess = (left: Item, right: Item): boolean => scoreOf(left) < scoreOf(right);
  const rise = (): void => {
    const item = heap.at(-1)!;
    let at = heap.length - 1;
    for (let above = at >>> 1; above > 0 && isLess(item, heap[above]!); above = at >>> 1) {
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = item;
  };
  const sink = (): void => {
    const item = heap[1]!;
    let at = 1;
    for (;;) {
      let below = at << 1;
      if (below + 1 < heap.length && isLess(heap[below + 1]!, heap[below]!)) below++;
      if (below >= heap.length || !isLess(heap[below]!, item)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = item;
  };
  for (const item of items) {
    if (heap.length <= limit) {
      heap.push(item);
      rise();
    } else if (isLess(heap[1]!, item)) {
      heap[1] = item;
      sink();
    }
  }
  const worstFirst: Item[] = [];
  while (heap.length > 1) {
    worstFirst.push(heap[1]!);
    const last = heap.pop()!;
    if (heap.length === 1) break;
    heap[1] = last;
    sink();
  }
  return worstFirst.reverse();
}

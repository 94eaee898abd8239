/**
 * A priority queue of the places of a sloppy phrase, the one furthest behind first (Lucene's `PhraseQueue` and
 * `PriorityQueue`). It must be the same heap as Lucene's: places move while they are in it, and the resulting order
 * affects the phrase frequency.
 */
import type { PlacePositions } from "./phrase-operator.ts";

/** A place while it moves through the document; `position` is where the phrase would begin if this place matched. */
export interface QueuedPlace {
  readonly place: PlacePositions;
  readonly order: number;
  readonly position: number;
}

export class PlaceQueue<Place extends QueuedPlace> {
  /** A binary heap: the entries at 2i + 1 and 2i + 2 come after the one at i, unless they have moved. */
  readonly #heap: Place[] = [];

  get top(): Place | undefined {
    return this.#heap[0];
  }

  add(place: Place): void {
    const heap = this.#heap;
    let at = heap.push(place) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!before(place, heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = place;
  }

  pop(): Place | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const sinking = heap.pop();
    if (heap.length === 0 || !sinking) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < heap.length && before(heap[below + 1]!, heap[below]!)) below++;
      if (below >= heap.length || !before(heap[below]!, sinking)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = sinking;
    return top;
  }
}

function before(one: QueuedPlace, other: QueuedPlace): boolean {
  return (one.position - other.position || one.place.offset - other.place.offset || one.order - other.order) < 0;
}

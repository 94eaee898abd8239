/**
 * Keeps the best of some words, the least on top: Lucene's `PriorityQueue`. Of words that say as much as each other its
 * order decides which are kept.
 */
export class WordQueue<W extends { readonly score: number }> {
  readonly #heap: W[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(word: W): void {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      heap.push(word);
      this.#up(heap.length - 1);
      return;
    }
    const [least] = heap;
    if (!least || least.score >= word.score) return;
    heap[0] = word;
    this.#down();
  }

  /** All that is kept, the least first; the queue is empty then. */
  drain(): W[] {
    const heap = this.#heap;
    const words: W[] = [];
    while (heap.length > 0) {
      words.push(heap[0]!);
      const last = heap.pop()!;
      if (heap.length === 0) break;
      heap[0] = last;
      this.#down();
    }
    return words;
  }

  #up(from: number): void {
    const heap = this.#heap;
    const word = heap[from]!;
    let at = from;
    while (at > 0) {
      const parent = ((at + 1) >>> 1) - 1;
      if (heap[parent]!.score <= word.score) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = word;
  }

  #down(): void {
    const heap = this.#heap;
    const word = heap[0]!;
    let at = 0;
    for (let child = 1; child < heap.length; child = at * 2 + 1) {
      if (child + 1 < heap.length && heap[child + 1]!.score < heap[child]!.score) child++;
      if (heap[child]!.score >= word.score) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = word;
  }
}

/**
 * The closed sets of items that most documents have: those that no larger set occurs as often as. Each is found once,
 * by closing a smaller one with one more item (Uno, Asai, Uchida and Arimura 2004, LCM), depth first.
 */
import type { Transactions } from "./transactions.ts";

export interface ItemSet {
  /** Numbers of items, the most frequent first. */
  readonly items: readonly number[];
  readonly count: number;
}

export interface Asked {
  readonly size: number;
  /** Of items in a set. */
  readonly leastItems: number;
  /** Part of all documents. */
  readonly leastSupport: number;
}

/** The best sets, by documents and then by items; `step` is called now and then, and may throw. */
export function closedSets(transactions: Transactions, asked: Asked, step: () => void): ItemSet[] {
  return new Search(transactions, asked, step).run();
}

class Search {
  readonly #asked: Asked;
  readonly #step: () => void;
  /** Frequent items, most frequent first: the original number by rank. */
  readonly #items: readonly number[];
  /** Ranks, ascending. */
  readonly #sets: readonly Uint32Array[];
  readonly #counts: readonly number[];
  readonly #best: ItemSet[] = [];
  #leastCount: number;

  constructor({ documents, items, sets, counts }: Transactions, asked: Asked, step: () => void) {
    this.#asked = asked;
    this.#step = step;
    this.#leastCount = Math.max(1, Math.ceil(documents * asked.leastSupport));
    const frequencies = new Float64Array(items.length);
    for (const [at, set] of sets.entries()) for (const item of set) frequencies[item]! += counts[at]!;
    this.#items = items
      .map((_, number) => number)
      .filter((number) => frequencies[number]! >= this.#leastCount)
      .sort((left, right) => {
        const order = frequencies[right]! - frequencies[left]! || items[left]!.field - items[right]!.field;
        return order || (items[left]!.key < items[right]!.key ? -1 : 1);
      });
    const ranks = new Int32Array(items.length).fill(-1);
    for (const [rank, number] of this.#items.entries()) ranks[number] = rank;
    const kept = sets.map((set) =>
      Uint32Array.from(set.map((item) => ranks[item]!).filter((rank) => rank >= 0)).sort(),
    );
    this.#sets = kept.filter((set) => set.length > 0);
    this.#counts = counts.filter((_, at) => kept[at]!.length > 0);
  }

  run(): ItemSet[] {
    const all = this.#sets.map((_, at) => at);
    if (all.length > 0) this.#close([], all, -1);
    return this.#best.map(({ items, count }) => ({ items: items.map((rank) => this.#items[rank]!), count }));
  }

  /** Reports the closure of what all these transactions share, and goes on to larger sets; `core` was added last. */
  #close(smaller: readonly number[], transactions: readonly number[], core: number): void {
    this.#step();
    const counts = new Float64Array(this.#items.length);
    let count = 0;
    for (const at of transactions) {
      count += this.#counts[at]!;
      for (const rank of this.#sets[at]!) counts[rank]! += this.#counts[at]!;
    }
    if (count < this.#leastCount) return;
    const closed: number[] = [];
    for (let rank = 0; rank < counts.length; rank++) {
      if (counts[rank] !== count) continue;
      // A set that begins otherwise is found from there.
      if (rank < core && !smaller.includes(rank)) return;
      closed.push(rank);
    }
    if (closed.length >= this.#asked.leastItems && closed.length > 0) this.#report({ items: closed, count });
    for (let rank = core + 1; rank < counts.length; rank++) {
      if (counts[rank] === count || counts[rank]! < this.#leastCount) continue;
      const having = transactions.filter((at) => this.#sets[at]!.includes(rank));
      this.#close(closed, having, rank);
    }
  }

  #report(set: ItemSet): void {
    const best = this.#best;
    let at = best.length;
    while (at > 0 && compareSets(set, best[at - 1]!) < 0) at--;
    best.splice(at, 0, set);
    if (best.length > this.#asked.size) best.pop();
    if (best.length === this.#asked.size) this.#leastCount = Math.max(this.#leastCount, best.at(-1)!.count);
  }
}

function compareSets(left: ItemSet, right: ItemSet): number {
  const order = right.count - left.count || right.items.length - left.items.length;
  if (order !== 0) return order;
  for (const [at, item] of left.items.entries()) if (item !== right.items[at]) return item - right.items[at]!;
  return 0;
}

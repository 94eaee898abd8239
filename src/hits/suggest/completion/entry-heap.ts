/** Nodes of the trees of weights, the best at the top. */

/** Neighbouring entries, or one (level 0). */
export interface HeapNode {
  /** The greatest score of its entries. */
  readonly score: number;
  /** Its first entry within the range. */
  readonly first: number;
  readonly level: number;
  readonly node: number;
  /** Number of the range that it belongs to. */
  readonly range: number;
}

export class EntryHeap {
  readonly #nodes: HeapNode[] = [];

  push(node: HeapNode): void {
    const nodes = this.#nodes;
    let at = nodes.length;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!isBefore(node, nodes[parent]!)) break;
      nodes[at] = nodes[parent]!;
      at = parent;
    }
    nodes[at] = node;
  }

  pop(): HeapNode | undefined {
    const nodes = this.#nodes;
    const [best] = nodes;
    const last = nodes.pop();
    if (nodes.length === 0 || !last) return best;
    let at = 0;
    for (let child = 1; child < nodes.length; child = 2 * at + 1) {
      if (child + 1 < nodes.length && isBefore(nodes[child + 1]!, nodes[child]!)) child++;
      if (!isBefore(nodes[child]!, last)) break;
      nodes[at] = nodes[child]!;
      at = child;
    }
    nodes[at] = last;
    return best;
  }
}

/** Of equal scores the lower ordinal; a larger node is opened before an entry that begins where it does. */
function isBefore(one: HeapNode, other: HeapNode): boolean {
  if (one.score !== other.score) return one.score > other.score;
  return one.first !== other.first ? one.first < other.first : one.level > other.level;
}

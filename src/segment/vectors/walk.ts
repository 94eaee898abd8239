/** The walk through one level of a graph of vectors, from near to nearer (HNSW). */
import { NearHeap } from "./near-heap.ts";
import type { NodeSimilarities } from "./node-similarities.ts";

/** The links of nodes. */
export interface GraphLinks {
  /** Writes the nodes that one is linked to; answers their number. */
  linksOf(node: number, level: number, into: Uint32Array): number;
}

/** Which nodes may be found; all are walked through. */
export type AcceptNodes = Uint32Array | undefined;

/** Looks for the nodes nearest to what `similarities` compares with. One walk at a time. */
export class GraphWalk {
  /** The nearest that were found, the farthest of them on top. */
  readonly found: NearHeap;
  /** Nodes that were compared in this walk. */
  compared = 0;
  readonly #links: GraphLinks;
  readonly #similarities: NodeSimilarities;
  readonly #next: NearHeap;
  readonly #visited: Uint32Array;

  constructor(links: GraphLinks, similarities: NodeSimilarities, nodeCount: number, wanted: number) {
    this.#links = links;
    this.#similarities = similarities;
    this.found = new NearHeap(wanted + 1);
    this.#next = new NearHeap(wanted * 4);
    this.#visited = new Uint32Array((nodeCount + 31) >>> 5);
  }

  /** The node of a level to which no neighbour is nearer, from `entry` on. */
  descend(entry: number, level: number): number {
    const { nodes, values } = this.#similarities;
    nodes[0] = entry;
    this.#similarities.fill(1);
    let best = entry;
    let nearest = values[0]!;
    for (;;) {
      const count = this.#links.linksOf(best, level, nodes);
      this.#similarities.fill(count);
      const before = best;
      for (let i = 0; i < count; i++) {
        if (values[i]! <= nearest) continue;
        nearest = values[i]!;
        best = nodes[i]!;
      }
      if (best === before) return best;
    }
  }

  /**
   * Finds the `wanted` nearest nodes of a level, from `entries` on, among those that are accepted. Answers false when
   * more than `limit` nodes were compared: then it ended early.
   */
  search(
    level: number,
    entries: readonly number[],
    wanted: number,
    { accept, limit = Infinity }: { readonly accept?: AcceptNodes; readonly limit?: number } = {},
  ): boolean {
    this.#begin(entries, wanted, accept);
    const { found } = this;
    const next = this.#next;
    while (next.size > 0) {
      if (found.size >= wanted && -next.least < found.least) break;
      const node = next.leastNode;
      next.pop();
      const count = this.#unvisited(node, level);
      this.compared += count;
      if (this.compared > limit) return false;
      this.#similarities.fill(count);
      this.#take(count, wanted, accept);
    }
    return true;
  }

  #begin(entries: readonly number[], wanted: number, accept: AcceptNodes): void {
    this.#visited.fill(0);
    this.found.clear();
    this.#next.clear();
    this.compared = entries.length;
    const { nodes } = this.#similarities;
    for (const [at, node] of entries.entries()) {
      nodes[at] = node;
      this.#visited[node >>> 5]! |= 1 << (node & 31);
    }
    this.#similarities.fill(entries.length);
    this.#take(entries.length, wanted, accept);
  }

  /** Puts the neighbours that were not seen before where similarities are computed; answers their number. */
  #unvisited(node: number, level: number): number {
    const { nodes } = this.#similarities;
    const visited = this.#visited;
    const linked = this.#links.linksOf(node, level, nodes);
    let count = 0;
    for (let i = 0; i < linked; i++) {
      const neighbour = nodes[i]!;
      const word = neighbour >>> 5;
      const bit = 1 << (neighbour & 31);
      if ((visited[word]! & bit) !== 0) continue;
      visited[word]! |= bit;
      nodes[count++] = neighbour;
    }
    return count;
  }

  #take(count: number, wanted: number, accept: AcceptNodes): void {
    const { nodes, values } = this.#similarities;
    const { found } = this;
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      if (found.size >= wanted && value <= found.least) continue;
      const node = nodes[i]!;
      this.#next.push(node, -value);
      if (accept && (accept[node >>> 5]! & (1 << (node & 31))) === 0) continue;
      found.push(node, value);
      if (found.size > wanted) found.pop();
    }
  }
}

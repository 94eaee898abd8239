/**
 * Builds a graph of vectors, node by node (HNSW, Malkov and Yashunin). A node is linked to the nearest of those before
 * it, but for those that are nearer to one that it is linked to already: so links lead in all directions.
 */
import { MOST_NODES, type NodeSimilarities } from "./node-similarities.ts";
import { type GraphLinks, GraphWalk } from "./walk.ts";

/** Nodes between two checks of the caller. */
const CHECKS = 64;
/** Most links that a mapping may ask for (Lucene). */
const MOST_LINKS = MOST_NODES / 2 - 1;
const HIGHEST_LEVEL = 30;

/** A graph that is being built. Level 0 has room for twice the links of the others. */
export class GraphBuilder implements GraphLinks {
  entry = -1;
  /** Highest level. */
  top = 0;
  /** Nodes of each level from 1 on, with their number of links and the links. */
  readonly upper: Map<number, Uint32Array>[] = [];
  readonly #nodeCount: number;
  readonly #most: number;
  readonly #candidates: number;
  readonly #similarities: NodeSimilarities;
  readonly #walk: GraphWalk;
  readonly #ground: Uint32Array;
  readonly #order: Uint32Array;
  readonly #near: Float64Array;
  readonly #chosen: Uint32Array;
  #random: number;

  constructor(
    nodeCount: number,
    { links, candidates }: { readonly links: number; readonly candidates: number },
    similarities: NodeSimilarities,
  ) {
    this.#nodeCount = nodeCount;
    this.#most = Math.min(MOST_LINKS, Math.max(2, links));
    this.#candidates = Math.max(candidates, this.#most);
    this.#similarities = similarities;
    this.#ground = new Uint32Array(nodeCount * (this.#most * 2 + 1));
    this.#walk = new GraphWalk(this, similarities, nodeCount, this.#candidates);
    const room = Math.max(this.#candidates, this.#most * 2) + 1;
    this.#order = new Uint32Array(room);
    this.#near = new Float64Array(room);
    this.#chosen = new Uint32Array(this.#most * 2);
    // The same vectors make the same graph.
    this.#random = (nodeCount * 2654435761) >>> 0 || 1;
  }

  linksOf(node: number, level: number, into: Uint32Array): number {
    if (level > 0) {
      const own = this.upper[level - 1]?.get(node);
      if (!own) return 0;
      const count = own[0]!;
      for (let i = 0; i < count; i++) into[i] = own[i + 1]!;
      return count;
    }
    const ground = this.#ground;
    const at = node * (this.#most * 2 + 1);
    const count = ground[at]!;
    for (let i = 0; i < count; i++) into[i] = ground[at + 1 + i]!;
    return count;
  }

  /** Takes over the links of a node of another graph; `top` and `entry` are the caller's. */
  adopt(node: number, level: number, links: Uint32Array, count: number): void {
    const list = this.#list(node, level);
    const most = Math.min(count, list.length - 1);
    list[0] = most;
    list.set(links.subarray(0, most), 1);
  }

  /** Adds nodes in order. */
  addAll(nodes: Iterable<number>, checkpoint: () => void): void {
    let added = 0;
    for (const node of nodes) {
      if (added++ % CHECKS === 0) checkpoint();
      this.#add(node);
    }
  }

  /** Links what cannot be reached on the ground, so that every node can be found. */
  connect(nodes: Iterable<number>, checkpoint: () => void): void {
    if (this.entry < 0) return;
    const reached = new Uint8Array(this.#nodeCount);
    this.#reach(this.entry, reached);
    for (const node of nodes) {
      if (reached[node] === 1) continue;
      checkpoint();
      this.#similarities.toNode(node);
      this.#walk.search(0, [this.#entryFor(0)], this.#candidates);
      const count = this.#sorted();
      const at = this.#order.subarray(0, count).findIndex((own) => this.#list(own, 0)[0]! < this.#most * 2);
      this.#join(this.#order[Math.max(at, 0)]!, node);
      this.#reach(node, reached);
    }
  }

  /**
   * Links one node to another on the ground. Where there is no room, the other takes the place of the last link, which
   * becomes one of its own: what could be reached still can.
   */
  #join(from: number, to: number): void {
    const list = this.#list(from, 0);
    const most = this.#most * 2;
    if (list[0]! < most) {
      list[++list[0]!] = to;
      return;
    }
    const own = this.#list(to, 0);
    own[0] = Math.min(own[0]! + 1, most);
    own[own[0]] = list[most]!;
    list[most] = to;
  }

  #add(node: number): void {
    const level = this.#randomLevel();
    if (this.entry < 0) {
      this.#enter(node, level);
      return;
    }
    this.#similarities.toNode(node);
    let entries = [this.#entryFor(level)];
    for (let at = Math.min(level, this.top); at >= 0; at--) {
      this.#similarities.toNode(node);
      this.#walk.search(at, entries, this.#candidates);
      const count = this.#sorted();
      entries = [this.#order[0]!];
      this.#link(node, at, this.#diverse(count, this.#most));
    }
    if (level > this.top) this.#enter(node, level);
  }

  #enter(node: number, level: number): void {
    for (let at = 1; at <= level; at++) this.#list(node, at);
    this.entry = node;
    this.top = Math.max(this.top, level);
  }

  /** The nearest node of the levels above one. */
  #entryFor(level: number): number {
    let entry = this.entry;
    for (let at = this.top; at > level; at--) entry = this.#walk.descend(entry, at);
    return entry;
  }

  /** The found nodes in order, the nearest first. */
  #sorted(): number {
    const { found } = this.#walk;
    const count = found.size;
    for (let at = count - 1; at >= 0; at--) {
      this.#order[at] = found.leastNode;
      this.#near[at] = found.least;
      found.pop();
    }
    return count;
  }

  /** Chooses among the first nodes of the order those that no chosen one is nearer to; answers their number. */
  #diverse(count: number, most: number): number {
    const chosen = this.#chosen;
    const { nodes, values } = this.#similarities;
    let size = 0;
    for (let at = 0; at < count && size < most; at++) {
      const node = this.#order[at]!;
      const near = this.#near[at]!;
      this.#similarities.toNode(node);
      for (let i = 0; i < size; i++) nodes[i] = chosen[i]!;
      this.#similarities.fill(size);
      let isNearer = false;
      for (let i = 0; i < size && !isNearer; i++) isNearer = values[i]! > near;
      if (!isNearer) chosen[size++] = node;
    }
    return size;
  }

  /** Links a node to the chosen ones, and these to it. */
  #link(node: number, level: number, count: number): void {
    const list = this.#list(node, level);
    list[0] = count;
    list.set(this.#chosen.subarray(0, count), 1);
    for (let i = 1; i <= count; i++) this.#linkBack(list[i]!, node, level);
  }

  #linkBack(from: number, to: number, level: number): void {
    const list = this.#list(from, level);
    const count = list[0]!;
    const most = list.length - 1;
    if (count < most) {
      list[count + 1] = to;
      list[0] = count + 1;
      return;
    }
    this.#orderAround(from, list, to);
    const size = this.#diverse(count + 1, most);
    list[0] = size;
    list.set(this.#chosen.subarray(0, size), 1);
  }

  /** The links of a node and one more, in order. */
  #orderAround(node: number, list: Uint32Array, more: number): void {
    const { nodes, values } = this.#similarities;
    const count = list[0]! + 1;
    for (let i = 1; i < count; i++) nodes[i - 1] = list[i]!;
    nodes[count - 1] = more;
    this.#similarities.toNode(node);
    this.#similarities.fill(count);
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      let at = i;
      for (; at > 0 && this.#near[at - 1]! < value; at--) {
        this.#near[at] = this.#near[at - 1]!;
        this.#order[at] = this.#order[at - 1]!;
      }
      this.#near[at] = value;
      this.#order[at] = nodes[i]!;
    }
  }

  /** Number of links of a node, and room for them; made for a node that a level does not have yet. */
  #list(node: number, level: number): Uint32Array {
    if (level === 0) {
      const step = this.#most * 2 + 1;
      return this.#ground.subarray(node * step, (node + 1) * step);
    }
    while (this.upper.length < level) this.upper.push(new Map());
    const nodes = this.upper[level - 1]!;
    const known = nodes.get(node);
    if (known) return known;
    const made = new Uint32Array(this.#most + 1);
    nodes.set(node, made);
    return made;
  }

  #reach(from: number, reached: Uint8Array): void {
    const open = [from];
    reached[from] = 1;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const list = this.#list(node, 0);
      for (let i = 1; i <= list[0]!; i++) {
        const other = list[i]!;
        if (reached[other] === 1) continue;
        reached[other] = 1;
        open.push(other);
      }
    }
  }

  #randomLevel(): number {
    let next = this.#random;
    next ^= next << 13;
    next ^= next >>> 17;
    next ^= next << 5;
    this.#random = next >>> 0;
    const uniform = (this.#random + 1) / 4294967297;
    return Math.min(HIGHEST_LEVEL, Math.floor(-Math.log(uniform) / Math.log(this.#most)));
  }
}

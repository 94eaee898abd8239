/** A graph of vectors in the sections of a segment. */
import type { ColumnDirectory, SegmentData, VectorSections } from "../format.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import type { GraphBuilder } from "./graph-builder.ts";
import { MOST_NODES } from "./node-similarities.ts";
import type { GraphLinks } from "./walk.ts";

/** Writes a graph of the nodes of `nodeCount` documents. */
export function writeGraph(graph: GraphBuilder, nodeCount: number, allocator: SectionAllocator): VectorSections {
  const links = new Uint32Array(MOST_NODES);
  const linkStarts = new Uint32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) linkStarts[node + 1] = linkStarts[node]! + graph.linksOf(node, 0, links);
  const ground = allocator.unwritten(linkStarts[nodeCount]! * 4);
  const view = allocator.u32(ground);
  for (let node = 0; node < nodeCount; node++) {
    const count = graph.linksOf(node, 0, links);
    view.set(links.subarray(0, count), linkStarts[node]);
  }
  return {
    graph: { entry: graph.entry, levels: graph.upper.length },
    linkStarts: allocator.copy(linkStarts),
    links: ground,
    upper: allocator.copy(Uint32Array.from(graph.upper.flatMap(levelWords))),
  };
}

function levelWords(level: ReadonlyMap<number, Uint32Array>): number[] {
  const nodes = [...level.keys()].sort((one, other) => one - other);
  const words = [nodes.length, ...nodes];
  let start = 0;
  for (const node of nodes) {
    words.push(start);
    start += level.get(node)![0]!;
  }
  words.push(start);
  for (const node of nodes) {
    const own = level.get(node)!;
    for (let i = 1; i <= own[0]!; i++) words.push(own[i]!);
  }
  return words;
}

/** One level above the ground. */
interface Level {
  readonly nodes: Uint32Array;
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
}

/** A graph as it stands in a segment; its sections must be loaded. */
export class StoredGraph implements GraphLinks {
  readonly entry: number;
  /** Highest level. */
  readonly top: number;
  readonly #starts: Uint32Array;
  readonly #links: Uint32Array;
  readonly #upper: Level[] = [];

  /** `column`: one with a graph. */
  constructor({ memory }: SegmentData, { graph, linkStarts, links, upper }: ColumnDirectory) {
    const words = (section: { offset: number; bytes: number }): Uint32Array =>
      new Uint32Array(memory.buffer, section.offset, section.bytes / 4);
    this.entry = graph!.entry;
    this.top = graph!.levels;
    this.#starts = words(linkStarts!);
    this.#links = words(links!);
    const rest = words(upper!);
    let at = 0;
    for (let level = 1; level <= this.top; level++) {
      const count = rest[at]!;
      const nodes = rest.subarray(at + 1, at + 1 + count);
      const starts = rest.subarray(at + 1 + count, at + 2 + count * 2);
      const from = at + 2 + count * 2;
      at = from + starts[count]!;
      this.#upper.push({ nodes, starts, links: rest.subarray(from, at) });
    }
  }

  /** The nodes of a level above the ground, ascending. */
  nodesOf(level: number): Uint32Array {
    return this.#upper[level - 1]!.nodes;
  }

  linksOf(node: number, level: number, into: Uint32Array): number {
    if (level === 0) return copied(this.#links, this.#starts[node]!, this.#starts[node + 1]!, into);
    const { nodes, starts, links } = this.#upper[level - 1]!;
    const at = placeOf(nodes, node);
    return at < 0 ? 0 : copied(links, starts[at]!, starts[at + 1]!, into);
  }
}

function copied(links: Uint32Array, from: number, to: number, into: Uint32Array): number {
  for (let at = from; at < to; at++) into[at - from] = links[at]!;
  return to - from;
}

/** Where a number stands among ascending ones; -1: nowhere. */
function placeOf(ascending: Uint32Array, wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = ascending[middle]!;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The documents of a segment that may be among the nearest: by its graph of vectors, or by the kernel over all. */
import { countBits } from "../../segment/bits.ts";
import type { ColumnDirectory, SegmentData } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { needVectorSections } from "../../segment/section-loading.ts";
import { StoredGraph } from "../../segment/vectors/graph-sections.ts";
import { NearHeap } from "../../segment/vectors/near-heap.ts";
import { MOST_NODES, NodeSimilarities, scratchBytes } from "../../segment/vectors/node-similarities.ts";
import { GraphWalk } from "../../segment/vectors/walk.ts";
import type { OperatorContext } from "../operator.ts";
import type { ComparableVector } from "./vector-scoring.ts";

/** What is looked for in a segment. */
export interface NearSearch {
  readonly vector: ComparableVector;
  /** Documents to find. */
  readonly candidates: number;
  /** Bits of the documents that may be found, all of which have a vector. */
  readonly accept: Uint32Array;
  /** Hears how many vectors were compared. */
  readonly compared: (vectors: number) => void;
}

/** A walk compares about so many vectors for each that it is to find. */
const COMPARED_FOR_ONE = 32;

const graphs = new WeakMap<ColumnDirectory, StoredGraph>();

/** Ascending documents; undefined: this column is not searched by the kernel. `context`: that of the segment. */
export function nearCandidates(
  { vector, candidates, accept, compared }: NearSearch,
  reader: SegmentReader,
  column: ColumnDirectory,
  context: OperatorContext,
): Uint32Array | undefined {
  const { vectors: index, starts } = column;
  if (!index || starts || index.dims !== vector.length) return undefined;
  // Angles need lengths, which files of an earlier build may lack.
  if (index.similarity === "cosine" && !column.quantised && !column.lengths) return undefined;
  const accepted = countBits(accept);
  // There may be fewer than are asked for.
  if (accepted <= candidates) return docsOf(accept);
  needVectorSections(reader.data, column);
  const similarities = new NodeSimilarities(reader.data, column, context.scratch(scratchBytes(index)));
  similarities.toQuery(vector);
  const total = column.valueCount;
  const isWalk = column.graph && accepted * accepted > COMPARED_FOR_ONE * candidates * total;
  const found =
    (isWalk && walk(graphOf(reader.data, column), similarities, reader.docCount, candidates, accept, accepted)) ||
    scan(similarities, candidates, accept, context);
  compared(similarities.compared);
  const docs = new Uint32Array(found.size);
  for (let at = 0; found.size > 0; at++) {
    docs[at] = found.leastNode;
    found.pop();
  }
  return docs.sort();
}

function graphOf(data: SegmentData, column: ColumnDirectory): StoredGraph {
  const known = graphs.get(column);
  if (known) return known;
  const graph = new StoredGraph(data, column);
  graphs.set(column, graph);
  return graph;
}

/** Undefined when to look at all that are accepted costs less. */
function walk(
  graph: StoredGraph,
  similarities: NodeSimilarities,
  docCount: number,
  candidates: number,
  accept: Uint32Array,
  accepted: number,
): NearHeap | undefined {
  const steps = new GraphWalk(graph, similarities, docCount, candidates);
  let { entry } = graph;
  for (let level = graph.top; level > 0; level--) entry = steps.descend(entry, level);
  return steps.search(0, [entry], candidates, { accept, limit: accepted }) ? steps.found : undefined;
}

function scan(
  similarities: NodeSimilarities,
  candidates: number,
  accept: Uint32Array,
  context: OperatorContext,
): NearHeap {
  const { nodes, values } = similarities;
  const found = new NearHeap(candidates + 1);
  let count = 0;
  const take = (): void => {
    context.checkpoint();
    similarities.fill(count);
    for (let i = 0; i < count; i++) {
      if (found.size >= candidates && values[i]! <= found.least) continue;
      found.push(nodes[i]!, values[i]!);
      if (found.size > candidates) found.pop();
    }
    count = 0;
  };
  for (let word = 0; word < accept.length; word++)
    for (let left = accept[word]!; left !== 0; left &= left - 1) {
      nodes[count++] = word * 32 + (31 - Math.clz32(left & -left));
      if (count === MOST_NODES) take();
    }
  take();
  return found;
}

/** The numbers of set bits, ascending. */
export function docsOf(bits: Uint32Array): Uint32Array {
  const docs = new Uint32Array(countBits(bits));
  let at = 0;
  for (let word = 0; word < bits.length; word++)
    for (let left = bits[word]!; left !== 0; left &= left - 1) docs[at++] = word * 32 + (31 - Math.clz32(left & -left));
  return docs;
}

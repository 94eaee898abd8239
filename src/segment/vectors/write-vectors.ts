/** What a column of vectors gets beside its values: bytes that are quicker to compare, and a graph if it is large. */
import { isLive } from "../live-docs.ts";
import type { ColumnDirectory, Quantiles, SegmentData, VectorIndex, VectorSections } from "../format.ts";
import { SCRATCH_BASE } from "../format.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { GraphBuilder } from "./graph-builder.ts";
import { StoredGraph, writeGraph } from "./graph-sections.ts";
import { MOST_NODES, NodeSimilarities } from "./node-similarities.ts";
import { bestRange, confidencesOfHalves, quantiseToHalves } from "./half-bytes.ts";
import { ONE_BIT_CORRECTIONS, quantiseToBits } from "./one-bit.ts";
import { defaultConfidence, mergedQuantiles, quantilesOf, quantise } from "./quantiles.ts";
import { comparable, inverseLength, stepOf } from "./vector-bytes.ts";

/** Fewer vectors are all looked at: that costs less than a walk. */
export const LEAST_GRAPH_VECTORS = 4096;

/** A column whose values are written, and which documents have one (undefined: all). */
export interface WrittenVectors {
  readonly column: ColumnDirectory;
  readonly docCount: number;
  readonly presence: Uint32Array | undefined;
  readonly allocator: SectionAllocator;
}

/** A column that was merged into another one, and where its documents went. */
export interface MergedVectors {
  readonly data: SegmentData;
  readonly column: ColumnDirectory;
  readonly presence: Uint32Array | undefined;
  readonly map: Int32Array;
  /** None of its documents was left out. */
  readonly allLive: boolean;
}

/** Whether a column is to have a graph that it does not have yet: a merge makes it. */
export function lacksGraph({ vectors, starts, valueCount, graph }: ColumnDirectory): boolean {
  return vectors?.graph !== undefined && !starts && !graph && valueCount >= LEAST_GRAPH_VECTORS;
}

/** The column with what can be made at once, while documents wait. */
export function withVectorIndex(written: WrittenVectors, index: VectorIndex | undefined): ColumnDirectory {
  const { column } = written;
  if (!index || !isOf(index, column)) return column;
  return { ...column, vectors: index, ...quantised(written, index, []), ...lengths(written, index) };
}

/** The column with all that it is to have. `parts`: those it was merged of, the newest last. */
export function withVectorGraph(
  written: WrittenVectors,
  parts: readonly MergedVectors[],
  checkpoint: () => void,
): ColumnDirectory {
  const index = parts.findLast(({ column }) => column.vectors)?.column.vectors;
  if (!index || !isOf(index, written.column)) return written.column;
  const made = { ...quantised(written, index, parts), ...lengths(written, index) };
  const column = { ...written.column, vectors: index, ...made };
  return lacksGraph(column) ? { ...column, ...graphOf({ ...written, column }, index, parts, checkpoint) } : column;
}

/** A column of vectors that were written by another mapping is searched as it is. */
function isOf({ dims, element }: VectorIndex, { width }: ColumnDirectory): boolean {
  return width === Math.ceil((dims * (element === "float" ? 4 : 1)) / 4) * 4;
}

function quantised(written: WrittenVectors, index: VectorIndex, parts: readonly MergedVectors[]): VectorSections {
  if (written.column.starts) return {};
  if (index.bits === 1) return quantisedToBits(written, index);
  return index.confidence === undefined ? {} : quantisedToBytes(written, index, parts);
}

/** Reads vectors of documents as they are compared. */
function readerOf({ column, allocator }: WrittenVectors, index: VectorIndex) {
  const { buffer } = allocator.memory;
  return (doc: number, into: Float32Array, at: number): void =>
    comparable(new Float32Array(buffer, column.values.offset + doc * column.width!, index.dims), index, into, at);
}

function quantisedToBytes(
  written: WrittenVectors,
  index: VectorIndex,
  parts: readonly MergedVectors[],
): VectorSections {
  const { docCount, allocator } = written;
  const docs = docsWith(written);
  const { dims, similarity, bits } = index;
  const read = readerOf(written, index);
  const range = rangeOf(parts) ?? foundRange(index, docs, read);
  const step = stepOf(index);
  const bytes = allocator.section(docCount * step);
  const corrections = allocator.section(similarity === "l2_norm" ? 0 : docCount * 4);
  const to = new Int8Array(allocator.memory.buffer, bytes.offset, bytes.bytes);
  const corrected = new Float32Array(allocator.memory.buffer, corrections.offset, corrections.bytes / 4);
  const vector = new Float32Array(dims);
  const whole = new Int8Array(dims);
  for (const doc of docs) {
    read(doc, vector, 0);
    const correction =
      bits === 4 ? quantiseToHalves(vector, range, whole, to, doc * step) : quantise(vector, range, to, doc * step);
    if (similarity !== "l2_norm") corrected[doc] = correction;
  }
  return { quantiles: range, quantised: bytes, ...(similarity === "l2_norm" ? {} : { corrections }) };
}

/** The range of the values of vectors: as the mapping says, or what loses least. */
function foundRange(
  { dims, confidence = 0, bits }: VectorIndex,
  docs: Uint32Array,
  read: (doc: number, into: Float32Array, at: number) => void,
): Quantiles {
  const readNth = (n: number, into: Float32Array, at: number): void => read(docs[n]!, into, at);
  const within = (share: number): Quantiles => quantilesOf(docs.length, dims, share, readNth);
  if (bits !== 4 || confidence > 0) return within(confidence || defaultConfidence(dims));
  const { least, most } = confidencesOfHalves(dims);
  return bestRange(within(least), within(most), docs.length, dims, readNth);
}

function quantisedToBits(written: WrittenVectors, index: VectorIndex): VectorSections {
  const { docCount, allocator } = written;
  const { dims, similarity } = index;
  const docs = docsWith(written);
  const read = readerOf(written, index);
  const vector = new Float32Array(dims);
  const sums = new Float64Array(dims);
  for (const doc of docs) {
    read(doc, vector, 0);
    for (let i = 0; i < dims; i++) sums[i]! += vector[i]!;
  }
  const centroid = Float32Array.from(sums, (sum) => sum / Math.max(1, docs.length));
  const step = stepOf(index);
  const quantisedBits = allocator.section(docCount * step);
  const corrections = allocator.section(docCount * ONE_BIT_CORRECTIONS * 4);
  const { buffer } = allocator.memory;
  const bits = new Uint8Array(buffer, quantisedBits.offset, quantisedBits.bytes);
  const corrected = new Float32Array(buffer, corrections.offset, corrections.bytes / 4);
  for (const doc of docs) {
    read(doc, vector, 0);
    const to = { bits, at: doc * step, corrections: corrected, from: doc * ONE_BIT_CORRECTIONS };
    quantiseToBits(vector, centroid, similarity === "l2_norm", to);
  }
  const section = allocator.section(dims * 4);
  new Float32Array(buffer, section.offset, dims).set(centroid);
  return { quantised: quantisedBits, corrections, centroid: section };
}

/** The documents with a vector, ascending. */
function docsWith({ docCount, presence }: WrittenVectors): Uint32Array {
  const docs = new Uint32Array(docCount);
  let count = 0;
  for (let doc = 0; doc < docCount; doc++) if (isLive(presence, doc)) docs[count++] = doc;
  return docs.subarray(0, count);
}

/** The range of the merged segments, where all have one. */
function rangeOf(parts: readonly MergedVectors[]): Quantiles | undefined {
  const known = parts.flatMap(({ column: { quantiles, valueCount } }) =>
    quantiles ? [{ quantiles, count: valueCount }] : [],
  );
  return known.length > 0 && known.length === parts.length ? mergedQuantiles(known) : undefined;
}

function lengths({ column, docCount, allocator }: WrittenVectors, index: VectorIndex): VectorSections {
  const { similarity, element, dims, confidence, bits } = index;
  // Graphs of vectors of few bits are made by the vectors themselves.
  const isCompared = confidence === undefined || (bits !== undefined && index.graph !== undefined);
  if (similarity !== "cosine" || !isCompared || column.starts) return {};
  const section = allocator.section(docCount * 4);
  const to = new Float32Array(allocator.memory.buffer, section.offset, docCount);
  const { buffer } = allocator.memory;
  for (let doc = 0; doc < docCount; doc++) {
    const at = column.values.offset + doc * column.width!;
    to[doc] = inverseLength(element === "float" ? new Float32Array(buffer, at, dims) : new Int8Array(buffer, at, dims));
  }
  return { lengths: section };
}

function graphOf(
  written: WrittenVectors,
  index: VectorIndex,
  parts: readonly MergedVectors[],
  checkpoint: () => void,
): VectorSections {
  const { allocator, column, docCount } = written;
  // The segment is nobody's yet, so its scratch is free.
  const similarities = new NodeSimilarities({ memory: allocator.memory }, unquantised(column), SCRATCH_BASE);
  const builder = new GraphBuilder(docCount, index.graph!, similarities);
  const docs = docsWith(written);
  const adopted = adopt(builder, index, parts, docCount);
  builder.addAll(
    docs.filter((doc) => adopted[doc] === 0),
    checkpoint,
  );
  builder.connect(docs, checkpoint);
  return writeGraph(builder, docCount, allocator);
}

/** The column as its graph is made: vectors of few bits are compared themselves, as they are all at hand. */
function unquantised(column: ColumnDirectory): ColumnDirectory {
  const { vectors: index, quantised: _bytes, quantiles: _range, corrections: _own, ...rest } = column;
  if (index?.bits === undefined) return column;
  const { bits: _bits, confidence: _confidence, ...whole } = index;
  return { ...rest, vectors: whole };
}

/** Takes over the largest graph of which nothing was left out; answers whose nodes are in it. */
function adopt(
  builder: GraphBuilder,
  index: VectorIndex,
  parts: readonly MergedVectors[],
  docCount: number,
): Uint8Array {
  const adopted = new Uint8Array(docCount);
  const usable = parts.filter(
    ({ column, allLive }) => allLive && column.graph && column.vectors?.graph?.links === index.graph!.links,
  );
  const [base] = [...usable].sort((one, other) => other.column.valueCount - one.column.valueCount);
  if (!base) return adopted;
  const graph = new StoredGraph(base.data, base.column);
  const links = new Uint32Array(MOST_NODES);
  const take = (node: number, level: number): void => {
    const count = graph.linksOf(node, level, links);
    for (let i = 0; i < count; i++) links[i] = base.map[links[i]!]!;
    builder.adopt(base.map[node]!, level, links, count);
  };
  for (let node = 0; node < base.map.length; node++) {
    if (!isLive(base.presence, node)) continue;
    take(node, 0);
    adopted[base.map[node]!] = 1;
  }
  for (let level = 1; level <= graph.top; level++) for (const node of graph.nodesOf(level)) take(node, level);
  builder.entry = base.map[graph.entry]!;
  builder.top = graph.top;
  return adopted;
}

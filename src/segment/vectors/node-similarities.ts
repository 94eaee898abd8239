/** How near the vectors of a column are to one: to one of their own, or to that of a query. By the kernel. */
import { kernelFor, type KernelInstance, type VectorLoop } from "../../kernel/kernel.ts";
import type { ColumnDirectory, SegmentData, VectorIndex } from "../format.ts";
import { BitQuery, ONE_BIT_CORRECTIONS } from "./one-bit.ts";
import { FOUR_BITS, quantise, stepSquare } from "./quantiles.ts";
import { queryBytesOf, stepOf } from "./vector-bytes.ts";

/** Nodes of one call. */
export const MOST_NODES = 1024;
const NODE_BYTES = MOST_NODES * 4;
const VALUE_BYTES = MOST_NODES * 8;

/** Scratch that similarities need: numbers of nodes, values, and the vector of a query. */
export function scratchBytes(index: VectorIndex): number {
  return NODE_BYTES + VALUE_BYTES + queryBytesOf(index) + 16;
}

/** See the top of the file. A greater value is nearer; it orders nodes, and is not a score. */
export class NodeSimilarities {
  /** The nodes that `fill` is asked about. */
  readonly nodes: Uint32Array;
  /** What `fill` found, by place in `nodes`. */
  readonly values: Float64Array;
  readonly #query: number;
  readonly #index: VectorIndex;
  readonly #column: ColumnDirectory;
  readonly #memory: WebAssembly.Memory;
  readonly #scratch: number;
  readonly #loop: VectorLoop;
  readonly #vectors: number;
  readonly #width: number;
  readonly #dims: number;
  readonly #isDistance: boolean;
  readonly #factor: number;
  readonly #corrections: Float32Array | undefined;
  readonly #lengths: Float32Array | undefined;
  /** Vectors that were compared. */
  compared = 0;
  #bits: BitQuery | undefined;
  #pivot = 0;
  #correction = 0;
  #length = 1;

  /** `scratch`: address of `scratchBytes` in the memory. The sections that are used must be loaded. */
  constructor(
    { memory }: SegmentData | { readonly memory: WebAssembly.Memory },
    column: ColumnDirectory,
    scratch: number,
  ) {
    const { vectors: index, quantised, quantiles, corrections, lengths, values, width = 0 } = column;
    const { element, dims, similarity } = index!;
    const kernel = kernelFor(memory);
    const bits = quantised ? (index!.bits ?? 8) : element === "byte" ? 8 : 32;
    this.#isDistance = similarity === "l2_norm";
    this.#loop = loopFor(kernel, bits, this.#isDistance);
    this.#index = index!;
    this.#column = column;
    this.#memory = memory;
    this.#vectors = (quantised ?? values).offset;
    this.#width = quantised ? stepOf(index!) : width;
    this.#dims = dims;
    this.#factor = quantised && quantiles ? stepSquare(quantiles, index!.bits === 4 ? FOUR_BITS : undefined) : 1;
    const floats = (address: number, bytes: number): Float32Array =>
      new Float32Array(memory.buffer, address, bytes / 4);
    this.#corrections = quantised && corrections && floats(corrections.offset, corrections.bytes);
    this.#lengths = quantised ? undefined : lengths && floats(lengths.offset, lengths.bytes);
    this.#scratch = scratch;
    this.nodes = new Uint32Array(memory.buffer, scratch, MOST_NODES);
    this.values = new Float64Array(memory.buffer, scratch + NODE_BYTES, MOST_NODES);
    this.#query = scratch + NODE_BYTES + VALUE_BYTES;
  }

  /** Compares with the vector of a node. */
  toNode(node: number): void {
    this.#pivot = this.#vectors + node * this.#width;
    this.#correction = this.#corrections ? this.#corrections[node]! : 0;
    this.#length = this.#lengths ? this.#lengths[node]! : 1;
  }

  /** Compares with the vector of a query; its correction and length are the same for all. */
  toQuery(vector: Float32Array | Int8Array): void {
    this.#writeQuery(vector);
    this.#pivot = this.#query;
    this.#correction = 0;
    this.#length = 1;
  }

  #writeQuery(vector: Float32Array | Int8Array): void {
    const { buffer } = this.#memory;
    const { quantiles, centroid } = this.#column;
    if (vector instanceof Int8Array) new Int8Array(buffer, this.#query, vector.length).set(vector);
    else if (centroid) {
      const own = new Float32Array(buffer, centroid.offset, vector.length);
      this.#bits = new BitQuery(vector, own, this.#width, this.#isDistance);
      new Uint8Array(buffer, this.#query, this.#bits.planes.length).set(this.#bits.planes);
    } else if (quantiles) {
      const bytes = new Int8Array(buffer, this.#query, vector.length);
      quantise(vector, quantiles, bytes, 0, this.#index.bits === 4 ? FOUR_BITS : undefined);
    } else new Float32Array(buffer, this.#query, vector.length).set(vector);
  }

  /** Values of the first nodes. */
  fill(count: number): void {
    const { nodes, values } = this;
    this.compared += count;
    const scratch = this.#scratch;
    this.#loop(this.#pivot, this.#vectors, this.#width, this.#dims, scratch, count, scratch + NODE_BYTES);
    const bits = this.#bits;
    if (bits) {
      const own = this.#corrections!;
      for (let i = 0; i < count; i++) values[i] = bits.estimate(values[i]!, own, nodes[i]! * ONE_BIT_CORRECTIONS);
      return;
    }
    if (this.#isDistance) {
      for (let i = 0; i < count; i++) values[i] = -values[i]!;
      return;
    }
    const corrections = this.#corrections;
    if (corrections) {
      const factor = this.#factor;
      const own = this.#correction;
      for (let i = 0; i < count; i++) values[i] = values[i]! * factor + corrections[nodes[i]!]! + own;
      return;
    }
    const lengths = this.#lengths;
    if (!lengths) return;
    const own = this.#length;
    for (let i = 0; i < count; i++) values[i] = values[i]! * lengths[nodes[i]!]! * own;
  }
}

function loopFor(kernel: KernelInstance, bits: number, isDistance: boolean): VectorLoop {
  switch (bits) {
    case 1:
      return kernel.productsI1;
    case 4:
      return isDistance ? kernel.squaresI4 : kernel.productsI4;
    case 8:
      return isDistance ? kernel.squaresI8 : kernel.productsI8;
    default:
      return isDistance ? kernel.squaresF32 : kernel.productsF32;
  }
}

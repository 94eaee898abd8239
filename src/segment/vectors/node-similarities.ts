/** How near the vectors of a column are to one: to one of their own, or to that of a query. By the kernel. */
import { kernelFor, type VectorLoop } from "../../kernel/kernel.ts";
import type { ColumnDirectory, SegmentData, VectorIndex } from "../format.ts";
import { stepSquare } from "./quantiles.ts";
import { stepOf } from "./vector-bytes.ts";

/** Nodes of one call. */
export const MOST_NODES = 1024;
const NODE_BYTES = MOST_NODES * 4;
const VALUE_BYTES = MOST_NODES * 8;

/** Scratch that similarities need: numbers of nodes, values, and the vector of a query. */
export function scratchBytes(index: VectorIndex): number {
  return NODE_BYTES + VALUE_BYTES + stepOf(index) + 16;
}

/** See the top of the file. A greater value is nearer; it orders nodes, and is not a score. */
export class NodeSimilarities {
  /** The nodes that `fill` is asked about. */
  readonly nodes: Uint32Array;
  /** What `fill` found, by place in `nodes`. */
  readonly values: Float64Array;
  /** Where the vector of a query goes. */
  readonly query: number;
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
    const isBytes = element === "byte" || quantised !== undefined;
    this.#isDistance = similarity === "l2_norm";
    this.#loop = this.#isDistance
      ? isBytes
        ? kernel.squaresI8
        : kernel.squaresF32
      : isBytes
        ? kernel.productsI8
        : kernel.productsF32;
    this.#vectors = (quantised ?? values).offset;
    this.#width = quantised ? stepOf(index!) : width;
    this.#dims = dims;
    this.#factor = quantised && quantiles ? stepSquare(quantiles) : 1;
    const floats = (address: number, bytes: number): Float32Array =>
      new Float32Array(memory.buffer, address, bytes / 4);
    this.#corrections = quantised && corrections && floats(corrections.offset, corrections.bytes);
    this.#lengths = quantised ? undefined : lengths && floats(lengths.offset, lengths.bytes);
    this.#scratch = scratch;
    this.nodes = new Uint32Array(memory.buffer, scratch, MOST_NODES);
    this.values = new Float64Array(memory.buffer, scratch + NODE_BYTES, MOST_NODES);
    this.query = scratch + NODE_BYTES + VALUE_BYTES;
  }

  /** Compares with the vector of a node. */
  toNode(node: number): void {
    this.#pivot = this.#vectors + node * this.#width;
    this.#correction = this.#corrections ? this.#corrections[node]! : 0;
    this.#length = this.#lengths ? this.#lengths[node]! : 1;
  }

  /** Compares with the vector that stands at `query`; its correction and length are the same for all. */
  toQuery(): void {
    this.#pivot = this.query;
    this.#correction = 0;
    this.#length = 1;
  }

  /** Values of the first nodes. */
  fill(count: number): void {
    const { nodes, values } = this;
    this.compared += count;
    const scratch = this.#scratch;
    this.#loop(this.#pivot, this.#vectors, this.#width, this.#dims, scratch, count, scratch + NODE_BYTES);
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

/** The WebAssembly kernel: compiled once per thread, instantiated once per memory. */
import { existsSync, readFileSync } from "node:fs";
import { packageFile } from "../core/package-files.ts";

/**
 * The kernel's exports. Parameters are addresses, counts and document numbers; the functions are documented in
 * `assembly/`, the structures in `structures.ts`. Results of type `0 | 1` tell whether any document is left.
 */
export interface KernelInstance {
  compress(source: number, length: number, target: number, table: number): number;
  decompress(source: number, length: number, target: number, size: number): number;
  unpackDocs(bits: number, source: number, target: number, base: number): void;
  unpackFreqs(bits: number, source: number, target: number): void;

  openCursor(cursor: number, field: number, ordinal: number, buffer: number, weight: number, table: number): void;
  advance(cursor: number, target: number): number;
  freq(cursor: number): number;
  rangeBound(cursor: number, from: number, to: number): number;
  rangeProduct(cursor: number, from: number, to: number): number;
  scoreOf(weight: number, product: number): number;
  accumulate(cursor: number, base: number, end: number, bits: number, scores: number): number;
  termWindow(cursor: number, base: number, bits: number, scores: number, candidates: number): 0 | 1;

  termQuery(search: number, from: number, to: number): number;
  conjunctionQuery(search: number, from: number, to: number): number;
  disjunctionQuery(search: number, from: number, to: number): number;
  leadQuery(search: number, from: number, to: number): number;
  phraseQuery(search: number, from: number, to: number): number;
  blendedQuery(search: number, from: number, to: number): number;
  bestQuery(search: number, from: number, to: number): number;
  collect(search: number, base: number, bits: number, scores: number): void;
  updateSkip(search: number): number;

  windowAny(bits: number): 0 | 1;
  windowCount(bits: number): number;
  windowClear(bits: number): void;
  windowFirst(bits: number, count: number): void;
  windowLoad(into: number, source: number, count: number): 0 | 1;
  windowCopy(into: number, bits: number): 0 | 1;
  windowAnd(into: number, bits: number): 0 | 1;
  windowOr(into: number, bits: number): void;
  windowAndNot(into: number, bits: number): 0 | 1;
  clearScores(scores: number): void;
  addScores(into: number, bits: number, scores: number): void;
  orScores(into: number, intoScores: number, bits: number, scores: number): void;
  maxScores(into: number, most: number, rest: number, bits: number, scores: number): void;
  tieScores(bits: number, most: number, rest: number, tieBreaker: number): void;
  roundScores(bits: number, scores: number): void;
  scaleScores(bits: number, scores: number, factor: number): void;
  constantScores(bits: number, scores: number, score: number): void;
  keepScoresFrom(bits: number, scores: number, least: number): 0 | 1;
  addCounts(counters: number, bits: number): void;
  keepCountsFrom(bits: number, counters: number, least: number): 0 | 1;
  extractDocs(bits: number, base: number, docs: number): number;
  extractScores(bits: number, scores: number, out: number): void;

  /** The address is signed: apply `>>> 0` to use it as an index. */
  openPositions(cursor: number): number;
  setOffset(cursor: number, offset: number): void;
  phraseWindow(
    cursors: number,
    count: number,
    base: number,
    bits: number,
    scores: number,
    candidates: number,
    weight: number,
    table: number,
  ): 0 | 1;
  unionTerm(
    cursor: number,
    field: number,
    ordinal: number,
    buffer: number,
    from: number,
    to: number,
    bits: number,
  ): void;
  accumulateFreqs(cursor: number, base: number, end: number, bits: number, freqs: number): void;
  scoreFreqs(field: number, base: number, bits: number, scores: number, weight: number, table: number): void;
  ordinalSet(values: number, wide: 0 | 1, starts: number, count: number, set: number, bits: number): void;

  nearTerms(near: number, most: number): 0 | 1;

  rangeI32(values: number, count: number, low: number, high: number, bits: number): void;
  rangeU16(values: number, count: number, low: number, high: number, bits: number): void;
  rangeF64(values: number, count: number, low: number, high: number, bits: number): void;
  checkI32(values: number, low: number, high: number, candidates: number, bits: number): void;
  checkU16(values: number, low: number, high: number, candidates: number, bits: number): void;
  checkF64(values: number, low: number, high: number, candidates: number, bits: number): void;
  multiRangeI32(values: number, starts: number, count: number, low: number, high: number, bits: number): void;
  multiRangeU16(values: number, starts: number, count: number, low: number, high: number, bits: number): void;
  multiRangeU32(values: number, starts: number, count: number, low: number, high: number, bits: number): void;
  multiRangeF64(values: number, starts: number, count: number, low: number, high: number, bits: number): void;

  readonly productsF32: VectorLoop;
  readonly squaresF32: VectorLoop;
  readonly productsI8: VectorLoop;
  readonly squaresI8: VectorLoop;
  readonly productsI4: VectorLoop;
  readonly squaresI4: VectorLoop;
  readonly productsI1: VectorLoop;
}

/** A loop over vectors: of one at `query` with those of the numbers at `ids`. */
export type VectorLoop = (
  query: number,
  vectors: number,
  width: number,
  dims: number,
  ids: number,
  count: number,
  out: number,
) => void;

/** Path of the compiled kernel in the build. */
const KERNEL_FILE = "dist/kernel/kernel.wasm";

let compiled: WebAssembly.Module | undefined;
const instances = new WeakMap<WebAssembly.Memory, KernelInstance>();

function compiledModule(): WebAssembly.Module {
  if (compiled) return compiled;
  const file = packageFile(KERNEL_FILE);
  if (!existsSync(file)) throw new Error("the kernel is not built: run `npm run build`");
  compiled = new WebAssembly.Module(readFileSync(file));
  return compiled;
}

/** The kernel over one memory. Instances keep no state in the memory, so any number of threads may use the same one. */
export function kernelFor(memory: WebAssembly.Memory): KernelInstance {
  const known = instances.get(memory);
  if (known) return known;
  const instance = new WebAssembly.Instance(compiledModule(), { env: { memory } });
  const kernel = instance.exports as unknown as KernelInstance;
  instances.set(memory, kernel);
  return kernel;
}

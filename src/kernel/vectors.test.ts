import fc from "fast-check";
import { expect, test } from "vitest";
import { kernelFor } from "./kernel.ts";

const QUERY = 1024;
const VECTORS = 65_536;
const IDS = 32_768;
const OUT = 49_152;
const memory = new WebAssembly.Memory({ initial: 8, maximum: 65536, shared: true });
const kernel = kernelFor(memory);
const { buffer } = memory;

/** The query and the vectors, of one number of dimensions, and which of them are asked for. */
function vectorsOf(value: fc.Arbitrary<number>) {
  return fc.integer({ min: 1, max: 70 }).chain((dims) =>
    fc.record({
      dims: fc.constant(dims),
      query: fc.array(value, { minLength: dims, maxLength: dims }),
      vectors: fc.array(fc.array(value, { minLength: dims, maxLength: dims }), { minLength: 1, maxLength: 5 }),
      ids: fc.array(fc.nat({ max: 4 }), { maxLength: 6 }),
    }),
  );
}

const product = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + value * other[i]!, 0);
const square = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0);

test("products and squared distances of bytes are exact, whatever the number of dimensions", () => {
  const byte = fc.integer({ min: -128, max: 127 });
  fc.assert(
    fc.property(vectorsOf(byte), ({ dims, query, vectors, ids }) => {
      const width = Math.ceil(dims / 4) * 4;
      const wanted = ids.map((id) => id % vectors.length);
      new Int8Array(buffer, QUERY, dims).set(query);
      vectors.forEach((vector, at) => new Int8Array(buffer, VECTORS + at * width, dims).set(vector));
      new Uint32Array(buffer, IDS, wanted.length).set(wanted);
      const out = new Float64Array(buffer, OUT, wanted.length);
      kernel.productsI8(QUERY, VECTORS, width, dims, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => product(query, vectors[id]!)));
      kernel.squaresI8(QUERY, VECTORS, width, dims, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => square(query, vectors[id]!)));
    }),
    { numRuns: 200 },
  );
});

test("those of floats are what doubles give, but for the last digits", () => {
  // Whole numbers of this size have exact sums in any order.
  const whole = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(vectorsOf(whole), ({ dims, query, vectors, ids }) => {
      const wanted = ids.map((id) => id % vectors.length);
      new Float32Array(buffer, QUERY, dims).set(query);
      vectors.forEach((vector, at) => new Float32Array(buffer, VECTORS + at * dims * 4, dims).set(vector));
      new Uint32Array(buffer, IDS, wanted.length).set(wanted);
      const out = new Float64Array(buffer, OUT, wanted.length);
      kernel.productsF32(QUERY, VECTORS, dims * 4, dims, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => product(query, vectors[id]!)));
      kernel.squaresF32(QUERY, VECTORS, dims * 4, dims, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => square(query, vectors[id]!)));
    }),
    { numRuns: 200 },
  );
});

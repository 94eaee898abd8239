import fc from "fast-check";
import { expect, test } from "vitest";
import { halvesProduct, halvesSquare } from "../segment/vectors/half-bytes.ts";
import { bitProduct } from "../segment/vectors/one-bit.ts";
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

test("products and squared distances of half bytes are exact", () => {
  const half = fc.integer({ min: 0, max: 15 });
  fc.assert(
    fc.property(vectorsOf(half), ({ dims: given, query, vectors, ids }) => {
      const dims = given * 2;
      const own = Int8Array.from([...query, ...query.toReversed()]);
      const width = Math.ceil(given / 16) * 16;
      const wanted = ids.map((id) => id % vectors.length);
      new Int8Array(buffer, QUERY, dims).set(own);
      // Dimensions of the first half in the high bits, of the second one in the low bits.
      const bytes = new Int8Array(buffer, VECTORS, width * vectors.length);
      vectors.forEach((vector, at) =>
        vector.forEach((value, i) => (bytes[at * width + i] = (value << 4) | vector[given - 1 - i]!)),
      );
      new Uint32Array(buffer, IDS, wanted.length).set(wanted);
      const out = new Float64Array(buffer, OUT, wanted.length);
      kernel.productsI4(QUERY, VECTORS, width, dims, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => halvesProduct(own, bytes, id * width)));
      expect([...out]).toEqual(wanted.map((id) => 2 * product(query, vectors[id]!)));
      kernel.squaresI4(QUERY, VECTORS, width, dims, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => halvesSquare(own, bytes, id * width)));
      expect([...out]).toEqual(wanted.map((id) => 2 * square(query, vectors[id]!)));
    }),
    { numRuns: 100 },
  );
});

test("products of bits with planes are exact", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(vectorsOf(byte), ({ dims: bytes, query, vectors, ids }) => {
      const width = Math.ceil(bytes / 16) * 16;
      const planes = new Uint8Array(buffer, QUERY, width * 4).fill(0);
      for (let plane = 0; plane < 4; plane++)
        planes.set(
          query.map((value) => value ^ (plane * 37)),
          plane * width,
        );
      const bits = new Uint8Array(buffer, VECTORS, width * vectors.length).fill(0);
      vectors.forEach((vector, at) => bits.set(vector, at * width));
      const wanted = ids.map((id) => id % vectors.length);
      new Uint32Array(buffer, IDS, wanted.length).set(wanted);
      const out = new Float64Array(buffer, OUT, wanted.length);
      kernel.productsI1(QUERY, VECTORS, width, bytes * 8, IDS, wanted.length, OUT);
      expect([...out]).toEqual(wanted.map((id) => bitProduct(planes, bits, id * width, width)));
    }),
    { numRuns: 100 },
  );
});

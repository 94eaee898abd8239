import fc from "fast-check";
import { expect, test } from "vitest";
import { kernelFor } from "./kernel.ts";
import { packTwin } from "../testing/kernel/packing-twin.ts";

const SOURCE = 1024;
const TARGET = 4096;
const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
const kernel = kernelFor(memory);
const bytes = new Uint8Array(memory.buffer);

/** 128 values of at most `bits` bits, including the greatest. */
function valuesOf(bits: number) {
  const most = 2 ** bits - 1;
  const value = fc.oneof(fc.constantFrom(0, most), fc.integer({ min: 0, max: most }));
  return fc.array(value, { minLength: 128, maxLength: 128 }).map((values) => Uint32Array.from(values));
}

test("values unpack as they were packed, in every width", () => {
  for (let bits = 0; bits <= 32; bits++) {
    fc.assert(
      fc.property(valuesOf(bits), fc.integer({ min: -1, max: 1000 }), (values, base) => {
        bytes.fill(0xff, SOURCE, TARGET);
        bytes.set(packTwin(values, bits), SOURCE);
        kernel.unpackFreqs(bits, SOURCE, TARGET);
        expect(new Int32Array(memory.buffer, TARGET, 128)).toEqual(Int32Array.from(values, (value) => value + 1));
        if (bits === 0) return;
        kernel.unpackDocs(bits, SOURCE, TARGET, base);
        let doc = base;
        expect(new Int32Array(memory.buffer, TARGET, 128)).toEqual(
          Int32Array.from(values, (value) => (doc = (doc + value) | 0)),
        );
      }),
      { numRuns: 10 },
    );
  }
});

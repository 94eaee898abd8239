import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compressBlock, decompressBlock } from "./codec.ts";
import { compressBlockTwin, decompressBlockTwin } from "../testing/kernel/codec-twin.ts";

/** Bytes with repetitions: words of a small vocabulary, and some noise. */
const repetitive = fc
  .array(
    fc.oneof(
      fc.constantFrom('{"name":"', '","age":', "aaaaaaaaaaaaaaaaaaaaaaaa", "ab", "the quick brown fox "),
      fc.string({ maxLength: 9 }),
    ),
    {
      maxLength: 200,
    },
  )
  .map((words) => new TextEncoder().encode(words.join("")));
const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), repetitive);

/** The kernel's result, or undefined when it throws. */
function attempt(bytes: Uint8Array, size: number): Uint8Array | undefined {
  try {
    return decompressBlock(bytes, size);
  } catch {
    return undefined;
  }
}

describe("block codec", () => {
  test("decompresses what it compressed, and so does the TypeScript reference", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const compressed = compressBlock(bytes);
        expect(decompressBlock(compressed, bytes.length)).toEqual(bytes);
        expect(decompressBlockTwin(compressed, bytes.length)).toEqual(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test("decompresses what the reference compressed", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(decompressBlock(compressBlockTwin(bytes), bytes.length)).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  test("shrinks repetitive text and hardly enlarges random bytes", () => {
    const text = new TextEncoder().encode('{"title":"a title","count":1}\n'.repeat(400));
    expect(compressBlock(text).length).toBeLessThan(text.length / 20);
    let state = 1;
    const noise = Uint8Array.from(
      { length: 20000 },
      () => (state = (Math.imul(state, 48271) >>> 0) % 2147483647) & 255,
    );
    expect(compressBlock(noise).length).toBeLessThanOrEqual(noise.length + Math.ceil(noise.length / 255) + 16);
  });

  test("agrees with the reference on damaged blocks, which are rejected or decompress to something", () => {
    const damage = fc.record({
      bytes: anyBytes,
      at: fc.nat(),
      value: fc.nat(255),
      cut: fc.nat(3),
      size: fc.integer({ min: -3, max: 3 }),
    });
    fc.assert(
      fc.property(damage, ({ bytes, at, value, cut, size }) => {
        const block = compressBlock(bytes);
        block[at % block.length] = value;
        const cutBlock = block.subarray(0, Math.max(0, block.length - cut));
        const claimed = Math.max(0, bytes.length + size);
        expect(attempt(cutBlock, claimed)).toEqual(decompressBlockTwin(cutBlock, claimed));
      }),
      { numRuns: 500 },
    );
  });

  test("agrees with the reference on any bytes at all", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(600), (bytes, size) => {
        expect(attempt(bytes, size)).toEqual(decompressBlockTwin(bytes, size));
      }),
      { numRuns: 1000 },
    );
  });

  test("handles a block larger than the memory it keeps", () => {
    const large = new Uint8Array(9_000_000).map((_, i) => (i * i) >> 7);
    expect(Buffer.compare(decompressBlock(compressBlock(large), large.length), large)).toBe(0);
  });

  test("rejects corrupt blocks with an error", () => {
    expect(() => decompressBlock(new Uint8Array(0), 1)).toThrow("corrupt compressed block");
    expect(() => decompressBlock(Uint8Array.of(0xf0, 255, 255), 10)).toThrow("corrupt compressed block");
    expect(() => decompressBlock(Uint8Array.of(0), -1)).toThrow("corrupt compressed block");
  });
});

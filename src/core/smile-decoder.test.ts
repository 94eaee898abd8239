import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeSmile } from "./smile-decoder.ts";
import { encodeSmile } from "./smile-encoder.ts";

test("decoding returns what was encoded", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(decodeSmile(encodeSmile(plain))).toEqual(plain);
    }),
  );
});

test("64-bit and larger integers stay exact", () => {
  for (const value of [9223372036854775807n, -9223372036854775808n, 123456789012345678901234567890n, -1n << 70n]) {
    expect(decodeSmile(encodeSmile({ value }))).toEqual({ value });
  }
});

test("references to shared names and values are resolved", () => {
  // [{"a":"xy"},{"a":"xy"}] as written by Jackson with both kinds of sharing.
  const bytes = [0x3a, 0x29, 0x0a, 0x03, 0xf8, 0xfa, 0x80, 0x61, 0x41, 0x78, 0x79, 0xfb, 0xfa, 0x40, 0x01, 0xfb, 0xf9];
  expect(decodeSmile(Uint8Array.from(bytes))).toEqual([{ a: "xy" }, { a: "xy" }]);
});

test("any bytes give a value or an error, never a hang", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
      try {
        decodeSmile(Uint8Array.from([0x3a, 0x29, 0x0a, 0x03, ...tail]));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 500 },
  );
});

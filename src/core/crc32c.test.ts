import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32c } from "./crc32c.ts";

const ascii = new TextEncoder();

test("published check values are reproduced", () => {
  expect(crc32c(ascii.encode("123456789"))).toBe(0xe3069283);
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
  expect(crc32c(new Uint8Array(0))).toBe(0);
});

test("a checksum can be continued at any byte", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(), (bytes, at) => {
      const cut = bytes.length === 0 ? 0 : at % bytes.length;
      expect(crc32c(bytes, cut, bytes.length, crc32c(bytes, 0, cut))).toBe(crc32c(bytes));
    }),
  );
});

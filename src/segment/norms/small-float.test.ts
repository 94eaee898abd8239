import { expect, test } from "vitest";
import { byte4ToInt, intToByte4 } from "./small-float.ts";

test("every byte decodes to a length that encodes to it, and lengths ascend", () => {
  let last = -1;
  for (let norm = 0; norm < 256; norm++) {
    expect(byte4ToInt(norm)).toBeGreaterThan(last);
    last = byte4ToInt(norm);
    expect(intToByte4(last)).toBe(norm);
    if (norm > 0) expect(intToByte4(last - 1)).toBe(norm - 1);
  }
});

test("the table is Lucene's: exact up to 40, then coarser, up to the largest integer", () => {
  expect([0, 1, 39, 40, 41, 42, 56, 58, 60].map((length) => byte4ToInt(intToByte4(length)))).toEqual([
    0, 1, 39, 40, 40, 42, 56, 56, 60,
  ]);
  expect(byte4ToInt(255)).toBe(2013265944);
  expect(intToByte4(2 ** 31 - 1)).toBe(255);
});

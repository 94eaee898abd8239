import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryFiles } from "./memory-files.ts";
import { seal, SealBroken, unseal } from "./sealed-file.ts";
import { SealedSeries } from "./sealed-series.ts";

const body = (text: string): Uint8Array => new TextEncoder().encode(text);

test("unsealing returns what was sealed", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.maxSafeNat(), (bytes, generation) => {
      const opened = unseal(seal(bytes, generation), "x");
      expect(opened.generation).toBe(generation);
      expect(Buffer.from(opened.body).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
});

test("a flipped bit or a missing end anywhere is detected", () => {
  const good = seal(body('{"some":"state","with":[1,2,3]}'), 12345);
  for (let at = 0; at < good.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const bad = Uint8Array.from(good);
      bad[at]! ^= 1 << bit;
      expect(() => unseal(bad, "x")).toThrow(SealBroken);
    }
    expect(() => unseal(good.subarray(0, at), "x")).toThrow(SealBroken);
  }
});

test("a series keeps the newest version and the previous one, whatever else is damaged", async () => {
  const files = new MemoryFiles();
  const series = new SealedSeries(files, "f", "state");
  await files.replace("f/state-extra", body("not a version"));
  for (const text of ["a", "b", "c"]) await series.write(body(text));
  const texts = (): string[] => series.read().versions.map((version) => Buffer.from(version.body).toString());
  expect(texts()).toEqual(["c", "b"]);
  await files.replace("f/state-3", body("damaged"));
  expect(texts()).toEqual(["b"]);
  expect(series.read().damages.map((damage) => damage.file)).toEqual(["f/state-3"]);
  expect(await series.write(body("d"))).toBe(4);
  expect(texts()).toEqual(["d", "b"]);
  expect(await series.write(body("e"))).toBe(5);
  expect(texts()).toEqual(["e", "d"]);
  expect(files.list("f")).toEqual(["state-4", "state-5", "state-extra"]);
});

test("a version stored under another's name is rejected", async () => {
  const files = new MemoryFiles();
  const series = new SealedSeries(files, "f", "state");
  await files.replace("f/state-2", seal(body("x"), 1));
  expect(series.read().damages.length).toBe(1);
});

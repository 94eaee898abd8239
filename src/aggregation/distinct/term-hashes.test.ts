import { expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { testMapping, testShard } from "../../testing/aggregation/aggregation-harness.ts";
import { TermHashes } from "./term-hashes.ts";

test("hashes are reserved before they are kept, and once", () => {
  const documents = Array.from({ length: 50 }, (_, i): JsonObject => ({ k: `term ${i}` }));
  const { view } = testShard(testMapping({ k: { type: "keyword" } }), [documents]);
  const terms = view.segments[0]!.terms("k")!;
  const refuse = (): void => {
    throw new Error("too large");
  };
  expect(() => new TermHashes(terms, refuse)).toThrow("too large");
  const reserved: number[] = [];
  const first = new TermHashes(terms, (bytes) => void reserved.push(bytes));
  const second = new TermHashes(terms, refuse);
  expect(reserved).toEqual([50 * 8]);
  const hashes: string[] = [];
  const target = { add: (high: number, low: number) => void hashes.push(`${high} ${low}`) };
  first.add(7, target);
  second.add(7, target);
  expect(hashes[0]).toBe(hashes[1]);
});

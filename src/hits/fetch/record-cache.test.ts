/** Which records stay cached, and for how long. */
import { expect, test } from "vitest";
import type { Operation } from "../../store/operation-log.ts";
import { RecordCache } from "./record-cache.ts";

const record = (seqNo: number, bytes = 744): Operation => ({
  kind: "index",
  seqNo,
  primaryTerm: 1,
  version: 1,
  id: String(seqNo),
  routing: undefined,
  previousSeqNo: -1,
  source: new Uint8Array(bytes).fill(seqNo),
});

test("a record is cached by file and sequence number, as a copy", () => {
  const cache = new RecordCache();
  const [one, other] = [{}, {}];
  const own = record(7);
  cache.put(one, own);
  own.source.fill(0);
  expect(cache.get(one, 7)?.source[0]).toBe(7);
  expect(cache.get(one, 8)).toBeUndefined();
  expect(cache.get(other, 7)).toBeUndefined();
  cache.drop(one);
  expect(cache.get(one, 7)).toBeUndefined();
});

test("records that are requested again outlive others", () => {
  const cache = new RecordCache(20_000);
  const file = {};
  for (let seqNo = 0; seqNo < 100; seqNo++) {
    cache.put(file, record(seqNo));
    cache.get(file, 0);
  }
  expect(cache.get(file, 0)).toBeDefined();
  expect(cache.get(file, 99)).toBeDefined();
  expect(cache.get(file, 50)).toBeUndefined();
});

test("a record that would evict all others is not cached, and dropping a file frees room", () => {
  const cache = new RecordCache(20_000);
  cache.put(cache, record(1, 5000));
  expect(cache.get(cache, 1)).toBeUndefined();
  const kept = {};
  cache.put(kept, record(2));
  for (let round = 0; round < 100; round++) {
    const file = {};
    cache.put(file, record(round));
    cache.drop(file);
  }
  expect(cache.get(kept, 2)).toBeDefined();
});

import { describe, expect, test } from "vitest";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { RecentUses, usesToKeep } from "./caching-policy.ts";
import { DocSet } from "./doc-set.ts";
import { type KeptSet, QueryCache } from "./query-cache.ts";

let segments = 0;

/** A segment is identified by its reader, and by a number to other threads. */
function segmentOf(docCount = 10_000): SegmentReader {
  return { docCount, data: { id: ++segments } } as SegmentReader;
}

/** A dense set of `bytes`. */
function setOf(bytes: number): DocSet {
  return new DocSet({ count: bytes * 8, words: new Uint32Array(bytes / 4).fill(0xffffffff), docs: undefined });
}

describe("the query cache", () => {
  test("finds sets by segment and key, and counts hits", () => {
    const cache = new QueryCache({ bytes: 1e6 });
    const shard = cache.shard("u", 0);
    const [one, other] = [segmentOf(), segmentOf()];
    const set = setOf(1024);
    shard.put(one, "a", set);
    expect(shard.find(one, "a")).toBe(set);
    expect(shard.find(one, "b")).toBeUndefined();
    expect(shard.find(other, "a")).toBeUndefined();
    expect(shard.counts).toEqual({ hits: 1, misses: 2, sets: 1, cached: 1, bytes: cache.bytes });
    expect([...cache.counts()]).toEqual([{ uuid: "u", shard: 0, counts: shard.counts }]);
  });

  test("stays within its size: least recently used sets are evicted first", () => {
    const cache = new QueryCache({ bytes: 4 * 1400 });
    const shard = cache.shard("u", 0);
    const segment = segmentOf();
    for (const key of ["a", "b", "c", "d"]) shard.put(segment, key, setOf(1024));
    shard.find(segment, "a");
    shard.put(segment, "e", setOf(1024));
    expect(cache.bytes).toBeLessThanOrEqual(4 * 1400);
    expect(["a", "b", "c", "d", "e"].filter((key) => shard.find(segment, key))).toEqual(["a", "c", "d", "e"]);
    expect(shard.counts).toMatchObject({ sets: 4, cached: 5, bytes: cache.bytes });
  });

  test("takes over sets of other threads, which are counted where they were made", () => {
    const [maker, other] = [new QueryCache({ bytes: 1e6 }), new QueryCache({ bytes: 1e6 })];
    const [made, read] = [segmentOf(), segmentOf()];
    const told: KeptSet[] = [];
    maker.onKept = (kept) => void told.push(kept);
    other.onKept = () => expect.unreachable("what was taken over is not told again");
    const set = setOf(1024);
    maker.shard("u", 3).put(made, "a", set);
    expect(told).toEqual([
      {
        uuid: "u",
        shard: 3,
        segment: made.data.id,
        key: "a",
        set: { count: set.count, words: set.words, docs: undefined },
      },
    ]);
    other.take(told[0]!, read);
    other.take(told[0]!, read);
    expect(other.shard("u", 3).find(read, "a")?.words).toBe(set.words);
    expect(other.shard("u", 3).counts).toEqual({ hits: 1, misses: 0, sets: 0, cached: 0, bytes: 0 });
    expect(other.bytes).toBe(maker.bytes);
    other.dropSegment(read);
    expect(other.bytes).toBe(0);
    expect(other.shard("u", 3).counts.sets).toBe(0);
  });

  test("does not keep a set larger than the cache", () => {
    const cache = new QueryCache({ bytes: 1000 });
    cache.shard("u", 0).put(segmentOf(), "a", setOf(1024));
    expect(cache.bytes).toBe(0);
  });

  test("drops a segment's sets with its reader, and an index's counts", () => {
    const cache = new QueryCache({ bytes: 1e6 });
    const shard = cache.shard("u", 0);
    const [one, other] = [segmentOf(), segmentOf()];
    shard.put(one, "a", setOf(1024));
    shard.put(other, "a", setOf(1024));
    cache.dropSegment(one);
    expect(shard.find(one, "a")).toBeUndefined();
    expect(shard.find(other, "a")).toBeDefined();
    expect(shard.counts.sets).toBe(1);
    cache.dropSegment(other);
    expect(cache.bytes).toBe(0);
    cache.dropIndex("u");
    expect([...cache.counts()]).toEqual([]);
  });

  test("takes segments of 10,000 documents that are not small compared to the others (MinSegmentSizePredicate)", () => {
    const cache = new QueryCache({ bytes: 1e6 });
    const eligible = (...docCounts: number[]): number[] => {
      const request = cache.forRequest("u", 0, docCounts.map(segmentOf), false);
      return [...(request?.segments ?? [])].map(({ docCount }) => docCount);
    };
    expect(eligible(9_999)).toEqual([]);
    expect(eligible()).toEqual([]);
    expect(eligible(10_000)).toEqual([10_000]);
    expect(eligible(10_000, 15_000, 35_000)).toEqual([15_000, 35_000]);
    expect(eligible(10_001, 15_000, 34_999)).toEqual([10_001, 15_000, 34_999]);
  });
});

describe("the policy", () => {
  test("caches costly filters at the second use, compound ones at the fourth, others at the fifth, and terms never", () => {
    expect(["IndexOrDocValuesQuery", "PrefixQuery", "TermInSetQuery"].map(usesToKeep)).toEqual([2, 2, 2]);
    expect(["BooleanQuery", "PhraseQuery"].map(usesToKeep)).toEqual([4, 5]);
    expect(["TermQuery", "MatchAllDocsQuery", "FieldExistsQuery"].map(usesToKeep)).toEqual([
      Infinity,
      Infinity,
      Infinity,
    ]);
  });

  test("counts uses among the last 256", () => {
    const uses = new RecentUses();
    expect([uses.add("a"), uses.add("a")]).toEqual([1, 2]);
    for (let other = 0; other < 254; other++) uses.add(`b${other}`);
    expect(uses.add("a")).toBe(2);
    for (let other = 0; other < 256; other++) uses.add(`c${other}`);
    expect(uses.add("a")).toBe(1);
  });
});

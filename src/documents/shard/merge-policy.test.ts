import fc from "fast-check";
import { expect, test } from "vitest";
import { type MergeCandidate, nextExpunge, nextForcedMerge, nextMerge, SEGMENTS_PER_TIER } from "./merge-policy.ts";

const candidate = fc
  .record({ bytes: fc.integer({ min: 1, max: 1e9 }), docs: fc.integer({ min: 1, max: 1e6 }) })
  .chain((segment) =>
    fc
      .integer({ min: 0, max: segment.docs })
      .map((deleted): MergeCandidate => ({ ...segment, deleted, unlinked: false, merging: false })),
  );

function apply(segments: MergeCandidate[], run: { from: number; to: number }): MergeCandidate[] {
  const joined = segments.slice(run.from, run.to);
  const docs = joined.reduce((sum, segment) => sum + segment.docs - segment.deleted, 0);
  const bytes = joined.reduce((sum, segment) => sum + segment.bytes * (1 - segment.deleted / segment.docs), 0);
  const merged = docs > 0 ? [{ bytes, docs, deleted: 0, unlinked: false, merging: false }] : [];
  return [...segments.slice(0, run.from), ...merged, ...segments.slice(run.to)];
}

test("merging comes to an end and leaves few segments", () => {
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 100 }), (start) => {
      let segments = start;
      for (let steps = 0; ; steps++) {
        const run = nextMerge(segments);
        if (run === undefined) break;
        expect(run.to - run.from === 1 || run.to - run.from === SEGMENTS_PER_TIER).toBe(true);
        segments = apply(segments, run);
        expect(steps).toBeLessThan(300);
      }
      expect(segments.every((segment) => segment.deleted <= segment.docs * 0.25)).toBe(true);
    }),
  );
});

test("a force merge ends with at most the wanted number of segments, and one without deleted documents when one is wanted", () => {
  fc.assert(
    fc.property(
      fc.array(
        candidate.map((one) => ({ ...one, bytes: one.bytes % 1e6 })),
        { maxLength: 30 },
      ),
      fc.integer({ min: 1, max: 5 }),
      (start, maximum) => {
        let segments = start;
        for (let run = nextForcedMerge(segments, maximum); run; run = nextForcedMerge(segments, maximum))
          segments = apply(segments, run);
        expect(segments.length).toBeLessThanOrEqual(maximum);
        if (maximum === 1) expect(segments.every((segment) => segment.deleted === 0)).toBe(true);
      },
    ),
  );
});

test("an expunge rewrites only segments above the allowed share", () => {
  const segments = [
    { bytes: 10, docs: 100, deleted: 10, unlinked: false, merging: false },
    { bytes: 10, docs: 100, deleted: 11, unlinked: false, merging: false },
  ];
  expect(nextExpunge(segments)).toEqual({ from: 1, to: 2 });
  expect(nextExpunge(segments.slice(0, 1))).toBeUndefined();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import { Memberships } from "./memberships.ts";

test("sorting by place keeps the order of the buckets of a place, also of more pairs than fit at first", () => {
  const memberships = new Memberships();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 5 }))),
      fc.constantFrom(1, 200),
      (drawn, times) => {
        const pairs = Array.from({ length: times }, () => drawn).flat();
        memberships.count = 0;
        for (const [place, bucket] of pairs) memberships.add(place, bucket);
        memberships.sortByPlace(41);
        const sorted = Array.from({ length: memberships.count }, (_, i) => [
          memberships.places[i],
          memberships.buckets[i],
        ]);
        expect(sorted).toEqual([...pairs].sort((left, right) => left[0] - right[0]));
      },
    ),
    {
      examples: [[Array.from({ length: 50 }, (_, i): [number, number] => [40 - (i % 41), i % 3]), BATCH_DOCS]],
      numRuns: 50,
    },
  );
});

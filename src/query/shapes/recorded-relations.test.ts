/** Relations of random shapes, recorded from Elasticsearch 8.19.21 (Lucene 9.12) on 2026-11-21. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";

const RELATIONS = ["intersects", "disjoint", "within", "contains"] as const;

interface Recorded {
  readonly type: string;
  readonly query: string;
  readonly documents: readonly Json[];
  /** Numbers of the matching documents, by relation; a relation that was refused is absent. */
  readonly queries: readonly (Partial<Record<(typeof RELATIONS)[number], readonly number[]>> & {
    readonly shape: Json;
  })[];
}

const recorded = JSON.parse(readFileSync(new URL("recorded-relations.json", import.meta.url), "utf8")) as Recorded[];

test.each(recorded)("$type", ({ type, query, documents, queries }) => {
  const asked = documents.map((f) => ({ f }));
  for (const fixture of [new QueryFixture({ f: { type } }, asked), new QueryFixture({ f: { type } }, asked, [7, 20])]) {
    for (const one of queries) {
      for (const relation of RELATIONS) {
        const expected = one[relation];
        if (!expected) continue;
        const ids = fixture.search({ [query]: { f: { shape: one.shape, relation } } }).map(({ id, score }) => {
          expect(score).toBe(0);
          return Number(id);
        });
        expect(
          ids.sort((left, right) => left - right),
          `${relation} ${JSON.stringify(one.shape)}`,
        ).toEqual(expected);
      }
    }
  }
});

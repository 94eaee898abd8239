/** What random queries found to differ from Elasticsearch 8.19 (`npm run differential`): its recorded answers. */
import { beforeAll, describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";
import found from "../testing/search/found-cases.json" with { type: "json" };

type Hit = readonly [id: string, score: number, names?: readonly string[]];

const cases = found.cases as unknown as readonly {
  readonly query: JsonObject;
  readonly hits?: readonly Hit[];
  readonly error?: string;
}[];

describe("queries that were answered otherwise", () => {
  const fixture = new SearchFixture();

  beforeAll(async () => {
    await fixture.create("found", { mapping: found.mapping as unknown as JsonObject });
    const documents = found.documents as unknown as readonly JsonObject[];
    await fixture.write(
      "found",
      documents.map((document, id) => [String(id), document]),
    );
  });

  async function answer(query: Json): Promise<readonly Hit[] | string> {
    try {
      const { hits } = (await fixture.search("found", { query, size: 20, _source: false })) as unknown as {
        readonly hits: { readonly hits: readonly { _id: string; _score: number; matched_queries?: string[] }[] };
      };
      return hits.hits.map(({ _id, _score, matched_queries: names }) => (names ? [_id, _score, names] : [_id, _score]));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const cause = error.rootCauses?.[0] ?? error;
      return `${cause.type}: ${cause.message}`;
    }
  }

  test.each(cases.map((one) => [JSON.stringify(one.query), one] as const))(
    "%s",
    async (_text, { query, hits, error }) => {
      const told = await answer(query);
      if (error !== undefined) {
        expect(told).toBe(error);
        return;
      }
      expect((told as readonly Hit[]).map(([id, , names]) => [id, names])).toEqual(
        hits!.map(([id, , names]) => [id, names]),
      );
      for (const [at, [, score]] of hits!.entries()) expect((told as readonly Hit[])[at]![1]).toBeCloseTo(score, 5);
    },
  );
});

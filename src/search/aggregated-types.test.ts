/** Which aggregation takes which type of field, and what it makes of it: a table of answers of Elasticsearch 8.19. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface Case {
  readonly field: string;
  readonly aggregation: string;
  readonly body: JsonObject;
  /** The aggregation's result, or `{error}`. */
  readonly answer: JsonObject;
}

interface Cases {
  readonly mapping: JsonObject;
  readonly documents: readonly JsonObject[];
  readonly cases: readonly Case[];
}

const { mapping, documents, cases } = JSON.parse(
  readFileSync(new URL("./aggregated-types-cases.json", import.meta.url), "utf8"),
) as Cases;
/**
 * Known to differ: bytes of `binary` fields with doc_values are in no column, versions of documents are in no segment.
 */
const apart: ReadonlySet<string> = new Set(["binary", "_version"]);
const INDEX = "cc-aggs";
const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create(INDEX, { mapping });
  await fixture.write(
    INDEX,
    documents.map((source, id) => [String(id), source] as const),
  );
});

async function answer(field: string, aggregation: string, body: JsonObject): Promise<JsonObject> {
  try {
    const found = await fixture.search(INDEX, { size: 0, aggs: { a: { [aggregation]: { field, ...body } } } });
    return (found.aggregations as JsonObject).a as JsonObject;
  } catch (error) {
    const { root_cause: causes, ...whole } = (
      JSON.parse(JSON.stringify(errorResponse(error))) as { error: JsonObject & { root_cause: JsonObject[] } }
    ).error;
    const [first] = causes;
    return { error: first ? { type: first.type!, reason: first.reason! } : (whole["caused_by"] as JsonObject) };
  }
}

const byField = new Map<string, Case[]>();
for (const one of cases) if (!apart.has(one.field)) byField.set(one.field, [...(byField.get(one.field) ?? []), one]);

describe.each([...byField])("%s", (field, own) => {
  test.each(own.map((one) => [one.aggregation, one] as const))("%s", async (aggregation, one) => {
    expect(await answer(field, aggregation, one.body)).toEqual(one.answer);
  });
});

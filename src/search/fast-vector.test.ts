/** The fast vector highlighter marks what Elasticsearch 8.19 marks. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface Cases {
  readonly mapping: JsonObject;
  readonly documents: Readonly<Record<string, JsonObject>>;
  readonly cases: readonly (readonly [body: JsonObject, status: number, answer: unknown])[];
}

const { mapping, documents, cases } = JSON.parse(
  readFileSync(new URL("./fast-vector-cases.json", import.meta.url), "utf8"),
) as Cases;
const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("i", { mapping });
  await fixture.write("i", Object.entries(documents));
});

test.each(cases.map(([body, status, answer]) => [JSON.stringify(body["highlight"]), body, status, answer] as const))(
  "%s",
  async (_title, body, status, answer) => {
    expect(await answerOf(body)).toEqual([status, answer]);
  },
);

/** Fragments of each hit, or what is wrong. */
async function answerOf(body: JsonObject): Promise<unknown> {
  const [field = ""] = Object.keys((body["highlight"] as JsonObject)["fields"] as JsonObject);
  try {
    const { hits } = await fixture.search("i", body);
    const found = (hits as JsonObject)["hits"] as { readonly highlight?: JsonObject }[];
    return [200, found.map(({ highlight = {} }) => highlight[field] ?? [])];
  } catch (error) {
    const { error: told, status } = errorResponse(error);
    return [status, told.root_cause[0]?.reason];
  }
}

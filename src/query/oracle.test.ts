/**
 * Documents, order and scores are those of a real Elasticsearch 8.19. Run with its address in WARDEX_ORACLE; skipped
 * without.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { RequestError } from "../compat/errors.ts";
import { corpusDocuments, corpusMapping, corpusQueries } from "../testing/query/query-corpus.ts";
import { QueryFixture } from "../testing/query/query-fixture.ts";

const address = process.env.WARDEX_ORACLE;
const index = "wardex-query-kinds";
const documents = corpusDocuments(150);

async function ask(method: string, path: string, body?: string): Promise<JsonObject> {
  const response = await fetch(`${address}/${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { "content-type": "application/x-ndjson" },
  });
  const answer: unknown = await response.json();
  if (!isJsonObject(answer)) throw new Error(`${path} answered no object`);
  return answer;
}

function properties(): JsonObject {
  const root: Record<string, JsonObject> = {};
  for (const [path, parameters] of Object.entries(corpusMapping)) {
    const [first = "", second] = path.split(".");
    if (second === undefined) root[first] = { ...parameters, ...root[first] };
    else if (first === "obj")
      root[first] = { properties: { ...(root[first]?.properties as JsonObject | undefined), [second]: parameters } };
    else root[first] = { ...root[first], fields: { [second]: parameters } };
  }
  return root;
}

describe.skipIf(address === undefined)("compared with Elasticsearch 8.19", () => {
  const fixture = new QueryFixture(corpusMapping, documents);

  beforeAll(async () => {
    await ask("DELETE", index);
    await ask(
      "PUT",
      index,
      JSON.stringify({
        settings: { number_of_shards: 1, number_of_replicas: 0 },
        mappings: { properties: properties() },
      }),
    );
    const lines = documents.flatMap((document, id) => [
      JSON.stringify({ index: { _id: String(id) } }),
      JSON.stringify(document),
    ]);
    const bulk = await ask("POST", `${index}/_bulk`, `${lines.join("\n")}\n`);
    expect(bulk.errors).toBe(false);
    await ask("POST", `${index}/_refresh`);
    await ask("POST", `${index}/_forcemerge?max_num_segments=1`);
    await ask("POST", `${index}/_refresh`);
  });

  afterAll(async () => {
    await ask("DELETE", index);
  });

  test.each(corpusQueries.map((query) => [JSON.stringify(query), query] as const))("%s", async (_name, query) => {
    const answer = await ask(
      "POST",
      `${index}/_search?size=1000&track_total_hits=true`,
      JSON.stringify({ query, _source: false }),
    );
    let ours: Json;
    try {
      ours = fixture.search(query).map(({ id, score }) => `${id} ${score}`);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      ours = `${error.type}: ${error.message}`;
    }
    expect(ours).toEqual(theirs(answer));
  });

  // Patterns on fields without terms are runtime fields in Elasticsearch, with other explanations.
  const explainable = corpusQueries.filter((query) => !JSON.stringify(query).includes('"prefix":{"hidden"'));
  test.each(explainable.map((query) => [JSON.stringify(query), query] as const))(
    "explains %s",
    async (_name, query) => {
      const answer = await ask(
        "POST",
        `${index}/_search?size=3&explain=true`,
        JSON.stringify({ query, _source: false }),
      );
      if (answer.error !== undefined) return;
      const explained = new Map(fixture.explain(query).map(({ id, explanation }) => [id, explanation]));
      for (const hit of (answer.hits as JsonObject).hits as JsonObject[]) {
        const own = explained.get(String(hit._id));
        expect(own && scoresOf(own)).toEqual(scoresOf(hit._explanation as unknown as Told));
      }
    },
  );
});

interface Told {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Told[];
}

/**
 * Values and descriptions as lines. Not compared: the text of leaves without scores, anything below a filter (which
 * Elasticsearch may have cached), and the order of details (which is that of a hash table there).
 */
function scoresOf(told: Told, depth = 0): string[] {
  const described = /weight|score\(|idf|tf|freq|boost|sum of|max of|dl|avgdl|k1|b, |clause|n, |N, /.test(
    told.description,
  );
  const own = `${"  ".repeat(depth)}${told.value} ${described ? told.description : ""}`;
  if (told.description.startsWith("match on required clause")) return [own];
  const details = told.details
    .map((detail) => scoresOf(detail, depth + 1))
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));
  return [own, ...details.flat()];
}

function theirs(answer: JsonObject): Json {
  const { error } = answer;
  if (isJsonObject(error)) {
    const [first] = (error.root_cause as JsonObject[] | undefined) ?? [];
    return `${String(first?.type)}: ${String(first?.reason)}`;
  }
  const { hits } = answer.hits as JsonObject;
  return (hits as JsonObject[]).map((hit) => `${String(hit._id)} ${Math.fround(Number(hit._score))}`);
}

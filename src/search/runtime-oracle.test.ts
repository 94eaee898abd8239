/**
 * Runtime fields of random documents: queries, sorts, aggregations and what hits show are those of a real Elasticsearch
 * 8.19. Run with its address in WARDEX_ORACLE; skipped without. SEED repeats a run.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { runtimeCorpus } from "../testing/search/runtime-corpus.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

const address = process.env.WARDEX_ORACLE;
const index = "wardex-runtime-fields";
const seed = Number(process.env.SEED ?? 1);
const searches = Number(process.env.SEARCHES ?? 300);

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

describe.skipIf(address === undefined)("as Elasticsearch 8.19 answers", () => {
  const fixture = new SearchFixture();
  const corpus = runtimeCorpus(numbersFrom(seed));

  beforeAll(async () => {
    await ask("DELETE", index);
    const made = await ask(
      "PUT",
      index,
      JSON.stringify({ settings: { number_of_shards: 1, number_of_replicas: 0 }, mappings: corpus.mapping }),
    );
    expect(made.error).toBeUndefined();
    await fixture.create(index, { mapping: corpus.mapping });
    // Two segments, some documents of which are deleted.
    for (const part of corpus.parts) {
      const lines = part.flatMap(([id, source]) => [JSON.stringify({ index: { _id: id } }), source]);
      const bulk = await ask("POST", `${index}/_bulk?refresh=true`, `${lines.join("\n")}\n`);
      expect(bulk.errors).toBe(false);
      await fixture.write(index, part);
    }
    for (const id of corpus.deleted) await ask("DELETE", `${index}/_doc/${id}?refresh=true`);
    await fixture.delete(index, corpus.deleted);
  });

  afterAll(async () => {
    await ask("DELETE", index);
  });

  const bodies = Array.from({ length: searches }, () => corpus.search());
  test.each(bodies.map((body, number) => [`search ${number}: ${stringifyJson(body)}`, body] as const))(
    "%s",
    async (_title, body) => {
      const theirs = await ask("POST", `${index}/_search`, stringifyJson(body));
      let ours: JsonObject;
      try {
        ours = await fixture.search(index, body);
      } catch (error) {
        ours = JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
      }
      expect(compared(ours)).toEqual(compared(theirs));
    },
  );
});

/** What of an answer is compared: everything that does not depend on time and place. */
function compared(answer: JsonObject): Json {
  if (answer.error !== undefined) return { root: causesOf(answer.error), status: answer.status ?? null };
  const { hits, aggregations = null, _shards: shards } = answer;
  return JSON.parse(
    JSON.stringify({ hits, aggregations, failed: isJsonObject(shards) ? shards.failed : null }),
  ) as Json;
}

function causesOf(error: Json): Json {
  if (!isJsonObject(error)) return null;
  const roots = Array.isArray(error.root_cause) ? error.root_cause : [];
  return roots.map((root) => (isJsonObject(root) ? `${String(root.type)}: ${String(root.reason)}` : ""));
}

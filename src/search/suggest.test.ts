/**
 * Suggestions are those that Elasticsearch 8.19 gave: each file of `testing/search/suggest-cases` has documents, which
 * stand in one shard, in three, and in two segments of each, and what requests on them were answered.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface Recorded {
  readonly about: string;
  readonly mapping: JsonObject;
  readonly settings?: Readonly<Record<string, string>>;
  /** Ids of documents that are deleted afterwards. */
  readonly deletes?: readonly string[];
  readonly documents: readonly (readonly [id: string, source: JsonObject])[];
  readonly cases: readonly {
    readonly index: string;
    readonly parameters: Readonly<Record<string, string>>;
    readonly body: JsonObject;
    readonly status: number;
    readonly answer: Json;
  }[];
}

const folder = new URL("../testing/search/suggest-cases/", import.meta.url);

describe.each(readdirSync(folder))("%s", (file) => {
  const recorded = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Recorded;
  const fixture = new SearchFixture();

  beforeAll(async () => {
    const { mapping, documents, settings = {}, deletes = [] } = recorded;
    for (const [index, shards] of Object.entries({ "suggest-one": 1, "suggest-three": 3, "suggest-empty": 1 })) {
      await fixture.create(index, { mapping, shards, settings });
      if (index === "suggest-empty") continue;
      await fixture.write(index, documents.slice(0, 50));
      await fixture.write(index, documents.slice(50));
      if (deletes.length > 0) await fixture.delete(index, [...deletes]);
    }
  });

  const titled = recorded.cases.map((one) => {
    const given = Object.keys(one.parameters).length > 0 ? ` ${JSON.stringify(one.parameters)}` : "";
    return [`${one.index}${given} ${JSON.stringify(one.body)}`, one] as const;
  });

  test.each(titled)("%s", async (_title, { index, parameters, body, status, answer }) => {
    const got = await answerOf(fixture, index, body, parameters);
    if (file === "phrase.json") expect(rounded(got)).toEqual(rounded({ status, answer }));
    else expect(got).toEqual({ status, answer });
  });
});

/** Java's logarithms differ from those of JavaScript in the last place. */
function rounded(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (_key, value: unknown) => (typeof value === "number" ? shortened(value) : value)),
  );
}

function shortened(value: number): number {
  return Number(value.toPrecision(5));
}

async function answerOf(
  fixture: SearchFixture,
  index: string,
  body: JsonObject,
  parameters: Readonly<Record<string, string>>,
): Promise<unknown> {
  try {
    const given = parameters.index === undefined ? { index, ...parameters } : parameters;
    return { status: 200, answer: compact(await fixture.search(index.split(","), body, given)) };
  } catch (error) {
    const { error: told, status } = JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
    return { status, answer: chainOf(told as JsonObject) };
  }
}

/** Without what is the same in all answers that find no hits. */
function compact({ took: _took, timed_out: _timed, _shards, hits, ...rest }: JsonObject): JsonObject {
  const { total = null, max_score: best = null, hits: found = [] } = hits as JsonObject;
  const nothing = JSON.stringify(total) === '{"value":0,"relation":"eq"}' && best === null;
  const { suggest } = rest;
  return {
    ...rest,
    ...((_shards as JsonObject).failed === 0 ? {} : { _shards: _shards ?? null }),
    ...(nothing ? {} : { hits: [total, best, (found as Json[]).length] }),
    ...(isJsonObject(suggest ?? null) ? { suggest: shortSuggestions(suggest as JsonObject) } : {}),
  };
}

function shortSuggestions(suggest: JsonObject): Json {
  return Object.entries(suggest).map(([name, entries]) => [name, ...(entries as JsonObject[]).map(shortEntry)]);
}

function shortEntry({ text = null, offset = null, length = null, options, ...rest }: JsonObject): Json {
  const short = (options as JsonObject[]).map((option) =>
    Object.keys(option).length <= 3 ? Object.values(option) : option,
  );
  return [text, offset, length, ...(Object.keys(rest).length > 0 ? [rest] : []), short];
}

/** Types and reasons from the outside to the inside, with the place. */
function chainOf(error: JsonObject): Json[] {
  const own = [error.type, error.reason, error.line, error.col].filter((part) => part !== undefined);
  const [shard] = (error.failed_shards ?? []) as JsonObject[];
  const inner = shard ? chainOf(shard.reason as JsonObject) : [];
  return [own, ...inner, ...(error.caused_by ? chainOf(error.caused_by as JsonObject) : [])];
}

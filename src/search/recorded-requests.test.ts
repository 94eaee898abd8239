/**
 * Whole searches are answered as real servers answered them: each file of `testing/search/request-cases` says which.
 * Times, names of nodes and ids of indices are not compared.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse, RequestError } from "../compat/errors.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";

interface Recorded {
  readonly about: string;
  readonly indices: Readonly<
    Record<
      string,
      {
        readonly shards?: number;
        readonly settings?: Readonly<Record<string, string>>;
        readonly mapping: JsonObject;
        readonly documents: readonly (readonly [id: string, source: JsonObject, routing?: string])[];
      }
    >
  >;
  readonly cases: readonly {
    readonly index: string;
    readonly parameters?: Readonly<Record<string, string>>;
    readonly body: JsonObject;
    readonly status: number;
    readonly answer: JsonObject;
  }[];
}

const folder = new URL("../testing/search/request-cases/", import.meta.url);
const notCompared: ReadonlySet<string> = new Set(["took", "_shards", "node", "_node", "index_uuid", "timed_out"]);

/** What is compared: scores as floats, and nothing that differs from one run to the next. */
function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  // Numbers of documents in a shard are our own.
  if (typeof value === "string") return value.replace(/(weight\(.*) in \d+\)/, "$1)");
  if (typeof value === "number" && !Number.isInteger(value)) return Number(value.toPrecision(6));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => !notCompared.has(key));
  return Object.fromEntries(
    members.map(([key, member]) => {
      const inOrder = key === "matched_queries" && Array.isArray(member) ? member.map(String).sort() : member;
      return [key, comparable(inOrder)];
    }),
  );
}

describe.each(readdirSync(folder))("%s", (file) => {
  const { indices, cases } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Recorded;
  const fixture = new SearchFixture();

  beforeAll(async () => {
    for (const [name, { documents, ...index }] of Object.entries(indices)) {
      await fixture.create(name, index);
      const routing = documents.map(([id, , to]) => [id, to] as const).filter(([, to]) => to !== undefined);
      await fixture.write(
        name,
        documents.map(([id, source]) => [id, source] as const),
        Object.fromEntries(routing) as Record<string, string>,
      );
    }
  });

  test.each(
    cases.map((each) => [`${stringifyJson(each.body)} ${stringifyJson(each.parameters ?? {})}`, each] as const),
  )("%s", async (_name, { index, body, parameters = {}, status, answer }) => {
    const call = fixture.send({
      call: "search",
      targets: [index.split(",").map((name) => fixture.target(name))],
      bodies: [JSON.stringify(body)],
      parameters: [parameters],
    });
    const given = await call.then(
      (text) => ({ ...(JSON.parse(text) as JsonObject), status: 200 }),
      (error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        return JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
      },
    );
    expect(comparable(given)).toEqual(comparable({ ...answer, status }));
  });
});

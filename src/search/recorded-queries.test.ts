/**
 * Hits, scores, explanations, profiles and errors of queries are those that real servers gave: each file of
 * `testing/search/query-cases` says which. Line and column of errors, hashes of Java objects and ids of indices are not
 * compared.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { errorResponse } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";

interface Recorded {
  readonly about: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly mapping: JsonObject;
  readonly routing?: Readonly<Record<string, string>>;
  /** How many digits of scores are compared; absent: all. */
  readonly digits?: number;
  readonly documents: readonly (readonly [id: string, source: JsonObject])[];
  readonly cases: readonly RecordedCase[];
}

interface RecordedCase {
  readonly body: JsonObject;
  readonly total?: number;
  readonly hits?: readonly RecordedHit[];
  readonly profile?: Json;
  readonly status?: number;
  /** Type and reason of the error of the shard, or of the request, and of its causes. */
  readonly failure?: readonly string[];
}

interface RecordedHit {
  readonly id: string;
  readonly score: number;
  readonly matched?: Json;
  readonly explanation?: Json;
}

const DIGITS = 12;

const folder = new URL("../testing/search/query-cases/", import.meta.url);

describe.each(readdirSync(folder))("%s", (file) => {
  const recorded = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Recorded;
  const fixture = new SearchFixture();
  const index = `queries-${file.replace(".json", "")}`;

  beforeAll(async () => {
    const settings = Object.fromEntries(
      Object.entries(recorded.settings).map(([name, value]) => [`index.${name}`, value]),
    );
    await fixture.create(index, { mapping: recorded.mapping, settings });
    await fixture.write(index, recorded.documents, recorded.routing);
    fixture.resolve = (reference) => {
      const isOwn = reference.kind === "document" && reference.index === index;
      return (isOwn && recorded.documents.find(([id]) => id === reference.id)?.[1]) || null;
    };
  });

  test.each(recorded.cases.map((one) => [JSON.stringify(one.body), one] as const))("%s", async (_text, wanted) => {
    const { body, ...rest } = wanted;
    const shape = { explains: wanted.hits?.some(({ explanation }) => explanation) ?? false, profiles: wanted.profile };
    const answer = await answerOf(fixture, index, body, { ...shape, digits: recorded.digits });
    expect(answer).toEqual(JSON.parse(plain(JSON.stringify(rest))));
  });
});

async function answerOf(
  fixture: SearchFixture,
  index: string,
  body: JsonObject,
  { explains, profiles, digits }: { explains: boolean; profiles: Json | undefined; digits: number | undefined },
): Promise<unknown> {
  try {
    const response = await fixture.search(index, { size: 50, ...body, explain: explains });
    const hits = hitsOf(response).map((hit): JsonObject => ({
      id: String(hit._id),
      score:
        digits === undefined || hit._score === null
          ? (hit._score ?? null)
          : Number(Number(hit._score).toPrecision(digits)),
      ...(hit.matched_queries ? { matched: (hit.matched_queries as string[]).toSorted() } : {}),
      ...(hit.fields ? { fields: hit.fields } : {}),
      ...(hit.highlight ? { highlight: hit.highlight } : {}),
      ...(explains ? { explanation: explanationOf(hit._explanation as JsonObject) } : {}),
    }));
    const { value } = (response.hits as JsonObject).total as JsonObject;
    const profile = profiles && (await profileOf(fixture, index, body));
    return JSON.parse(plain(JSON.stringify({ total: value, hits, profile })));
  } catch (error) {
    const { error: told, status } = JSON.parse(JSON.stringify(errorResponse(error))) as JsonObject;
    const [shard] = ((told as JsonObject).failed_shards ?? []) as JsonObject[];
    return { status, failure: chainOf((shard?.reason ?? told) as JsonObject).map(plain) };
  }
}

async function profileOf(fixture: SearchFixture, index: string, body: JsonObject): Promise<Json> {
  const response = await fixture.search(index, { size: 50, ...body, profile: true });
  const [shard] = (response.profile as JsonObject).shards as JsonObject[];
  const [search] = shard!.searches as JsonObject[];
  return (search!.query as JsonObject[]).map(nodeOf);
}

function nodeOf({ type = null, description = null, children }: JsonObject): Json {
  return children ? [type, description, (children as JsonObject[]).map(nodeOf)] : [type, description];
}

function explanationOf({ value = null, description = null, details }: JsonObject): Json {
  // Below a filter, which Elasticsearch may have cached, explanations differ.
  const isFilter = String(description).startsWith("match on required clause");
  const inner = isFilter ? [] : (details as JsonObject[]).map(explanationOf);
  // The last digits of distances depend on the library of mathematics.
  const rounded = Number.isInteger(value) ? value : Number(Number(value).toPrecision(DIGITS));
  return inner.length > 0 ? [rounded, description, inner] : [rounded, description];
}

function chainOf(error: JsonObject): string[] {
  const own = `${String(error.type)}: ${String(error.reason)}`;
  return error.caused_by ? [own, ...chainOf(error.caused_by as JsonObject)] : [own];
}

/** Without what depends on the place: positions, hashes and what they order, ids. */
function plain(text: string): string {
  return text
    .replace(/\[\d+:\d+\]/g, "[1:1]")
    .replace(/@[0-9a-f]+/g, "@")
    .replace(
      /spanOr\(\[([^[\]()]*)\]\)/g,
      (_all, terms: string) => `spanOr([${terms.split(", ").toSorted().join(", ")}])`,
    )
    .replace(/\[\[([^/[\]]+)\/[^\]]+\]\]/g, "[[$1]]");
}

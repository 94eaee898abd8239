import { beforeAll, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { SearchFixture } from "../testing/search/search-fixture.ts";
import { defaultSearchSettings, type SearchSettings } from "./search-settings.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  await fixture.create("a", { mapping: { properties: { n: { type: "integer" }, k: { type: "keyword" } } } });
  await fixture.create("b", { mapping: { properties: { other: { type: "integer" } } } });
  await fixture.write("a", [
    ["1", { n: 1, k: "x" }],
    ["2", { n: 2, k: "y" }],
    ["3", { n: 3, k: "z" }],
  ]);
});

/** Runs a search under these settings. */
async function under(
  settings: Partial<SearchSettings>,
  indices: string | string[],
  body: JsonObject,
  parameters = {},
): Promise<JsonObject> {
  fixture.thread.applyCustoms("settings", { ...defaultSearchSettings, ...settings });
  try {
    return await fixture.search(indices, body, parameters);
  } finally {
    fixture.thread.applyCustoms("settings", defaultSearchSettings);
  }
}

async function refusal(search: Promise<JsonObject>): Promise<RequestError> {
  const error: unknown = await search.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RequestError)) throw new Error("nothing was refused");
  return error;
}

test("search.max_buckets: as many are answered, one more is refused with the number that was set", async () => {
  const body = { size: 0, aggs: { kinds: { terms: { field: "k" } } } };
  expect(await under({ maxBuckets: 3 }, "a", body)).toMatchObject({
    aggregations: { kinds: { buckets: [{ key: "x" }, { key: "y" }, { key: "z" }] } },
  });
  const error = await refusal(under({ maxBuckets: 2 }, "a", body));
  expect(error.cause).toMatchObject({ type: "too_many_buckets_exception", details: { max_buckets: 2 } });
  expect(error.cause?.message).toContain("Must be less than or equal to: [2] but this number of buckets was exceeded.");
});

test("search.default_search_timeout cuts a search that says nothing, and -1 says that there is none", async () => {
  const body = { query: { match_all: {} }, aggs: { kinds: { terms: { field: "k" } } } };
  const soon = { timeoutMs: 1e-6 };
  expect(await under(soon, "a", body)).toMatchObject({ timed_out: true });
  expect(await under(soon, "a", { ...body, timeout: "-1" })).toMatchObject({ timed_out: false });
  expect(await under(soon, "a", body, { timeout: "10s" })).toMatchObject({ timed_out: false });
});

test("search.default_allow_partial_results: a failed shard fails the search, unless the request says otherwise", async () => {
  const body = { sort: "n" };
  const strict = { allowPartialResults: false };
  expect(await under({}, ["a", "b"], body)).toMatchObject({ _shards: { total: 2, successful: 1, failed: 1 } });
  expect(await refusal(under(strict, ["a", "b"], body))).toMatchObject({
    type: "search_phase_execution_exception",
    message: "Partial shards failure",
  });
  expect(await under(strict, ["a", "b"], body, { allow_partial_search_results: "true" })).toMatchObject({
    _shards: { failed: 1 },
  });
});

test("search.allow_expensive_queries: the failure of the query's shards stands behind the error", async () => {
  const error = await refusal(under({ allowExpensiveQueries: false }, "a", { query: { prefix: { k: "x" } } }));
  const reason =
    "[prefix] queries cannot be executed when 'search.allow_expensive_queries' is set to false. For optimised prefix queries on text fields please enable [index_prefixes].";
  expect(error).toMatchObject({
    status: 400,
    type: "search_phase_execution_exception",
    message: "all shards failed",
    cause: { type: "exception", message: reason },
  });
  expect(error.rootCauses).toMatchObject([{ type: "exception", message: reason }]);
  expect(error.details.failed_shards).toMatchObject([
    { reason: { type: "query_shard_exception", reason: `failed to create query: ${reason}` } },
  ]);
  expect(await under({}, "a", { query: { prefix: { k: "x" } } })).toMatchObject({ hits: { total: { value: 1 } } });
});

/** Runtime fields of type `lookup`: what the documents of another index show, as far as the caller may see it. */
import { beforeAll, expect, test } from "vitest";
import { errorResponse, type PortableError, RequestError, toPortableError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { hitsOf, SearchFixture } from "../testing/search/search-fixture.ts";
import type { SearchTarget } from "./search-service.ts";

const fixture = new SearchFixture();

beforeAll(async () => {
  const target = { id: { type: "keyword" }, n: { type: "integer" }, d: { type: "date" }, t: { type: "text" } };
  await fixture.create("target", { mapping: { properties: target } });
  await fixture.write("target", [
    ["1", { id: "a", n: 1, d: "2020-01-01", t: "hello" }],
    ["2", { id: "b", n: 2, d: "2021-01-01", t: ["x", "y"] }],
    ["3", { id: "b", n: 3, d: "2021-01-01" }],
  ]);
  await fixture.create("asking", { mapping: { properties: { ref: { type: "keyword" }, num: { type: "long" } } } });
  await fixture.write("asking", [
    ["1", { ref: "a", num: 1 }],
    ["2", { ref: ["a", "b"], num: [2, 3] }],
    ["3", { ref: "zz" }],
    ["4", { other: "zz" }],
  ]);
});

const LOOKUP = {
  type: "lookup",
  target_index: "target",
  input_field: "ref",
  target_field: "id",
  fetch_fields: ["id", "n", { field: "d", format: "yyyy" }, "t"],
};

type LookupTargets = { readonly targets: readonly SearchTarget[] } | { readonly error: PortableError };

/** What each hit shows, where the caller sees `targets` of the other index. */
async function looked(
  definition: JsonObject,
  targets?: LookupTargets,
  body: JsonObject = { fields: ["lk"] },
): Promise<unknown[]> {
  const text = stringifyJson({ ...body, sort: ["_doc"], _source: false, runtime_mappings: { lk: definition } });
  const reference = { kind: "index", name: String(definition.target_index) } as const;
  const references = [{ reference, ...(targets ?? { targets: [fixture.target("target")] }) }];
  const answer = await fixture.send({
    call: "search",
    targets: [[fixture.target("asking")]],
    bodies: [text],
    parameters: [{}],
    references,
  });
  return hitsOf(JSON.parse(answer) as JsonObject).map((hit) => hit.fields);
}

async function refusal(run: Promise<unknown>): Promise<unknown> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RequestError) return JSON.parse(JSON.stringify(errorResponse(error)));
  throw new Error("nothing was refused");
}

const A = { id: ["a"], n: [1], d: ["2020"], t: ["hello"] };
const B = { id: ["b"], n: [2], d: ["2021"], t: ["x", "y"] };

test("each value shows the fields of the first document that has it", async () => {
  expect(await looked(LOOKUP)).toEqual([{ lk: [A] }, { lk: [A, B] }, undefined, undefined]);
  expect(await looked(LOOKUP, undefined, { fields: ["*"] })).toEqual([
    { ref: ["a"], num: [1], lk: [A] },
    { ref: ["a", "b"], num: [2, 3], lk: [A, B] },
    { ref: ["zz"] },
    { other: ["zz"], "other.keyword": ["zz"] },
  ]);
  expect(await looked({ ...LOOKUP, input_field: "num", target_field: "n", fetch_fields: ["n"] })).toEqual([
    { lk: [{ n: [1] }] },
    { lk: [{ n: [2] }, { n: [3] }] },
    undefined,
    undefined,
  ]);
});

test("what is not there is not shown", async () => {
  for (const changed of [{ target_field: "nope" }, { fetch_fields: ["nope"] }]) {
    expect(await looked({ ...LOOKUP, ...changed })).toEqual([undefined, undefined, undefined, undefined]);
  }
});

test("documents and fields that the caller may not see are not looked up", async () => {
  const target = fixture.target("target");
  const someDocuments = { queries: [['{"term":{"n":2}}']], fields: [] };
  expect(await looked(LOOKUP, { targets: [{ ...target, access: someDocuments }] })).toEqual([
    undefined,
    { lk: [B] },
    undefined,
    undefined,
  ]);
  const someFields = { queries: [], fields: [[{ grant: ["id", "n"], except: [] }]] };
  expect(await looked(LOOKUP, { targets: [{ ...target, access: someFields }] })).toEqual([
    { lk: [{ id: ["a"], n: [1] }] },
    {
      lk: [
        { id: ["a"], n: [1] },
        { id: ["b"], n: [2] },
      ],
    },
    undefined,
    undefined,
  ]);
  // By what the caller may not see nothing is found either.
  const withoutId = { queries: [], fields: [[{ grant: ["n"], except: [] }]] };
  expect(await looked(LOOKUP, { targets: [{ ...target, access: withoutId }] })).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("an index that is refused fails the search", async () => {
  const cause = new RequestError(403, "security_exception", "action is unauthorized");
  expect(await refusal(looked(LOOKUP, { error: toPortableError(cause) }))).toEqual({
    error: {
      root_cause: [],
      type: "search_phase_execution_exception",
      reason: "failed to fetch lookup fields",
      phase: "fetch_lookup_fields",
      grouped: true,
      failed_shards: [],
      caused_by: { type: "security_exception", reason: "action is unauthorized" },
    },
    status: 403,
  });
  // Nobody asked for it: no error.
  expect(await looked(LOOKUP, { error: toPortableError(cause) }, { fields: ["num"] })).toHaveLength(4);
});

test("a value that does not fit the other field fails the search, as does a field that is not there", async () => {
  const unfit = {
    error: { reason: "failed to fetch lookup fields", caused_by: { type: "search_phase_execution_exception" } },
    status: 400,
  };
  expect(await refusal(looked({ ...LOOKUP, target_field: "n" }))).toMatchObject(unfit);
  const missing = {
    type: "query_shard_exception",
    reason: "No field mapping can be found for the field with name [nope]",
  };
  expect(await refusal(looked({ ...LOOKUP, input_field: "nope" }))).toMatchObject({
    error: { root_cause: [missing] },
    status: 400,
  });
});

test.each<[string, JsonObject, string]>([
  [
    "term",
    { query: { term: { lk: "a" } } },
    "failed to create query: Cannot search on field [lk] since it is a lookup field.",
  ],
  [
    "range",
    { query: { range: { lk: { gte: "a" } } } },
    "failed to create query: Field [lk] of type [lookup] does not support range queries",
  ],
  [
    "match",
    { query: { match: { lk: "a" } } },
    "failed to create query: Field [lk] of type [lookup] does not support match queries",
  ],
  ["a sort", { sort: ["lk"] }, "Fielddata is not supported on field [lk] of type [lookup]"],
  [
    "an aggregation",
    { aggs: { a: { terms: { field: "lk" } } } },
    "Fielddata is not supported on field [lk] of type [lookup]",
  ],
  ["docvalue_fields", { docvalue_fields: ["lk"] }, "Fielddata is not supported on field [lk] of type [lookup]"],
])("%s takes no lookup field", async (_title, body, reason) => {
  const answer = await refusal(fixture.search("asking", { ...body, runtime_mappings: { lk: LOOKUP } }));
  expect(answer).toMatchObject({ error: { root_cause: [{ reason }] }, status: 400 });
});

test("exists finds none", async () => {
  expect(
    hitsOf(await fixture.search("asking", { query: { exists: { field: "lk" } }, runtime_mappings: { lk: LOOKUP } })),
  ).toEqual([]);
});

import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { QueryFixture } from "../../testing/query/query-fixture.ts";
import type { FetchShard } from "./fetch-phase.ts";
import type { HitOptions } from "./hit-options.ts";
import { fetchPhases } from "./phases.ts";
import { FilePool, RecordFiles } from "./record-files.ts";
import { ShardFetcher } from "./shard-fetcher.ts";

const fixture = new QueryFixture({ k: { type: "keyword" } }, [{ k: "a" }, { k: "b" }]);

const nothing: HitOptions = {
  size: 10,
  source: { fetch: false, includes: [], excludes: [] },
  storedFields: undefined,
  fields: [],
  docvalueFields: [],
  scriptFields: [],
  highlight: undefined,
  explain: false,
  version: false,
  seqNoPrimaryTerm: false,
  includeNamedQueriesScore: false,
};

function shardOf(body: Json): FetchShard {
  const query = fixture.parse(body);
  return {
    view: fixture.searcher,
    mapping: fixture.mapping,
    access: undefined,
    records: new RecordFiles(new FilePool(), { sources: [], logs: [] }),
    scans: false,
    query,
    plan: query.plan(fixture.searcher, { scored: true, boost: 1 }),
    postFilter: undefined,
    highlightQueries: [],
    keys: [],
    rescorers: [],
    innerHits: undefined,
    nodeId: "n",
    reserveSource: () => undefined,
    lookups: [],
    profiler: undefined,
  };
}

const hit = { segment: 0, doc: 1, score: 1, sort: [] };

test("phases that are not requested do not contribute to hits", () => {
  const shard = shardOf({ match_all: {} });
  const prepared = fetchPhases.filter((phase) => phase.prepare(nothing, shard) !== undefined);
  expect(prepared.map(({ name }) => name)).toEqual(["id", "score", "metadata"]);
  const bare = fetchPhases.filter((phase) => phase.prepare({ ...nothing, storedFields: ["_none_"] }, shard));
  expect(bare.map(({ name }) => name)).toEqual(["id", "score"]);
});

test("requested members are in the order of the phases", () => {
  const request = {
    ...nothing,
    explain: true,
    seqNoPrimaryTerm: true,
    docvalueFields: [{ field: "k", format: undefined, includeUnmapped: false }],
  };
  const fetcher = new ShardFetcher(request, shardOf({ term: { k: { value: "b", _name: "n" } } }));
  const rendered = fetcher.fetch(hit);
  expect(Object.keys(rendered)).toEqual(
    "_shard _node _index _id _seq_no _primary_term _score fields matched_queries _explanation".split(" "),
  );
  expect(rendered).toMatchObject({ _index: "fixture", _id: "1", fields: { k: ["b"] }, matched_queries: ["n"] });
});

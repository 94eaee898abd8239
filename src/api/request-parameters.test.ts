import { expect, test } from "vitest";
import { nodeCountTest } from "./stats/node-count.ts";
import { indexOptions, SEARCHED_INDICES } from "./targets/index-options.ts";
import { chosenMetrics } from "./requests/metric-list.ts";
import { preferredShards } from "./targets/preference.ts";
import { sourceParameter } from "./requests/source-parameter.ts";
import { activeShardCount, refreshPolicy, versionType } from "./targets/write-parameters.ts";

test("expand_wildcards replaces the defaults, the later word wins", () => {
  const expand = (value: string): unknown => {
    const { expandOpen, expandClosed, expandHidden } = indexOptions({ expand_wildcards: value }, SEARCHED_INDICES);
    return [expandOpen, expandClosed, expandHidden];
  };
  expect(indexOptions({}, SEARCHED_INDICES)).toEqual(SEARCHED_INDICES);
  expect(expand("all")).toEqual([true, true, true]);
  expect(expand("closed,hidden")).toEqual([false, true, true]);
  expect(expand("open,none")).toEqual([false, false, false]);
  expect(() => expand("foo")).toThrow("No valid expand wildcard value [foo]");
});

test("preference restricts shards only with _shards", () => {
  expect(preferredShards(undefined)).toBeUndefined();
  expect(preferredShards("session-1")).toBeUndefined();
  expect(preferredShards("_local")).toBeUndefined();
  expect(preferredShards("_shards:1,0|_local")).toEqual([1, 0]);
  expect(() => preferredShards("_foo")).toThrow("no Preference for [_foo]");
});

test("_source names what is shown, unless includes do", () => {
  expect(sourceParameter({})).toBeUndefined();
  expect(sourceParameter({ _source: "false" })?.fetch).toBe(false);
  expect(sourceParameter({ _source: "" })).toEqual({ fetch: true, includes: [], excludes: [] });
  expect(sourceParameter({ _source: "a,b.*", _source_excludes: "b.c" })).toEqual({
    fetch: true,
    includes: ["a", "b.*"],
    excludes: ["b.c"],
  });
});

test("parameters of writes are read as Elasticsearch reads them", () => {
  expect([refreshPolicy(undefined), refreshPolicy(""), refreshPolicy("wait_for")]).toEqual([
    "false",
    "true",
    "wait_for",
  ]);
  expect(() => refreshPolicy("foo")).toThrow("Unknown value for refresh: [foo].");
  expect([activeShardCount(undefined), activeShardCount("all"), activeShardCount("0")]).toEqual([1, "all", 0]);
  expect(() => activeShardCount("x")).toThrow("cannot parse ActiveShardCount[x]");
  expect(() => activeShardCount("-1")).toThrow("shard count cannot be a negative value");
  const warnings: string[] = [];
  expect(
    ["external_gt", "external_gte", "force"].map((type) => versionType(type, (message) => warnings.push(message))),
  ).toEqual(["external", "external_gte", "force"]);
  expect(warnings.length).toBe(1);
});

test("numbers of nodes are compared", () => {
  const holds = (text: string): boolean[] => [0, 1, 2].map((count) => nodeCountTest(text)(count));
  expect(holds("1")).toEqual([false, true, true]);
  expect(holds("<=1")).toEqual([true, true, false]);
  expect(holds("gt(1)")).toEqual([false, false, true]);
  expect(() => nodeCountTest("foo")).toThrow('For input string: "foo"');
});

test("metrics that are not known are named with the nearest", () => {
  expect(chosenMetrics(undefined, ["docs"], "/_stats")).toBeUndefined();
  expect(chosenMetrics("_all", ["docs"], "/_stats")).toBeUndefined();
  expect(chosenMetrics("docs", ["docs", "store"], "/_stats")).toEqual(new Set(["docs"]));
  expect(() => chosenMetrics("doc", ["docs"], "/_stats/doc")).toThrow(
    "request [/_stats/doc] contains unrecognized metric: [doc] -> did you mean [docs]?",
  );
});

import { expect, test } from "vitest";
import type { ClusterState, IndexMetadata } from "../../cluster/cluster-state.ts";
import { resolveIndices } from "../../cluster/index-expressions.ts";
import { shardRouting } from "../../documents/shard-routing.ts";
import type { Principal } from "../../security/principal.ts";
import { superuserGrant } from "../../security/superuser.ts";
import { SEARCHED_INDICES } from "./index-options.ts";
import type { Services } from "../operation.ts";
import { searchTargets } from "./search-targets.ts";

function index(name: string, more: Partial<IndexMetadata> = {}): IndexMetadata {
  return {
    name,
    uuid: `uuid-${name}`,
    state: "open",
    settings: {},
    mapping: {},
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
    aliases: {},
    numberOfShards: 5,
    numberOfReplicas: 0,
    creationDateMs: 0,
    primaryTerms: [1, 1, 1, 1, 1],
    system: false,
    ...more,
  };
}

const filter = { term: { n: 1 } };
const indices = {
  a: index("a", { aliases: { filtered: { filter }, routed: { search_routing: "x,y" }, plain: {} } }),
  b: index("b", { aliases: { plain: {} } }),
  ".wardex-users": index(".wardex-users", { system: true }),
  ".wardex-events-1": index(".wardex-events-1", { system: true }),
};
const state: ClusterState = {
  clusterUuid: "u",
  clusterName: "c",
  version: 1,
  indices,
  persistentSettings: {},
  transientSettings: {},
  customs: {},
};

// Only what resolving needs of a node: its state, and its own name.
const services = {
  cluster: {
    state,
    resolve: (expression: string | undefined, options: typeof SEARCHED_INDICES) =>
      resolveIndices(state, expression, options, 0),
  },
  info: { id: "node-id", name: "node", host: "localhost", ip: "127.0.0.1" },
} as unknown as Services;

const everyone = { superuser: true, indices: { all: true, user: "u", rules: [] } } as unknown as Principal;
const onlyB = {
  superuser: false,
  indices: { all: false, user: "u", rules: [{ names: ["b*"], privileges: ["read"], allowRestricted: false }] },
} as unknown as Principal;

function targets(
  expression: string | undefined,
  more: { routing?: string; preference?: string; principal?: Principal } = {},
): { index: string; filters: unknown; shards: unknown }[] {
  const choice = { expression, options: SEARCHED_INDICES, routing: more.routing, preference: more.preference };
  return searchTargets(services, more.principal ?? everyone, choice).map((target) => ({
    index: target.index,
    filters: target.filters,
    shards: target.shards,
  }));
}

test("the audit trail is reached by superusers, by its name or a pattern that begins with a dot, and by nobody else", () => {
  const superuser = { superuser: true, indices: superuserGrant("root") } as unknown as Principal;
  const names = (expression: string | undefined, principal: Principal): string[] =>
    targets(expression, { principal }).map((target) => target.index);
  expect(names(".wardex-events-1", superuser)).toEqual([".wardex-events-1"]);
  expect(names(".wardex-*", superuser)).toEqual([".wardex-events-1"]);
  for (const expression of ["*", "_all", undefined, "*events*"])
    expect(names(expression, superuser)).not.toContain(".wardex-events-1");
  expect(() => names(".wardex-users", superuser)).toThrow("belongs to the server");
  for (const other of [everyone, onlyB]) {
    expect(() => names(".wardex-events-1", other)).toThrow("belongs to the server");
    expect(names(".wardex-*", other)).toEqual([]);
  }
});

test("an alias brings its filter, unless the index is reached without one too", () => {
  expect(targets("filtered")).toEqual([{ index: "a", filters: [filter], shards: undefined }]);
  expect(targets("filtered,a")[0]?.filters).toEqual([]);
  expect(targets("filtered,plain").map(({ filters }) => filters)).toEqual([[], []]);
});

// As Elasticsearch 8.19 expands patterns for a role that names an alias alone.
test("an alias that the caller may not use shows nothing, whatever pattern it matches", () => {
  const onlyFiltered = {
    superuser: false,
    indices: { all: false, user: "u", rules: [{ names: ["filtered"], privileges: ["read"], allowRestricted: false }] },
  };
  const principal = onlyFiltered as unknown as Principal;
  for (const expression of ["filtered", "*", "_all", undefined, "*l*", "fil*,pla*", "filtered,plain"]) {
    expect(targets(expression, { principal }), expression).toEqual([
      { index: "a", filters: [filter], shards: undefined },
    ]);
  }
  expect(targets("pla*", { principal })).toEqual([]);
});

test("a rule that names actions reaches what they are about, and shows what its query says", () => {
  const rule = { names: ["a"], privileges: ["indices:data/read/*"], allowRestricted: false, query: "{}" };
  const principal = { superuser: false, indices: { all: false, user: "u", rules: [rule] } } as unknown as Principal;
  const choice = { expression: "*", options: SEARCHED_INDICES, routing: undefined, preference: undefined };
  expect(searchTargets(services, principal, choice).map(({ index: name, access }) => ({ name, access }))).toEqual([
    { name: "a", access: { queries: [["{}"]], fields: [] } },
  ]);
});

test("routing leaves the shards on which such documents stand", () => {
  const placement = shardRouting(indices.a);
  const shardOf = (id: string, routing: string): number => placement.shardOf(id, routing);
  expect(targets("a", { routing: "x" })[0]?.shards).toEqual([shardOf("any", "x")]);
  expect(targets("routed")[0]?.shards).toEqual(
    [...new Set([shardOf("", "x"), shardOf("", "y")])].sort((a, b) => a - b),
  );
  expect(targets("routed", { routing: "y,z" })[0]?.shards).toEqual([shardOf("", "y")]);
  // Nothing in common: Elasticsearch searches all shards.
  expect(targets("routed", { routing: "z" })[0]?.shards).toBeUndefined();
});

test("_shards restricts further", () => {
  expect(targets("a", { preference: "_shards:0,4,7" })[0]?.shards).toEqual([0, 4]);
  expect(() => targets("a", { preference: "_only_nodes:elsewhere" })).toThrow(
    "no data nodes with criteria [elsewhere] found for shard: [a][0]",
  );
});

test("wildcards reach only what the caller may read, and never the server's own indices", () => {
  expect(targets(undefined).map((target) => target.index)).toEqual(["a", "b"]);
  expect(targets("*", { principal: onlyB }).map((target) => target.index)).toEqual(["b"]);
  expect(() => targets(".wardex-users")).toThrow("belongs to the server");
});

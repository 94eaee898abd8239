// One request for each number: the same for the same seed, whatever came before.
import { readFileSync } from "node:fs";
import { loadSource } from "../load-source.mjs";
import { encoded, mutated, PROTOTYPE_NAMES, strangeName, strangeValue, textOf } from "./mutate.mjs";
import { Random } from "../random.mjs";
import { aggregations, bodies, identityBodies, queries } from "./seeds.mjs";

const { operations: servedOperations } = await loadSource("testing/server/all-operations.ts");

const read = (name) => JSON.parse(readFileSync(new URL(`../../spec/${name}`, import.meta.url), "utf8"));
const spec = read("search-operations.json");
const operations = spec.operations;
/** Those that the server has; the others are asked for seldom. */
const served = new Set(servedOperations.map(({ name }) => name));
const there = operations.filter(({ op }) => served.has(op));
const seeded = there.filter(({ op }) => bodies[op] !== undefined);
/** Without what a server without security does not have. */
const open = {
  seeded: seeded.filter(({ op }) => !op.startsWith("security.")),
  there: there.filter(({ op }) => !op.startsWith("security.")),
};
const identity = read("identity-operations.json").operations;

/** Tokens of the server under test. */
export const TOKEN = "the-token-of-the-administrator";
export const PASSWORD = "a password of some length";

const parts = {
  index: [
    "towns",
    "towns",
    "towns",
    "towns",
    "towns",
    "rivers",
    "towns,rivers",
    "*",
    "_all",
    "places",
    "t*,-towns",
    "absent",
    "fresh",
    "<towns-{now/d}>",
  ],
  id: ["1", "2", "1", "new", "stored", "words", "é ü", "a/b"],
  name: ["towns", "places", "all-towns", "x", "tpl", "viewer", "*", "stored", "words"],
  field: ["name", "kind", "size", "parts.name", "*"],
  fields: ["name", "kind,size", "*"],
  metric: ["_all", "docs", "indices", "os,jvm", "metadata", "search"],
  username: ["vera", "admin", "*"],
  set_id: ["words"],
  rule_id: ["one"],
  block: ["write", "read_only", "metadata"],
  node_id: ["_local", "_all", "absent"],
  task_id: ["x:1", "-1"],
  context: ["score", "ingest"],
};
const values = {
  refresh: ["true", "", "false"],
  timeout: ["1s", "1ms"],
  master_timeout: ["1s", "-1"],
  wait_for_active_shards: ["1", "0"],
  wait_for_status: ["yellow", "green"],
  expand_wildcards: ["all", "none", "open,hidden"],
  version_type: ["external", "internal", "external_gte"],
  level: ["shards", "indices", "cluster"],
  format: ["json", "yaml", "cbor", "smile", "text"],
  filter_path: ["*", "-hits", "**.name", "hits.hits._source"],
  q: ["name:bern", "a AND (b", "*:*"],
  h: ["*", "index,health"],
  s: ["index:desc"],
  ordering: ["name", "-pk", "constructor"],
  scroll: ["1m"],
  search_type: ["dfs_query_then_fetch", "query_then_fetch"],
};
for (const name of [
  ...spec.commonQuery,
  "explain",
  "v",
  "help",
  "ignore_unavailable",
  "allow_no_indices",
  "require_alias",
  "realtime",
])
  values[name] ??= ["true", "false", ""];
const plainValues = ["true", "false", "", "0", "1", "5", "-1", "towns", "name", "*", "1s", "1kb", "x"];
const strangePaths = [
  "%",
  "%zz",
  "%00",
  "%2F",
  "%2e%2e",
  "%ED%A0%80",
  "%C3%28",
  "%25",
  "..",
  ".",
  "+",
  "a%20b",
  "%3Cx-%7Bnow%2Fd%7B",
  "_x",
  "-",
  "A",
  "x".repeat(2000),
  "%E2%80%A8",
  "%F0%9F%98%80",
  ";a=b",
  "a,,b",
  "%5Ba%5D",
  "*,-*",
  "cluster:towns",
];

/** The n-th request of a run: what is sent, and how it was meant. */
export function requestOf(seed, number, secured) {
  const random = new Random(seed, number);
  const own = random.chance(secured ? 0.25 : 0.01);
  const made = own ? identityRequest(random) : searchRequest(random, secured);
  const headers = { ...made.headers, ...credentials(random, secured) };
  if (random.chance(0.03))
    headers[
      random.pick([
        "accept",
        "x-opaque-id",
        "x-forwarded-for",
        "traceparent",
        "if-none-match",
        "es-security-runas-user",
        "constructor",
        "x-http-method-override",
      ])
    ] = random.pick([
      "*/*",
      "constructor",
      "application/yaml",
      "x".repeat(3000),
      "application/vnd.elasticsearch+json;compatible-with=7",
      "\x80",
      "vera",
    ]);
  return { number, ...made, headers, body: made.body?.toString("base64") };
}

function credentials(random, secured) {
  if (!secured) return {};
  if (random.chance(0.96)) return { authorization: `Bearer ${TOKEN}` };
  return random.chance(0.5)
    ? {}
    : {
        authorization: random.pick([
          "Bearer constructor",
          "Basic",
          "Basic Y29uc3RydWN0b3I6eA==",
          "ApiKey __proto__",
          "ApiKey Y29uc3RydWN0b3I6eA==",
          `bearer ${TOKEN} `,
          "Negotiate x",
        ]),
      };
}

function searchRequest(random, secured) {
  const known = secured || random.chance(0.05) ? { seeded, there } : open;
  const operation = random.chance(0.6)
    ? random.pick(known.seeded)
    : random.pick(random.chance(0.92) ? known.there : operations);
  const url = random.pick([...operation.urls, ...(operation.olderUrls ?? [])]);
  const method = random.chance(0.02)
    ? random.pick(["GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH"])
    : random.pick(url.methods);
  const path =
    url.path.replaceAll(/\{(\w+)\}/g, (_, name) => pathPart(random, name)) +
    queryText(
      random,
      random.chance(0.2) ? [...spec.commonQuery, ...(operation.cat ? spec.catQuery : ["format"])] : operation.query,
    );
  const body = bodyOf(random, operation);
  return { op: operation.op, method, path, ...(body ? { headers: body.headers, body: body.bytes } : { headers: {} }) };
}

function identityRequest(random) {
  const operation = random.pick(identity);
  const path = `/api/v2beta${operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => (random.chance(0.6) ? random.pick(["1", "2", "ada", "app"]) : pathPart(random, name)))}`;
  const [, seed] = Object.entries(identityBodies).find(([start]) => operation.path.startsWith(start)) ?? [];
  const given = seed ?? Object.fromEntries(operation.body.map((name) => [name, random.pick([1, "x", true, null])]));
  const body =
    operation.method === "GET" || operation.method === "DELETE"
      ? undefined
      : encoded(random, mutated(random, given, random.below(4)), false);
  return {
    op: operation.operation,
    method: operation.method,
    path: path + queryText(random, operation.query),
    headers: body?.headers ?? {},
    body: body?.bytes,
  };
}

function pathPart(random, name) {
  if (random.chance(0.06)) return random.pick(PROTOTYPE_NAMES);
  if (random.chance(0.06)) return random.pick(strangePaths);
  return encodeURIComponent(random.pick(parts[name] ?? (/index|target|alias/.test(name) ? parts.index : parts.name)));
}

function queryText(random, names) {
  const given = [];
  for (let n = random.chance(0.6) ? 0 : 1 + random.below(3); n > 0 && names.length > 0; n--) {
    const name = random.pick(names);
    if (name === "wait_for_completion" || name === "wait_for_events") continue;
    const value = random.chance(0.1)
      ? String(textOf(strangeValue(random))).slice(0, 3000)
      : random.pick(values[name] ?? plainValues);
    given.push(
      `${random.chance(0.03) ? percentEncoded(strangeName(random)) : name}=${random.chance(0.02) ? random.pick(strangePaths) : percentEncoded(value)}`,
    );
  }
  // What waits is not to wait for long.
  if (names.includes("timeout") && !given.some((each) => each.startsWith("timeout="))) given.push("timeout=1s");
  return given.length > 0 ? `?${given.join("&")}` : "";
}

function percentEncoded(text) {
  return encodeURIComponent(text.toWellFormed?.() ?? text.replaceAll(/[\ud800-\udfff]/g, "?"));
}

function bodyOf(random, operation) {
  if (!operation.body && random.chance(0.97)) return undefined;
  if (random.chance(0.02)) return { bytes: Buffer.alloc(0), headers: { "content-type": "application/json" } };
  const seeds = bodies[operation.op];
  const isLines = Array.isArray(seeds?.[0]);
  let value = seeds ? random.pick(seeds) : genericBody(random, operation);
  if (!isLines && random.chance(0.5)) value = filled(random, value);
  return encoded(
    random,
    random.chance(0.4) ? value : mutated(random, value, 1 + random.below(2)),
    isLines && random.chance(0.97),
  );
}

/** With other queries and aggregations than the seed's. */
function filled(random, value) {
  const result = { ...value };
  if ("query" in result) result.query = random.pick(queries);
  if ("aggs" in result)
    result.aggs = { a: random.pick(aggregations), [strangeName(random)]: random.pick(aggregations) };
  return result;
}

function genericBody(random, operation) {
  const keys = operation.body ?? ["a"];
  if (keys.includes("$value")) return random.pick([{ a: 1 }, [], "x", { a: { b: ["c"] } }]);
  return Object.fromEntries(
    keys
      .filter(() => random.chance(0.6))
      .map((key) => [key, random.pick(["towns", 1, true, {}, [], { a: 1 }, queries[0], ["x"], "1d"])]),
  );
}

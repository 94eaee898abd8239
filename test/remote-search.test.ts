import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/core/json.ts";
import { openSide, type Side } from "./sides.ts";

interface Case {
  readonly request: string;
  readonly body?: object;
  readonly answer: JsonObject;
}

/** What 8.19 answers with the same documents on both sides, and aliases that stand for nothing. */
const cases: readonly Case[] = JSON.parse(
  readFileSync(fileURLToPath(new URL("remote-search-cases.json", import.meta.url)), "utf8"),
);

const MAPPING = { properties: { k: { type: "keyword" }, n: { type: "long" }, t: { type: "text" } } };

async function fill({ caller }: Side, documents: readonly [string, object][]): Promise<void> {
  const settings = { number_of_shards: 2, number_of_replicas: 0 };
  await caller.call("PUT", "/remote-x", { settings, mappings: MAPPING });
  for (const [id, document] of documents) await caller.call("PUT", `/remote-x/_doc/${id}`, document);
  await caller.call("POST", "/remote-x/_refresh");
}

describe("a search over several clusters", () => {
  let here: Side;
  let there: Side;
  beforeAll(async () => {
    [here, there] = await Promise.all([openSide("here"), openSide("there")]);
    const numbers = [1, 2, 3, 4];
    await fill(
      here,
      numbers.map((n) => [`l${n}`, { k: `k${n % 2}`, n, t: `hello local ${n}` }]),
    );
    await fill(
      there,
      numbers.map((n) => [`r${n}`, { k: `k${n % 3}`, n: n * 10, t: `hello remote ${n}` }]),
    );
    await here.caller.call("PUT", "/remote-local", { settings: { number_of_replicas: 0 } });
    const persistent = {
      "cluster.remote.a.seeds": [there.address],
      "cluster.remote.off.seeds": ["127.0.0.1:9"],
      "cluster.remote.need.seeds": ["127.0.0.1:9"],
      "cluster.remote.need.skip_unavailable": false,
    };
    await here.caller.call("PUT", "/_cluster/settings", { persistent });
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  test.each(cases)("$request $body is answered as by 8.19", async ({ request, body, answer }) => {
    const [method = "", path = ""] = request.split(" ");
    const { body: own } = await here.caller.call(method, path, body);
    expect(comparable(own)).toEqual(comparable(answer));
  });

  test("is one of several in a request", async () => {
    const lines = ["a:remote-x", "remote-x,a:remote-x", "zz:remote-x", "remote-x", "remote-x,off:x"].flatMap(
      (index) => [{ index }, { size: 0, aggs: { s: { sum: { field: "n" } } } }],
    );
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { body } = await here.caller.call("POST", "/_msearch", text);
    const shown = body.responses.map((response: JsonObject) => comparable(response));
    expect(shown).toMatchObject([
      { status: 200, hits: { total: { value: 4 } }, aggregations: { s: { value: 100 } }, _clusters: { successful: 1 } },
      { status: 200, hits: { total: { value: 8 } }, aggregations: { s: { value: 110 } }, _clusters: { successful: 2 } },
      { status: 404, type: "no_such_remote_cluster_exception" },
      { status: 200, hits: { total: { value: 4 } }, aggregations: { s: { value: 10 } } },
      { status: 200, hits: { total: { value: 4 } }, aggregations: { s: { value: 10 } }, _clusters: { skipped: 1 } },
    ]);
    expect(body.responses[3]).not.toHaveProperty("_clusters");
  });

  test("goes on behind its answer", async () => {
    const path = "/remote-x,a:remote-x,off:x/_async_search?size=1&sort=n:desc&wait_for_completion_timeout=10s";
    const { body } = await here.caller.call("POST", path, {});
    expect(body).toMatchObject({
      is_running: false,
      response: { hits: { hits: [{ _index: "a:remote-x", _id: "r4" }] }, _clusters: { total: 3, skipped: 1 } },
    });
  });
});

/** Times, node ids, uuids and patch versions differ, and errors are of one kind when type, reason and status are. */
function comparable(answer: Json): Json {
  if (Array.isArray(answer)) return answer.map(comparable);
  if (answer === null || typeof answer !== "object") return answer;
  const { error } = answer;
  if (typeof error === "object" && error !== null && !Array.isArray(error)) {
    const { type, reason } = error;
    return { type: type ?? null, reason: reason ?? null, status: answer["status"] ?? null };
  }
  const members = Object.entries(answer).filter(
    ([name]) => !["took", "node", "index_uuid", "number", "terminated_early"].includes(name),
  );
  return Object.fromEntries(members.map(([name, value]) => [name, comparable(value)]));
}

/**
 * Kills the server while aliases are swapped, indices rolled over, shrunk and downsampled, templates changed, documents
 * copied, and lifecycles go on. What was acknowledged is there afterwards, and nothing is there by half.
 */
import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../src/core/json.ts";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const ROUNDS = process.env["WARDEX_DEEP"] === undefined ? 3 : 150;
const DOCUMENTS = 30;
const LONGEST_MS = 900;
/** Of the points. */
const DAY = "2026-01-01";
const HOURS = 10;

/** What was acknowledged, by what. */
interface Known {
  swaps: number;
  rollovers: number;
  template: number;
  /** Copies of the source: resized ones and reindexed ones. */
  readonly copies: Set<string>;
  /** Downsampled indices. */
  readonly samples: Set<string>;
  /** Documents written to the index with a lifecycle. */
  managed: number;
}

test("a kill leaves nothing of administration lost, and nothing half done", { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  const args = ["--data", folder];
  let server = await startServer(args);
  const known: Known = { swaps: 0, rollovers: 0, template: 0, copies: new Set(), samples: new Set(), managed: 0 };
  await prepare(server);
  for (let round = 0; round < ROUNDS; round++) {
    const begun = { ...known, copies: new Set(known.copies), samples: new Set(known.samples) };
    const work = ALL_WORK.map((one) => repeatedly(() => one(server, known, begun)));
    await new Promise((resolve) => setTimeout(resolve, randomInt(100, LONGEST_MS)));
    await server.kill();
    await Promise.all(work);
    server = await startServer(args);
    await server.call("GET", "/_cluster/health?wait_for_status=yellow&timeout=60s");
    await check(server, known, begun);
  }
  expect(known.swaps + known.rollovers + known.template + known.copies.size).toBeGreaterThan(ROUNDS);
  await server.stop();
});

async function prepare(server: ServerProcess): Promise<void> {
  const ok = async (method: string, path: string, body?: unknown): Promise<void> => {
    const { status, text } = await server.call(method, path, body);
    expect(status, text).toBe(200);
  };
  const settings = { number_of_replicas: 0 };
  await ok("PUT", "/_cluster/settings", { persistent: { "indices.lifecycle.poll_interval": "1s" } });
  await ok("PUT", "/_ilm/policy/roll", {
    policy: { phases: { hot: { actions: { rollover: { max_docs: 1 }, set_priority: { priority: 7 } } } } },
  });
  await ok("PUT", "/source", { settings: { ...settings, number_of_shards: 4 } });
  const lines = Array.from({ length: DOCUMENTS }, (_, id) => `{"index":{"_id":"${id}"}}\n{"n":${id}}\n`).join("");
  await ok("POST", "/source/_bulk?refresh=true", lines);
  await ok("PUT", "/source/_settings", { "index.blocks.write": true });
  const series = { mode: "time_series", routing_path: ["k"], time_series: { start_time: DAY, end_time: "2026-01-02" } };
  const k = { type: "keyword", time_series_dimension: true };
  const n = { type: "long", time_series_metric: "gauge" };
  await ok("PUT", "/points", { settings: { ...settings, index: series }, mappings: { properties: { k, n } } });
  const points = Array.from({ length: DOCUMENTS }, (_, at) => {
    const time = `${DAY}T${String(at % HOURS).padStart(2, "0")}:${String(at).padStart(2, "0")}:00Z`;
    return `{"create":{}}\n{"@timestamp":"${time}","k":"a","n":${at}}\n`;
  });
  await ok("POST", "/points/_bulk?refresh=true", points.join(""));
  await ok("PUT", "/points/_settings", { "index.blocks.write": true });
  for (const name of ["one", "two"]) await ok("PUT", `/${name}`, { settings });
  await ok("POST", "/_aliases", { actions: [{ add: { index: "one", alias: "live" } }] });
  await ok("PUT", "/log-000001", { settings, aliases: { log: { is_write_index: true } } });
  await ok("PUT", "/_index_template/managed", {
    index_patterns: ["managed-*"],
    template: {
      settings: { ...settings, "index.lifecycle.name": "roll", "index.lifecycle.rollover_alias": "managed" },
    },
  });
  await ok("PUT", "/managed-000001", { aliases: { managed: { is_write_index: true } } });
}

type Work = (server: ServerProcess, known: Known, begun: Known) => Promise<void>;

/** Each notes what it begins, and what was acknowledged. */
const ALL_WORK: readonly Work[] = [
  async (server, known, begun) => {
    begun.swaps++;
    const [from, to] = known.swaps % 2 === 0 ? ["one", "two"] : ["two", "one"];
    const actions = [{ remove: { index: from, alias: "live" } }, { add: { index: to, alias: "live" } }];
    if ((await server.call("POST", "/_aliases", { actions })).status === 200) known.swaps++;
  },
  async (server, known, begun) => {
    begun.rollovers++;
    if ((await server.call("POST", "/log/_rollover")).status === 200) known.rollovers++;
  },
  async (server, known, begun) => {
    begun.template++;
    const version = begun.template;
    const template = { settings: { "index.priority": version }, aliases: { [`v${version}`]: {} } };
    const body = { index_patterns: ["templated-*"], version, template };
    if ((await server.call("PUT", "/_index_template/changing", body)).status === 200) known.template = version;
  },
  async (server, known, begun) => {
    const name = `shrunk-${begun.copies.size}`;
    begun.copies.add(name);
    const settings = { "index.number_of_shards": 1, "index.blocks.write": null };
    if ((await server.call("PUT", `/source/_shrink/${name}`, { settings })).status === 200) known.copies.add(name);
  },
  async (server, known, begun) => {
    const name = `copied-${begun.copies.size}`;
    begun.copies.add(name);
    const { status, body } = await server.call("POST", "/_reindex", {
      source: { index: "source" },
      dest: { index: name },
    });
    if (status === 200 && body.created === DOCUMENTS) known.copies.add(name);
  },
  async (server, known, begun) => {
    const name = `sampled-${begun.samples.size}`;
    begun.samples.add(name);
    const { status } = await server.call("POST", `/points/_downsample/${name}`, { fixed_interval: "1h" });
    if (status === 200) known.samples.add(name);
  },
  async (server, known, begun) => {
    begun.managed++;
    if ((await server.call("POST", "/managed/_doc", { n: 1 })).status === 201) known.managed++;
  },
];

/** Until the server is gone. */
async function repeatedly(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      if (error instanceof TypeError || (error as Error).name === "AbortError") return;
      throw error;
    }
  }
}

async function check(server: ServerProcess, known: Known, begun: Known): Promise<void> {
  const get = async (path: string): Promise<JsonObject> => (await server.call("GET", path)).body as JsonObject;
  const count = async (index: string): Promise<number> => {
    await server.call("POST", `/${index}/_refresh`);
    return Number((await get(`/${index}/_count`))["count"]);
  };
  const writeIndexOf = (aliases: JsonObject, alias: string): string[] =>
    Object.entries(aliases as Record<string, { aliases: Record<string, { is_write_index?: boolean }> }>).flatMap(
      ([index, { aliases: own }]) => (own[alias]?.is_write_index === true ? [index] : []),
    );

  const live = Object.keys(await get("/_alias/live"));
  const after = (swaps: number): string => (swaps % 2 === 0 ? "one" : "two");
  expect(live).toHaveLength(1);
  expect([after(known.swaps), ...(begun.swaps > known.swaps ? [after(known.swaps + 1)] : [])]).toContain(live[0]);
  known.swaps += live[0] === after(known.swaps) ? 0 : 1;

  const logs = await get("/_alias/log");
  const generations = Object.keys(logs).length - 1;
  expect(generations).toBeGreaterThanOrEqual(known.rollovers);
  expect(generations).toBeLessThanOrEqual(Math.max(begun.rollovers, known.rollovers));
  expect(writeIndexOf(logs, "log")).toEqual([`log-${String(generations + 1).padStart(6, "0")}`]);
  known.rollovers = generations;

  if (begun.template > 0) {
    const { body } = await server.call("GET", "/_index_template/changing");
    const { version, template } = body.index_templates?.[0]?.index_template ?? { version: 0 };
    expect([known.template, begun.template]).toContain(version);
    if (version > 0) {
      expect(template.settings.index.priority).toBe(String(version));
      expect(Object.keys(template.aliases)).toEqual([`v${version}`]);
    }
    known.template = version;
  }

  for (const name of begun.copies) {
    const { status } = await server.call("HEAD", `/${name}`);
    if (known.copies.has(name)) expect([name, status]).toEqual([name, 200]);
    if (status !== 200) continue;
    const found = await count(name);
    // What is copied by documents is there as far as it went; a resized index is there as a whole.
    if (known.copies.has(name) || name.startsWith("shrunk")) expect([name, found]).toEqual([name, DOCUMENTS]);
    else expect(found).toBeLessThanOrEqual(DOCUMENTS);
    await server.call("DELETE", `/${name}`);
  }
  known.copies.clear();

  for (const name of begun.samples) {
    const found = (await get(`/${name}/_settings`)) as Record<string, { settings: { index: { downsample?: object } } }>;
    if (known.samples.has(name))
      expect([name, found[name]?.settings.index.downsample]).toMatchObject([name, { status: "success" }]);
    // What was cut short is begun once more, and is whole then.
    const again = await server.call("POST", `/points/_downsample/${name}`, { fixed_interval: "1h" });
    expect([name, again.status, await count(name)]).toEqual([name, 200, HOURS]);
    const { body } = await server.call("POST", `/${name}/_search`, { aggs: { all: { value_count: { field: "n" } } } });
    expect([name, body.aggregations.all.value]).toEqual([name, DOCUMENTS]);
    await server.call("DELETE", `/${name}`);
  }
  known.samples.clear();

  const managed = await get("/_alias/managed");
  const names = Object.keys(managed).sort();
  expect(writeIndexOf(managed, "managed")).toEqual([names.at(-1)]);
  names.forEach((name, at) => expect(name).toBe(`managed-${String(at + 1).padStart(6, "0")}`));
  const written = await count("managed");
  expect(written).toBeGreaterThanOrEqual(known.managed);
  expect(written).toBeLessThanOrEqual(Math.max(begun.managed, known.managed));
  known.managed = written;
}

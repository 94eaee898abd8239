/**
 * Bytes that changed while the server was stopped: what is damaged is found at the start, told, and made again from
 * what is whole.
 */
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const DOCS = 200;

/** Enough for a segment that is not read as a whole when it is opened. */
const LATE_DOCS = 3000;

const sourceOf = (number: number): string => JSON.stringify({ number, text: `the quick fox number ${number}` });

/** Documents `from`..`to` of the index, as lines of a bulk. */
function lines(from: number, to: number): string {
  let body = "";
  for (let number = from; number < to; number++) body += `{"index":{"_id":"${number}"}}\n${sourceOf(number)}\n`;
  return body;
}

async function write(server: ServerProcess, index: string, from: number, to: number): Promise<void> {
  const { body } = await server.call("POST", `/${index}/_bulk`, lines(from, to));
  expect(body.errors).toBe(false);
}

/** Data of a server that was stopped in order, and of one that was killed. */
const data = { stopped: "", killed: "" };

beforeAll(async () => {
  data.stopped = temporaryFolder();
  let server = await startServer(["--data", data.stopped]);
  for (const index of ["hit", "other"]) {
    await server.call("PUT", `/${index}`, { settings: { number_of_replicas: 0, number_of_shards: 1 } });
    await write(server, index, 0, DOCS / 2);
    await server.call("POST", `/${index}/_flush?force=true`);
    await write(server, index, DOCS / 2, DOCS);
    await server.call("DELETE", `/${index}/_doc/1`);
    await server.call("POST", `/${index}/_flush?force=true`);
  }
  expect(await server.stop()).toBe(0);

  data.killed = temporaryFolder();
  server = await startServer(["--data", data.killed]);
  for (const index of ["hit", "other"])
    await server.call("PUT", `/${index}`, { settings: { number_of_replicas: 0, number_of_shards: 1 } });
  for (let number = 0; number < DOCS; number += 50)
    for (const index of ["hit", "other"]) await write(server, index, number, number + 50);
  await server.kill();
});

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  // A server that was killed leaves its lock and the socket of that, which no copy needs.
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes("node.lock") });
  return copy;
}

/** The folder of the shard of the index `hit`. */
function shardOf(folder: string): string {
  const cluster = join(folder, "cluster");
  const state = ["cluster-state-", "cluster-changes-"]
    .map((prefix) => readFileSync(newest(cluster, prefix), "latin1"))
    .join("\n");
  const uuid = readdirSync(join(folder, "indices")).find((name) =>
    new RegExp(`"name":"hit","uuid":"${name}"|"uuid":"${name}","name":"hit"`).test(state),
  );
  expect(uuid).toBeDefined();
  return join(folder, "indices", uuid ?? "", "0");
}

/** The file with the highest number behind a prefix. */
function newest(folder: string, prefix: string): string {
  const numbers = readdirSync(folder).flatMap((name) =>
    name.startsWith(prefix) && /\d$/.test(name) ? [Number(name.slice(prefix.length))] : [],
  );
  return join(folder, `${prefix}${Math.max(...numbers)}`);
}

function largest(folder: string): string {
  const sizes = readdirSync(folder).map((name) => ({
    path: join(folder, name),
    size: readFileSync(join(folder, name)).length,
  }));
  return sizes.sort((one, other) => other.size - one.size)[0]?.path ?? "";
}

function flip(path: string, place = 0.5): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length * place);
  bytes[at] = bytes[at]! ^ 0x10;
  writeFileSync(path, bytes);
}

function cut(path: string): void {
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
}

async function expectWhole(server: ServerProcess, index: string): Promise<void> {
  await server.call("POST", `/${index}/_refresh`);
  const found = await server.call("POST", `/${index}/_search`, {
    size: DOCS,
    query: { match: { text: "fox" } },
    sort: "number",
  });
  const expected = Array.from({ length: DOCS }, (_, number) => number).filter((number) => number !== 1);
  expect(found.body.hits.hits.map((hit: { _source: { number: number } }) => hit._source.number)).toEqual(expected);
  for (const number of [0, 99, 100, DOCS - 1])
    expect((await server.call("GET", `/${index}/_source/${number}`)).text).toBe(sourceOf(number));
  expect((await server.call("GET", `/${index}/_doc/1`)).status).toBe(404);
}

describe("what can be made again", () => {
  const damages: readonly [what: string, damage: (shard: string, folder: string) => string][] = [
    ["a flipped byte of a segment", (shard) => damaged(largest(join(shard, "segments")), flip)],
    ["a segment cut in half", (shard) => damaged(largest(join(shard, "segments")), cut)],
    ["a flipped byte of the ids", (shard) => damaged(largest(join(shard, "ids")), flip)],
    ["a flipped byte of the live documents", (shard) => damaged(largest(join(shard, "live")), flip)],
    ["a flipped byte of the newest manifest", (shard) => damaged(newest(shard, "manifest-"), flip)],
    ["the newest manifest cut in half", (shard) => damaged(newest(shard, "manifest-"), cut)],
    [
      "a flipped byte of the cluster state",
      (_, folder) => damaged(newest(join(folder, "cluster"), "cluster-state-"), flip),
    ],
    [
      "a flipped byte of the changes of the cluster",
      (_, folder) => damaged(newest(join(folder, "cluster"), "cluster-changes-"), flip),
    ],
  ];

  test.each(damages)("%s is found, told in the log, and everything is there", async (_, damage) => {
    const folder = copyOf(data.stopped);
    const path = damage(shardOf(folder), folder);
    const server = await startServer(["--data", folder]);
    await expectWhole(server, "hit");
    await expectWhole(server, "other");
    expect(server.log()).toContain(path.slice(folder.length + 1));
    expect((await server.call("GET", "/_cluster/health?wait_for_status=green")).body.status).toBe("green");
    // It was made good on the disk too: after the next changes a start has nothing to tell.
    expect((await server.call("PUT", "/hit/_doc/new", { text: "new" })).status).toBe(201);
    await server.call("POST", "/hit/_flush?force=true");
    for (const name of ["one", "two"]) await server.call("PUT", `/${name}`, { settings: { number_of_replicas: 0 } });
    expect(await server.stop()).toBe(0);
    const again = await startServer(["--data", folder]);
    expect(again.log()).not.toMatch(/damage|corrupt|broken/i);
    expect((await again.call("GET", "/hit/_doc/new")).status).toBe(200);
    await again.stop();
  });
});

test("a damaged source file is made again from the log when a search meets it", async () => {
  const folder = copyOf(data.stopped);
  const path = damaged(largest(join(shardOf(folder), "sources")), flip);
  const server = await startServer(["--data", folder]);
  const all = { size: DOCS, query: { match: { text: "fox" } } };
  const met = await server.call("POST", "/hit/_search", all);
  expect([met.status, met.body.error.root_cause[0].type]).toEqual([503, "unavailable_shards_exception"]);
  expect(met.body.error.root_cause[0].reason).toContain("it is being repaired");
  // Repairing goes on by itself; a write waits for it.
  await server.call("PUT", "/hit/_doc/new", { text: "new" });
  let again = met;
  for (let attempt = 0; attempt < 50 && again.status !== 200; attempt++)
    again = await server.call("POST", "/hit/_search", all);
  expect(again.status).toBe(200);
  await expectWhole(server, "hit");
  expect(server.log()).toContain(`source file [${path.slice(folder.length + 1)}] is made again from the log`);
  expect((await server.call("GET", "/_cluster/health?wait_for_status=green")).body.status).toBe("green");
  await server.stop();
});

test("damage in a part of a segment that is read late is told to the search that meets it, and made good", async () => {
  const folder = temporaryFolder();
  let server = await startServer(["--data", folder]);
  await server.call("PUT", "/hit", { settings: { number_of_replicas: 0, number_of_shards: 1 } });
  await write(server, "hit", 0, LATE_DOCS);
  await server.call("POST", "/hit/_flush?force=true");
  expect(await server.stop()).toBe(0);
  const path = largest(join(shardOf(folder), "segments"));
  const bytes = readFileSync(path);
  const numbers = numberColumn(bytes);
  bytes[numbers] = bytes[numbers]! ^ 0x10;
  writeFileSync(path, bytes);

  server = await startServer(["--data", folder]);
  expect(server.log()).not.toContain("damaged");
  expect((await server.call("GET", "/_cluster/health")).body.status).toBe("green");
  const text = { size: 0, track_total_hits: true, query: { match: { text: "fox" } } };
  expect((await server.call("POST", "/hit/_search", text)).body.hits.total.value).toBe(LATE_DOCS);
  const sum = { size: 0, aggs: { sum: { sum: { field: "number" } } } };
  const met = await server.call("POST", "/hit/_search", sum);
  expect([met.status, met.body.error.root_cause[0].type]).toEqual([503, "unavailable_shards_exception"]);
  let again = met;
  for (let attempt = 0; attempt < 200 && again.status !== 200; attempt++)
    again = await server.call("POST", "/hit/_search", sum);
  expect(again.body.aggregations.sum.value).toBe((LATE_DOCS * (LATE_DOCS - 1)) / 2);
  expect(server.log()).toContain(`segment [${path.slice(folder.length + 1)}] is made again from the sources`);
  await server.stop();
});

/** Place of the values of the field `number` in the file of a segment. */
function numberColumn(bytes: Buffer): number {
  const at = bytes.readUInt32LE(bytes.length - 32);
  const directory = JSON.parse(bytes.toString("utf8", at, bytes.length - 32));
  return directory.fields.find((field: { name: string }) => field.name === "number").column.values.offset + 8;
}

describe("what cannot", () => {
  test("a damaged record of the log fails its shard and no other, in health and cat.shards too", async () => {
    const folder = copyOf(data.killed);
    const log = join(folder, "log", readdirSync(join(folder, "log")).sort()[0] ?? "");
    const bytes = readFileSync(log);
    // In the first batch, which others were synced behind.
    const at = bytes.indexOf("the quick fox number 7");
    expect(at).toBeGreaterThan(0);
    bytes[at] = bytes[at]! ^ 0x10;
    writeFileSync(log, bytes);
    const server = await startServer(["--data", folder]);
    await expect.poll(() => server.log(), { timeout: 10_000 }).toMatch(/hit/);
    await server.call("GET", "/_cluster/health/other?wait_for_status=green");
    const health = await server.call("GET", "/_cluster/health?level=indices");
    expect(health.body).toMatchObject({
      status: "red",
      indices: { hit: { status: "red" }, other: { status: "green" } },
    });
    const shards = await server.call("GET", "/_cat/shards?h=index,state&s=index");
    expect(shards.text).toBe("hit   UNASSIGNED\nother STARTED\n");
    expect((await server.call("GET", "/hit/_search")).status).toBe(503);
    expect((await server.call("PUT", "/hit/_doc/1?timeout=1s", { a: 1 })).status).toBe(503);
    expect((await server.call("GET", "/other/_count")).body.count).toBe(DOCS);
    expect((await server.call("PUT", "/other/_doc/new", { a: 1 })).status).toBe(201);
    await server.stop();
  });

  test("a torn end of the log, as a power cut leaves it, is cut, and what was synced before it is there", async () => {
    const folder = copyOf(data.killed);
    const log = join(folder, "log", readdirSync(join(folder, "log")).sort()[0] ?? "");
    const bytes = readFileSync(log);
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end--;
    truncateSync(log, end - 10);
    const server = await startServer(["--data", folder]);
    expect((await server.call("GET", "/_cluster/health?wait_for_status=green")).body.status).toBe("green");
    await server.call("POST", "/_refresh");
    expect((await server.call("GET", "/hit/_count")).body.count).toBe(DOCS);
    expect((await server.call("GET", "/other/_count")).body.count).toBeGreaterThanOrEqual(DOCS - 50);
    // Someone may have seen the operation that is gone: the one that gets its number next is not taken for it.
    const next = (await server.call("PUT", "/other/_doc/next", { a: 1 })).body;
    expect([next._seq_no, next._primary_term]).toEqual([DOCS - 1, 2]);
    expect(
      (await server.call("PUT", `/other/_doc/next?if_seq_no=${DOCS - 1}&if_primary_term=1`, { a: 2 })).status,
    ).toBe(409);
    expect(
      (await server.call("PUT", `/other/_doc/next?if_seq_no=${DOCS - 1}&if_primary_term=2`, { a: 2 })).status,
    ).toBe(200);
    expect(await server.stop()).toBe(0);
    const again = await startServer(["--data", folder]);
    expect((await again.call("PUT", "/other/_doc/next", { a: 3 })).body._primary_term).toBe(2);
    await again.stop();
  });

  test("a log that is cut short or removed is told, where a shard misses something it was known to have", async () => {
    const rested = copyOf(data.killed);
    const first = await startServer(["--data", rested]);
    await write(first, "hit", 0, 10);
    await expect
      .poll(() => readdirSync(join(rested, "log")).filter((name) => name.startsWith("end-")).length, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    await write(first, "other", 0, 10);
    await first.kill();
    for (const how of ["cut", "removed"]) {
      const folder = copyOf(rested);
      for (const name of readdirSync(join(folder, "log")).filter((one) => one.endsWith(".log"))) {
        const path = join(folder, "log", name);
        if (how === "removed") rmSync(path);
        else truncateSync(path, Math.min(100, readFileSync(path).length));
      }
      const server = await startServer(["--data", folder]);
      const health = await server.call("GET", "/_cluster/health?level=indices");
      expect(health.body).toMatchObject({ status: "red", indices: { hit: { status: "red" } } });
      expect(server.log()).toMatch(/operations \d+ to \d+ were durable, and are missing from the log/);
      await server.stop();
    }
  });

  test("a flipped bit of the log that concerns nothing but sealed operations makes no shard red", async () => {
    const folder = copyOf(data.stopped);
    for (const name of readdirSync(join(folder, "log")).filter((one) => one.endsWith(".log"))) {
      const path = join(folder, "log", name);
      const bytes = readFileSync(path);
      for (const at of [bytes.indexOf("the quick fox number 7"), bytes.lastIndexOf("the quick fox number 199")])
        if (at > 0) bytes[at - 60] = bytes[at - 60]! ^ 1;
      writeFileSync(path, bytes);
    }
    const server = await startServer(["--data", folder]);
    expect((await server.call("GET", "/_cluster/health")).body.status).toBe("green");
    expect(server.log()).toContain("corrupt");
    await expectWhole(server, "hit");
    await server.stop();
  });
});

describe("what an operator gives up", () => {
  async function red(): Promise<{ folder: string; server: ServerProcess }> {
    const folder = copyOf(data.killed);
    const log = join(folder, "log", readdirSync(join(folder, "log")).sort()[0] ?? "");
    const bytes = readFileSync(log);
    bytes[bytes.indexOf("the quick fox number 7")]! ^= 0x10;
    writeFileSync(log, bytes);
    return { folder, server: await startServer(["--data", folder]) };
  }
  const reroute = async (
    server: ServerProcess,
    name: string,
    parameters: object,
    query = "metric=none",
  ): ReturnType<ServerProcess["call"]> =>
    server.call("POST", `/_cluster/reroute?${query}`, {
      commands: [{ [name]: { index: "hit", shard: 0, node: "_local", ...parameters } }],
    });

  test.each([
    ["allocate_stale_primary", DOCS - 1],
    ["allocate_empty_primary", 0],
  ])("%s brings a red shard back, when the loss is accepted", async (name, left) => {
    const { folder, server } = await red();
    const refused = await reroute(server, name, {});
    expect([refused.status, refused.body.error.reason]).toEqual([
      400,
      `[${name}] allocating an empty primary for [hit][0] can result in data loss. Please confirm by setting the accept_data_loss parameter to true`,
    ]);
    const dry = await reroute(server, name, { accept_data_loss: true }, "dry_run=true&explain=true&metric=none");
    expect(dry.body.explanations[0].decisions).toEqual([
      { decider: `${name} (allocation command)`, decision: "YES", explanation: "ignore deciders" },
    ]);
    await server.call("POST", "/_cluster/reroute?retry_failed=true&metric=none");
    expect((await server.call("GET", "/_cluster/health")).body.status).toBe("red");
    expect((await reroute(server, name, { accept_data_loss: true })).body).toEqual({ acknowledged: true });
    expect((await reroute(server, name, { accept_data_loss: true })).body.error.reason).toBe(
      `[${name}] primary [hit][0] is already assigned`,
    );
    expect((await server.call("GET", "/_cluster/health")).body.status).toBe("green");
    expect((await server.call("PUT", "/hit/_doc/new?refresh=true", { a: 1 })).body).toMatchObject({
      _seq_no: DOCS,
      _primary_term: 3,
    });
    expect((await server.call("GET", "/hit/_count")).body.count).toBe(left + 1);
    await server.kill();
    const again = await startServer(["--data", folder]);
    expect((await again.call("GET", "/_cluster/health")).body.status).toBe("green");
    await again.call("POST", "/_refresh");
    expect((await again.call("GET", "/hit/_count")).body.count).toBe(left + 1);
    expect((await again.call("GET", "/other/_count")).body.count).toBe(DOCS);
    expect(await again.stop()).toBe(0);
  });
});

function damaged(path: string, how: (path: string) => void): string {
  how(path);
  return path;
}

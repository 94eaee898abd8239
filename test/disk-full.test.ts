/**
 * A server on a file system that is really full: writes are refused, reads go on, and nothing that was acknowledged is
 * lost.
 */
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand, type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const DISK_BYTES = 24 * 1024 * 1024;
const BALLAST_BYTES = 8 * 1024 * 1024;

const mounted: string[] = [];

afterAll(() => {
  for (const folder of mounted) execFileSync("umount", ["-l", folder]);
});

/** A small file system of its own; undefined where that is not allowed (not root, no such system). */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  mounted.push(folder);
  return folder;
}

/** What was acknowledged: the source of each document by its id. */
type Acknowledged = Map<string, string>;

const padding = "x".repeat(60_000);

/** Writes documents until one is refused; answers the refusal. */
async function writeUntilRefused(
  server: ServerProcess,
  acknowledged: Acknowledged,
  prefix: string,
): Promise<{ status: number; type: string }> {
  for (let number = 0; number < 5000; number++) {
    const id = `${prefix}${number}`;
    const source = JSON.stringify({ number, padding });
    const answer = await server.call("PUT", `/full/_doc/${id}`, source);
    if (answer.status >= 400) return { status: answer.status, type: answer.body.error.type };
    acknowledged.set(id, source);
  }
  throw new Error("the disk is not full yet");
}

async function expectAll(server: ServerProcess, acknowledged: Acknowledged): Promise<void> {
  await server.call("POST", "/full/_refresh");
  for (const [id, source] of acknowledged) {
    const answer = await server.call("GET", `/full/_source/${id}`);
    expect([id, answer.status, answer.text === source]).toEqual([id, 200, true]);
  }
  const { body } = await server.call("GET", "/full/_count");
  expect(body.count).toBe(acknowledged.size);
}

const disk = smallDisk();
const needs = disk === undefined ? " (skipped: needs the right to mount a small file system)" : "";
const title = `a full disk refuses writes, not reads; with room again writes go on, and a restart finds all of them${needs}`;

test.skipIf(disk === undefined)(
  title,
  async () => {
    const folder = disk ?? "";
    const data = join(folder, "data");
    const ballast = join(folder, "ballast");
    const acknowledged: Acknowledged = new Map();
    let server = await startServer(["--data", data]);
    await server.call("PUT", "/full", {
      settings: { number_of_replicas: 0 },
      mappings: { properties: { padding: { type: "text", index: false } } },
    });
    writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES));

    const refusal = await writeUntilRefused(server, acknowledged, "a");
    expect(refusal).toEqual({ status: 429, type: "cluster_block_exception" });
    expect(acknowledged.size).toBeGreaterThan(20);
    expect(statfsSync(folder).bavail * statfsSync(folder).bsize).toBeLessThan(4 * 1024 * 1024);
    // Changes of the cluster need room as well.
    const filler = join(folder, "filler");
    fill(filler);
    const bulk = await server.call("POST", "/full/_bulk", `{"index":{"_id":"b"}}\n{"padding":"${padding}"}\n`);
    expect(bulk.body).toMatchObject({ errors: true, items: [{ index: { status: refusal.status } }] });
    const create = await server.call("PUT", "/another");
    expect([create.status, create.body.error.reason]).toEqual([
      403,
      "blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];",
    ]);

    // Reads go on.
    const [first = ""] = acknowledged.keys();
    expect((await server.call("GET", `/full/_doc/${first}`)).body.found).toBe(true);
    const found = await server.call("POST", "/full/_search", {
      size: 1,
      query: { match_all: {} },
      aggs: { most: { max: { field: "number" } } },
    });
    expect(found.status).toBe(200);
    expect((await server.call("GET", "/_cluster/health")).status).toBe(200);

    // Room again: writes go on by themselves.
    rmSync(filler);
    rmSync(ballast);
    const write = (): Promise<number> =>
      server.call("PUT", "/full/_doc/after", `{"number":-1}`).then(({ status }) => status);
    await expect.poll(write, { timeout: 10_000 }).toBe(201);
    acknowledged.set("after", `{"number":-1}`);
    const createAgain = (): Promise<number> =>
      server.call("PUT", "/another", { settings: { number_of_replicas: 0 } }).then(({ status }) => status);
    await expect.poll(createAgain, { timeout: 10_000 }).toBe(200);
    await expectAll(server, acknowledged);

    // Full once more, to the last byte, and then the process dies and starts.
    await writeUntilRefused(server, acknowledged, "c");
    expect(existsSync(join(data, "reserve"))).toBe(true);
    fill(filler);
    await server.kill();
    server = await startServer(["--data", data]);
    await expectAll(server, acknowledged);
    expect((await server.call("GET", "/_cluster/health")).body.status).toBe("green");
    expect((await server.call("PUT", "/full/_doc/d", `{"number":1}`)).status).toBe(429);

    // An index goes, and with room writes go on.
    expect((await server.call("DELETE", "/full")).status).toBe(200);
    rmSync(filler);
    await expect
      .poll(async () => (await server.call("PUT", "/small/_doc/1", "{}")).status, { timeout: 10_000 })
      .toBe(201);
    // Full to the last byte while it runs: the first try deletes.
    await expect.poll(() => existsSync(join(data, "reserve")), { timeout: 10_000 }).toBe(true);
    fill(filler);
    expect((await server.call("DELETE", "/another")).status).toBe(200);
    rmSync(filler);
    expect(await server.stop()).toBe(0);

    // Without a reserve the start says what is missing.
    rmSync(join(data, "reserve"), { force: true });
    fill(filler);
    const refused = await runCommand(["--data", data, "--port", "0", "--security", "off"]);
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringMatching(/^wardex: the disk of the data directory is full/),
    ]);
  },
  60_000,
);

/** Takes what is left of the disk. */
function fill(path: string): void {
  for (let bytes = 4 * 1024 * 1024; bytes >= 512; bytes >>= 1) {
    for (;;) {
      try {
        writeFileSync(path, Buffer.alloc(bytes), { flag: "a" });
      } catch {
        break;
      }
    }
  }
}

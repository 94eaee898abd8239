/** Scrolls and points in time that were opened and closed, while the index changes, leave no file and no state. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { inMemory } from "./in-memory.ts";

/** Contexts that are opened and closed. */
const ROUNDS = process.env["WARDEX_DEEP"] ? 10_000 : 120;
/** So often the index is flushed and merged. */
const MERGE_EVERY = 40;

/** What the first requests load and compile, and memories that are kept for the next segments. */
const MOST_GROWTH = 48 * 1024 ** 2;

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contexts-"));
  engine = await openEngine({ ...inMemory, dataPath: folder, log: silentLog });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await engine.pipeline.answer({
    head: { method, url, headers: { "content-type": "application/json" } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    onGone: () => undefined,
  });
  expect(answer.status, `${method} ${url}`).toBeLessThan(300);
  return JSON.parse(Buffer.from(answer.body).toString()) as Record<string, unknown>;
}

/** Everything is in one segment, and nobody waits for older ones. */
async function settle(): Promise<void> {
  await ask("POST", "/i/_forcemerge?max_num_segments=1");
  await ask("POST", "/i/_flush?force=true");
}

/** Files with documents: of segments, and of sources. */
async function files(): Promise<number> {
  const all = await readdir(folder, { recursive: true });
  return all.filter((name) => /(segments|sources)\W\d+$/.test(name)).length;
}

/** Bytes of objects that are in use, and of memories of segments. */
function used(): { heap: number; shared: number } {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed: heap, arrayBuffers } = process.memoryUsage();
  return { heap, shared: arrayBuffers };
}

async function openOne(round: number): Promise<() => Promise<unknown>> {
  if (round % 2 === 0) {
    const { _scroll_id: scroll_id } = await ask("POST", "/i/_search?scroll=1m", { size: 1 });
    return () => ask("DELETE", "/_search/scroll", { scroll_id });
  }
  const { id } = await ask("POST", "/i/_pit?keep_alive=1m");
  return () => ask("DELETE", "/_pit", { id });
}

test(`${ROUNDS} contexts leave nothing behind`, { timeout: 600_000 }, async () => {
  await ask("PUT", "/i", { settings: { number_of_replicas: 0, refresh_interval: -1 } });
  for (let n = 0; n < 10; n++) await ask("PUT", `/i/_doc/${n}`, { n });
  await settle();
  const before = await files();
  expect(before).toBeGreaterThan(1);
  const memory = used();
  const open: (() => Promise<unknown>)[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await ask("PUT", `/i/_doc/${round % 10}?refresh=true`, { n: round });
    open.push(await openOne(round));
    // Some are open at once, over flushes and merges.
    if (open.length > 5) await open.shift()!();
    if (round % MERGE_EVERY === 0) await settle();
  }
  expect(engine.node.contexts.openScrolls).toBeGreaterThan(0);
  for (const close of open) await close();
  const { uuid } = engine.node.cluster.state.indices["i"]!;
  expect([engine.node.contexts.openScrolls, engine.node.leases.contexts(uuid)]).toEqual([0, 0]);
  await settle();
  await expect.poll(files, { timeout: 10_000 }).toBe(before);
  const after = used();
  expect(after.heap - memory.heap).toBeLessThan(MOST_GROWTH);
  expect(after.shared - memory.shared).toBeLessThan(MOST_GROWTH);
  const { hits } = (await ask("POST", "/i/_search", { size: 0 })) as { hits: { total: { value: number } } };
  expect(hits.total.value).toBe(10);
});

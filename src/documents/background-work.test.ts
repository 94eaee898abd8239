import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { FaultFiles } from "../testing/store/fault-files.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import type { FileHandle, Files } from "../store/files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import type { RefreshPolicy, WriteItem, WriteResult } from "./documents.ts";
import type { Merger } from "./shard/merger.ts";
import { writeOne } from "../testing/documents/one-write.ts";

const DAY_MS = 86_400_000;
const UUIDS = ["uuid-of-i"];
const index = (id: string, a = "x", name = "i"): WriteItem => ({
  kind: "index",
  index: name,
  id,
  source: Buffer.from(JSON.stringify({ a })),
  options: {},
});
const remove = (id: string): WriteItem => ({ kind: "delete", index: "i", id, options: {} });
const update = (id: string, a = "x"): WriteItem => ({
  kind: "update",
  index: "i",
  id,
  source: Buffer.from(JSON.stringify({ doc: { a } })),
  options: {},
});

/** Files in which syncs below some folders wait until they are let go. */
class HeldFiles extends MemoryFiles implements Files {
  readonly #held: (path: string) => boolean;
  readonly #waiting: (() => void)[] = [];
  #open = false;

  constructor(held: (path: string) => boolean) {
    super();
    this.#held = held;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  letGo(): void {
    this.#open = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const handle = super.open(path, options);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      if (!this.#open && this.#held(path)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      await sync();
    };
    return handle;
  }
}

async function harness(
  settings: Record<string, string> = {},
  files: Files = new MemoryFiles(),
  merger?: (inline: Merger) => Merger,
): Promise<Harness> {
  const made = await new Harness(files, new Map(), merger ? { merger } : {}).start();
  await made.create(testIndex("i", settings));
  return made;
}

/** Lets happen whatever is not held. */
async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a write is answered by what happens within some time. */
async function answeredWithin(h: Harness, write: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const state = { done: false };
  void write.finally(() => (state.done = true));
  await turns();
  for (let ms = 0; ms < milliseconds && !state.done; ms += 100) {
    h.nowMs += 100;
    void h.service.tick();
    await turns();
  }
  return state.done;
}

describe("refresh=wait_for", () => {
  test("ends also where nothing became visible", async () => {
    const h = await harness();
    expect(await answeredWithin(h, writeOne(h.service, remove("missing"), "wait_for"), 1000)).toBe(true);
    expect(await answeredWithin(h, writeOne(h.service, remove("missing"), "wait_for"), 1000)).toBe(true);
  });

  test("ends when the index is closed or deleted meanwhile, and with the write done", async () => {
    for (const change of ["close", "delete"] as const) {
      const h = await harness({ "index.refresh_interval": "-1" });
      const write = writeOne(h.service, index("1"), "wait_for");
      expect(await answeredWithin(h, write, 2000)).toBe(false);
      if (change === "close")
        await h.service.applyIndex({
          ...testIndex("i", { "index.refresh_interval": "-1" }),
          state: "close",
          settingsVersion: 2,
        });
      else await h.service.removeIndex("uuid-of-i");
      expect(await write).toMatchObject({ ok: true, result: "created" });
    }
  });

  test("without an interval waits for a refresh that somebody asks for", async () => {
    const h = await harness({ "index.refresh_interval": "-1" });
    const write = writeOne(h.service, remove("missing"), "wait_for");
    expect(await answeredWithin(h, write, 5000)).toBe(false);
    await h.service.refresh(UUIDS);
    expect(await write).toMatchObject({ ok: true, forcedRefresh: false });
  });

  test("ends within one interval, whatever is written", async () => {
    const one = fc.record({
      kind: fc.constantFrom(index, remove, update),
      id: fc.constantFrom("1", "2", "3"),
      together: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 12 }), fc.boolean(), async (writes, searched) => {
        const h = await harness();
        let before: Promise<WriteResult>[] = [];
        for (const { kind, id, together } of writes) {
          if (!searched) h.nowMs += 40_000; // the shard became idle
          before.push(writeOne(h.service, kind(id), "wait_for"));
          if (together) continue;
          expect(await answeredWithin(h, Promise.all(before), 1100)).toBe(true);
          before = [];
        }
        expect(await answeredWithin(h, Promise.all(before), 1100)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

test("a wall clock that is set back holds nothing up: refreshes, wait_for, idle flushes and retries", async () => {
  const files = new MemoryFiles();
  const h = await harness({}, files);
  await writeOne(h.service, index("1"), "false");
  h.wallMs -= DAY_MS;
  h.nowMs += 1000;
  await h.service.tick();
  expect(h.visible("i").size).toBe(1);
  expect(await answeredWithin(h, writeOne(h.service, index("2"), "wait_for"), 1100)).toBe(true);
  h.nowMs += 30_000;
  void h.service.tick();
  await vi.waitFor(async () =>
    expect((await h.service.stats(UUIDS))[0]).toMatchObject({ uncommittedOperations: 0, flush: { periodic: 1 } }),
  );
});

describe("a refresh is on time", () => {
  test("while many idle indices are flushed, of which two are at a time", async () => {
    const files = new HeldFiles((path) => path.includes("/sources/"));
    const h = await harness({}, files);
    const idle = Array.from({ length: 40 }, (_, at) => `idle${at}`);
    for (const name of idle) {
      await h.create(testIndex(name));
      await writeOne(h.service, index("1", "x", name), "false");
    }
    h.nowMs += 31_000;
    await h.service.markSearched(UUIDS);
    void h.service.tick();
    await turns();
    expect(files.waiting).toBe(2);
    for (let round = 1; round <= 3; round++) {
      expect(await answeredWithin(h, writeOne(h.service, index(`${round}`), "wait_for"), 1000)).toBe(true);
      expect(h.visible("i").size).toBe(round);
    }
    files.letGo();
    await vi.waitFor(async () => {
      const stats = await h.service.stats(idle.map((name) => `uuid-of-${name}`));
      expect(stats.map(({ uncommittedOperations }) => uncommittedOperations)).toEqual(idle.map(() => 0));
    });
  });

  test("while a merge runs", async () => {
    const held: { letGo?: () => void } = {};
    const gate = new Promise<void>((resolve) => (held.letGo = resolve));
    const h = await harness({}, new MemoryFiles(), (inline) => ({
      merge: (job) => gate.then(() => inline.merge(job)),
    }));
    const policy: RefreshPolicy = "true";
    for (let count = 0; count < 30; count++) await writeOne(h.service, index(`${count}`), policy);
    expect((await h.service.stats(UUIDS))[0]).toMatchObject({ merges: { current: 1 } });
    for (let round = 0; round < 3; round++)
      expect(await answeredWithin(h, writeOne(h.service, index("new"), "wait_for"), 1000)).toBe(true);
    held.letGo?.();
    await vi.waitFor(async () =>
      expect((await h.service.stats(UUIDS))[0]).toMatchObject({ merges: { current: 0, total: 3 } }),
    );
  });
});

test("a merge that gets no memory leaves its segments to the next one", async () => {
  const h = await harness();
  for (let count = 0; count < 5; count++) await writeOne(h.service, index(`${count}`), "true");
  const merge = { maxSegments: 1, onlyExpungeDeletes: false, flush: false };
  const acquire = vi.spyOn(h.pool, "acquire").mockImplementationOnce(() => {
    throw new RangeError("WebAssembly.Memory(): could not allocate memory");
  });
  await expect(h.service.forceMerge(UUIDS, merge)).rejects.toThrow(RangeError);
  expect((await h.service.stats(UUIDS))[0]).toMatchObject({ merges: { current: 0, total: 0 } });
  await h.service.forceMerge(UUIDS, merge);
  expect((await h.service.stats(UUIDS))[0]).toMatchObject({
    segments: [{ docs: 5 }],
    merges: { current: 0, total: 1 },
  });
  expect(acquire).toHaveBeenCalledTimes(2);
});

test("a close that fails is tried again until the shards are closed, and nothing is written meanwhile", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const h = await harness({}, files);
  await writeOne(h.service, index("1"), "false");
  files.inject({ on: "replace", call: 1, repeats: Number.POSITIVE_INFINITY, code: "ENOSPC" });
  const closed = { ...testIndex("i"), state: "close" as const, settingsVersion: 2 };
  await expect(h.service.applyIndex(closed)).rejects.toThrow();
  expect(await writeOne(h.service, index("2"), "false")).toMatchObject({
    ok: false,
    error: { status: 400, type: "index_closed_exception" },
  });
  files.heal();
  h.nowMs += 5000;
  void h.service.tick();
  await vi.waitFor(async () =>
    expect((await h.service.stats(UUIDS))[0]).toMatchObject({
      docs: 1,
      uncommittedOperations: 0,
      commit: { maxSeqNo: 0 },
    }),
  );
  await h.service.applyIndex({ ...closed, state: "open", settingsVersion: 3 });
  expect(h.visible("i").size).toBe(1);
  expect(await writeOne(h.service, index("2"), "false")).toMatchObject({ ok: true, seqNo: 1 });
});

test("background work that fails is reported, and stops nothing else", async () => {
  const files = new MemoryFiles();
  const h = await new Harness(files, new Map(), { logFileBytes: 1024 }).start();
  await h.create(testIndex("i"));
  for (let count = 0; count < 10; count++) await writeOne(h.service, index(`${count}`, "x".repeat(500)), "true");
  const removeFile = files.remove.bind(files);
  files.remove = (path) => {
    if (path.startsWith("log/")) throw Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    removeFile(path);
  };
  for (let count = 0; count < 2; count++) {
    await writeOne(h.service, index(`${count}`, "y"), "true");
    await h.service.flush(UUIDS, { force: true }).catch(() => undefined);
  }
  await h.service.tick();
  expect(h.logged.join("\n")).toContain("EPERM");
  expect(await answeredWithin(h, writeOne(h.service, index("more"), "wait_for"), 1100)).toBe(true);
});

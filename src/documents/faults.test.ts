import { describe, expect, test, vi } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { FaultFiles } from "../testing/store/fault-files.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import type { WriteItem } from "./documents.ts";
import type { MergeResult } from "./shard/merger.ts";
import { orThrow, writeOne } from "../testing/documents/one-write.ts";

const uuids = ["uuid-of-i"];
const put = (id: string, a: string): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: Buffer.from(JSON.stringify({ a })),
  options: {},
});
const seen = (h: Harness): [string, number][] => [...h.visible("i")].sort(([a], [b]) => (a < b ? -1 : 1));

async function sourceOf(h: Harness, id: string): Promise<string | undefined> {
  const [found] = await h.service.get([{ index: "i", id, realtime: true }]);
  return found && "found" in found && found.found ? Buffer.from(found.source).toString() : undefined;
}

async function harness(
  files = new MemoryFiles() as ConstructorParameters<typeof Harness>[0],
  options = {},
): Promise<Harness> {
  const made = await new Harness(files, new Map(), options).start();
  await made.create(testIndex("i"));
  return made;
}

describe("a full disk", () => {
  test("refuses writes with 429, leaves no trace of them, and lets reads and later writes go on", async () => {
    const files = new FaultFiles(new MemoryFiles());
    const h = await harness(files);
    await writeOne(h.service, put("1", "one"), "true");
    await writeOne(h.service, put("2", "two"), "false");
    files.inject({ on: "append", call: 1, repeats: Number.POSITIVE_INFINITY, code: "ENOSPC" });
    for (const id of ["1", "2", "3"]) {
      expect(await writeOne(h.service, put(id, "lost"), "false")).toMatchObject({
        ok: false,
        error: { status: 429, type: "cluster_block_exception" },
      });
    }
    expect(await sourceOf(h, "1")).toBe('{"a":"one"}');
    expect(await sourceOf(h, "2")).toBe('{"a":"two"}');
    expect(await sourceOf(h, "3")).toBeUndefined();
    files.heal();
    expect(orThrow(await writeOne(h.service, put("3", "three"), "true"))).toMatchObject({ seqNo: 2, version: 1 });
    expect(orThrow(await writeOne(h.service, put("2", "more"), "true"))).toMatchObject({ seqNo: 3, version: 2 });
    expect(seen(h)).toEqual([
      ["1", 0],
      ["2", 3],
      ["3", 2],
    ]);
    const again = await h.crash();
    expect(seen(again)).toEqual([
      ["1", 0],
      ["2", 3],
      ["3", 2],
    ]);
    expect(h.failures).toEqual([]);
  });

  test("while a sync runs takes back what was not durable", async () => {
    const files = new FaultFiles(new MemoryFiles());
    const h = await harness(files);
    await writeOne(h.service, put("1", "one"), "true");
    files.inject({ on: "sync", call: 1, repeats: 1, code: "EIO" });
    const [lost, lostToo] = await Promise.all([
      writeOne(h.service, put("1", "lost"), "false"),
      writeOne(h.service, put("2", "lost"), "false"),
    ]);
    expect(lost).toMatchObject({ ok: false, error: { status: 503 } });
    expect(lostToo).toMatchObject({ ok: false });
    files.heal();
    expect(await sourceOf(h, "1")).toBe('{"a":"one"}');
    expect(await sourceOf(h, "2")).toBeUndefined();
    const { seqNo } = orThrow(await writeOne(h.service, put("1", "two"), "true"));
    expect(seen(h)).toEqual([["1", seqNo]]);
    expect(h.failures).toEqual([]);
    const again = await h.crash();
    expect([seen(again), again.failures]).toEqual([[["1", seqNo]], []]);
  });

  test("gives numbers of operations that were seen and taken back to no other operation", async () => {
    const files = new FaultFiles(new MemoryFiles(), () => new Promise((resolve) => setImmediate(resolve)));
    const h = await harness(files);
    await writeOne(h.service, put("1", "one"), "true");
    files.inject({ on: "sync", call: 1, code: "EIO" });
    const failing = writeOne(h.service, put("lost", "seen before its sync failed"), "false");
    let found;
    do [found] = await h.service.get([{ index: "i", id: "lost", realtime: true }]);
    while (!(found && "found" in found && found.found));
    expect(found).toMatchObject({ seqNo: 1, primaryTerm: 1 });
    expect(await failing).toMatchObject({ ok: false });
    expect(orThrow(await writeOne(h.service, put("other", "x"), "false"))).toMatchObject({ seqNo: 2, version: 1 });
    const ifSeen: WriteItem = { ...put("other", "y"), options: { ifSeqNo: 1, ifPrimaryTerm: 1 } };
    expect(await writeOne(h.service, ifSeen, "false")).toMatchObject({ ok: false, error: { status: 409 } });
    // Another cut behind it, a flush, and restarts that replay and seal what is left out.
    files.inject({ on: "sync", call: 1, code: "EIO" });
    expect(await writeOne(h.service, put("lost", "again"), "false")).toMatchObject({ ok: false });
    expect(orThrow(await writeOne(h.service, put("other", "z"), "false")).seqNo).toBe(4);
    const replayed = await h.crash();
    expect([seen(replayed), replayed.failures]).toEqual([
      [
        ["1", 0],
        ["other", 4],
      ],
      [],
    ]);
    await replayed.service.flush(uuids, { force: true });
    expect(orThrow(await writeOne(replayed.service, put("other", "w"), "true")).seqNo).toBe(5);
    expect((await replayed.crash()).failures).toEqual([]);
  });

  test("during a flush leaves the last manifest, and the next flush commits", async () => {
    for (let call = 1; call <= 6; call++) {
      for (const on of ["append", "sync", "replace"] as const) {
        const files = new FaultFiles(new MemoryFiles());
        const h = await harness(files);
        await writeOne(h.service, put("1", "one"), "true");
        await h.service.flush(uuids, { force: false });
        await writeOne(h.service, put("1", "two"), "false");
        await writeOne(h.service, put("2", "two"), "false");
        files.inject({ on, call, code: "ENOSPC" });
        await h.service.flush(uuids, { force: false }).catch(() => undefined);
        files.heal();
        expect(await sourceOf(h, "1")).toBe('{"a":"two"}');
        const crashed = await h.crash();
        await crashed.service.refresh(uuids);
        expect(seen(crashed)).toEqual([
          ["1", 1],
          ["2", 2],
        ]);
        await writeOne(crashed.service, put("1", "three"), "false");
        await crashed.service.flush(uuids, { force: false });
        const last = await crashed.crash();
        expect(seen(last)).toEqual([
          ["1", 3],
          ["2", 2],
        ]);
        expect(await sourceOf(last, "2")).toBe('{"a":"two"}');
        expect([...h.failures, ...crashed.failures, ...last.failures]).toEqual([]);
      }
    }
  });
});

describe("the log that is being replayed", () => {
  const all = Array.from({ length: 50 }, (_, at) => `${at}`);
  test("is not trimmed while its shards open", async () => {
    const files = new MemoryFiles();
    const h = await harness(files, { logFileBytes: 500 });
    for (const id of all) await writeOne(h.service, put(id, id), "false");
    // A field that the mapping lacks makes the replay wait for the cluster state, as long as that takes.
    h.indices.set("i", testIndex("i"));
    await writeOne(
      h.service,
      { kind: "index", index: "i", id: "51", source: Buffer.from('{"new":1}'), options: {} },
      "false",
    );
    h.indices.set("i", testIndex("i"));
    const again = new Harness(files, h.indices, { logFileBytes: 500 });
    let done = false;
    const started = again.start().finally(() => (done = true));
    while (!done) await again.service.tick();
    await started;
    expect(again.failures).toEqual([]);
    expect(again.visible("i").size).toBe(51);
  });
});

describe("a flipped byte", () => {
  // So many that the dead ones do not make their segment be rewritten.
  const others = ["o1", "o2", "o3", "o4", "o5", "o6", "o7"];
  async function flushed(): Promise<{ files: MemoryFiles; h: Harness }> {
    const files = new MemoryFiles();
    const h = await harness(files);
    for (const id of ["1", "2", "3", ...others]) await writeOne(h.service, put(id, id), "false");
    await h.service.flush(uuids, { force: false });
    await writeOne(h.service, put("2", "again"), "true");
    await writeOne(h.service, { kind: "delete", index: "i", id: "3", options: {} }, "true");
    await h.service.flush(uuids, { force: false });
    return { files, h };
  }

  async function flip(files: MemoryFiles, path: string): Promise<void> {
    const bytes = files.read(path).slice();
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 0x40;
    await files.replace(path, bytes);
  }

  const folders = ["segments", "live", "ids"];
  test.each(folders)("in %s is found, reported, and made good from the sources", async (kind) => {
    const folder = `indices/uuid-of-i/0/${kind}`;
    const { files: counted } = await flushed();
    let reported = 0;
    for (const name of counted.list(folder)) {
      const { files, h } = await flushed();
      await flip(files, `${folder}/${name}`);
      const again = await h.crash();
      // Files that only the manifest before names are not read.
      if (again.logged.some((line) => /^(error|warn)/.test(line))) reported++;
      expect(again.failures).toEqual([]);
      expect(seen(again).filter(([id]) => !others.includes(id))).toEqual([
        ["1", 0],
        ["2", 10],
      ]);
      expect(seen(again)).toHaveLength(2 + others.length);
      expect(await sourceOf(again, "2")).toBe('{"a":"again"}');
      expect(await sourceOf(again, "3")).toBeUndefined();
    }
    expect(reported).toBeGreaterThan(0);
  });

  test("in a source file is made good from the log, at the start or when it is met", async () => {
    const folder = "indices/uuid-of-i/0/sources";
    const { files: counted } = await flushed();
    for (const name of counted.list(folder)) {
      const { files, h } = await flushed();
      const bytes = files.read(`${folder}/${name}`);
      for (const at of [20, bytes.length - 5]) {
        const broken = bytes.slice();
        broken[at] = (broken[at] ?? 0) ^ 0x40;
        await files.replace(`${folder}/${name}`, broken);
        const again = await h.crash();
        for (let attempt = 0; attempt < 2; attempt++) for (const id of ["1", "2", ...others]) await sourceOf(again, id);
        expect(again.failures).toEqual([]);
        expect(await sourceOf(again, "1")).toBe('{"a":"1"}');
        expect(await sourceOf(again, "2")).toBe('{"a":"again"}');
        expect(await sourceOf(again, "o7")).toBe('{"a":"o7"}');
        expect(again.logged.some((line) => line.startsWith("error"))).toBe(true);
        expect(seen(again)).toHaveLength(2 + others.length);
        await files.replace(`${folder}/${name}`, bytes);
      }
    }
  });

  test("in a source file makes gets wait for its repair, and none of them miss a document", async () => {
    const { files, h } = await flushed();
    for (const name of files.list("indices/uuid-of-i/0/sources"))
      await flip(files, `indices/uuid-of-i/0/sources/${name}`);
    const again = await h.crash();
    const ids = ["1", "2", ...others];
    const answers = await Promise.all(
      [...ids, ...ids].map((id) => again.service.get([{ index: "i", id, realtime: true }])),
    );
    for (const [answer] of answers)
      expect(answer).toMatchObject("found" in answer! ? { found: true } : { status: 503 });
    await Promise.all(ids.map((id) => again.service.get([{ index: "i", id, realtime: true }])));
    for (const id of ids) expect(await sourceOf(again, id)).toBeDefined();
    expect(again.failures).toEqual([]);
  });

  test("in the newest manifest is made good from the one before and the log", async () => {
    const { files, h } = await flushed();
    const manifests = files.list("indices/uuid-of-i/0").filter((name) => name.startsWith("manifest"));
    await flip(files, `indices/uuid-of-i/0/${manifests.sort().at(-1)}`);
    const again = await h.crash();
    expect(again.failures).toEqual([]);
    expect(again.logged.some((line) => line.startsWith("error"))).toBe(true);
    expect(seen(again).filter(([id]) => !others.includes(id))).toEqual([
      ["1", 0],
      ["2", 10],
    ]);
    expect(seen(again)).toHaveLength(2 + others.length);
  });

  test("in a record of the log that is not sealed fails the shard", async () => {
    const files = new MemoryFiles();
    const h = await harness(files);
    for (const id of ["1", "2", "3"]) await writeOne(h.service, put(id, `value of ${id}`), "true");
    const log = Buffer.from(files.read("log/0000000001.log"));
    const at = log.indexOf("value of 2");
    log[at] = log[at]! ^ 0x40;
    await files.replace("log/0000000001.log", log);
    const again = await h.crash();
    expect(again.failures).toHaveLength(1);
    expect(await writeOne(again.service, put("4", "x"), "false")).toMatchObject({ ok: false, error: { status: 503 } });
  });
});

describe("a merge", () => {
  test("keeps what dies while it runs dead", async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const merger = (inline: { merge(job: never): Promise<MergeResult> }) => ({
      async merge(job: never): Promise<MergeResult> {
        const result = await inline.merge(job);
        await gate;
        return result;
      },
    });
    const h = await harness(new MemoryFiles(), { merger });
    for (const id of ["1", "2", "3", "4"]) await writeOne(h.service, put(id, id), "true");
    const merging = h.service.forceMerge(uuids, { maxSegments: 1, onlyExpungeDeletes: false, flush: false });
    await new Promise((resolve) => setImmediate(resolve));
    await writeOne(h.service, put("1", "published before the merge ends"), "true");
    await writeOne(h.service, { kind: "delete", index: "i", id: "2", options: {} }, "true");
    await writeOne(h.service, put("3", "not published when the merge ends"), "false");
    release();
    await merging;
    expect(seen(h)).toEqual([
      ["1", 4],
      ["3", 2],
      ["4", 3],
    ]);
    await h.service.refresh(uuids);
    expect(seen(h)).toEqual([
      ["1", 4],
      ["3", 6],
      ["4", 3],
    ]);
  });

  test("gives the memories of its inputs back when the searchers let go", async () => {
    const h = await harness();
    for (let at = 0; at < 30; at++) await writeOne(h.service, put(String(at), "x"), "true");
    await h.service.forceMerge(uuids, { maxSegments: 1, onlyExpungeDeletes: false, flush: false });
    expect(h.searchers.get("uuid-of-i/0")?.segments).toHaveLength(1);
    expect(h.pool.keptBytes).toBeGreaterThan(0);
  });
});

test("a segment that gets no memory refuses the refresh and is told in the log; what was written is not lost", async () => {
  const h = await harness();
  await writeOne(h.service, put("1", "x"), "false");
  const acquire = vi.spyOn(h.pool, "acquire").mockImplementation(() => {
    throw new RequestError(
      429,
      "circuit_breaking_exception",
      "[segments] the system has no memory for [1] bytes of a segment",
    );
  });
  await expect(h.service.refresh(uuids)).rejects.toMatchObject({ status: 429 });
  expect(h.logged.join("\n")).toMatch(/error \[i\]\[0\] what was written cannot be made a segment: .*no memory/);
  await writeOne(h.service, put("2", "y"), "false");
  expect(h.failures).toEqual([]);
  acquire.mockRestore();
  await h.service.refresh(uuids);
  expect([...h.visible("i").keys()]).toEqual(["1", "2"]);
  expect([...(await h.crash()).visible("i").keys()]).toEqual(["1", "2"]);
});

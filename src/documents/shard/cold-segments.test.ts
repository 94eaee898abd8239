import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadedBytes } from "../../segment/segment-words.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import { DirectoryFiles } from "../../store/directory-files.ts";
import type { Files } from "../../store/files.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import { Harness, testIndex } from "../../testing/documents/documents-harness.ts";
import type { WriteItem } from "../documents.ts";
import { writeOne } from "../../testing/documents/one-write.ts";

const DOCS = 1500;
const uuids = ["uuid-of-i"];
const LOOK_MS = 10_000;

const put = (id: string, text: string): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: Buffer.from(JSON.stringify({ a: text })),
  options: {},
});

async function withDocuments(segmentBytes: number, files: Files = new MemoryFiles()): Promise<Harness> {
  const h = await new Harness(files, new Map([["i", testIndex("i")]]), { segmentBytes }).start();
  for (let at = 0; at < DOCS; at += 500) {
    const documents = Array.from({ length: 500 }, (_, i) => put(String(at + i), `value ${at + i} `.repeat(10)));
    await h.service.write(documents, { refresh: "false", together: true });
  }
  await h.service.flush(uuids, { force: true });
  return h;
}

const loaded = (h: Harness): number =>
  (h.searchers.get("uuid-of-i/0")?.segments ?? []).reduce((sum, { data }) => sum + loadedBytes(data), 0);

async function look(h: Harness, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    h.nowMs += LOOK_MS;
    await h.service.tick();
  }
}

test("what no search uses leaves memory above the limit, and is read again when it is needed", async () => {
  const h = await withDocuments(1000);
  const before = loaded(h);
  const seen = h.visible("i");
  expect([before > 100_000, seen.size]).toEqual([true, DOCS]);
  await look(h, 6);
  expect(loaded(h)).toBe(0);
  expect(h.visible("i")).toEqual(seen);
  expect(loaded(h)).toBeGreaterThan(0);
  // It goes on as before: what dies in it, and what is merged with it.
  await writeOne(h.service, { kind: "delete", index: "i", id: "7", options: {} }, "true");
  await writeOne(h.service, put("new", "x"), "true");
  await h.service.forceMerge(uuids, { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
  expect(h.visible("i").size).toBe(DOCS);
  expect(h.failures).toEqual([]);
  expect((await h.crash()).visible("i").size).toBe(DOCS);
});

test("below the limit everything stays, and above it what is searched", async () => {
  const roomy = await withDocuments(1e9);
  const all = loaded(roomy);
  await look(roomy, 6);
  expect(loaded(roomy)).toBe(all);

  const tight = await withDocuments(1000);
  for (let time = 0; time < 6; time++) {
    for (const { data } of tight.searchers.get("uuid-of-i/0")?.segments ?? [])
      new Int32Array(data.memory.buffer, data.words, 1)[0] = 1;
    await look(tight, 1);
  }
  expect(loaded(tight)).toBe(all);
});

test("a segment stays where its file is not to be read, and the log says so", async () => {
  const h = await withDocuments(1000);
  const [path] = (h.searchers.get("uuid-of-i/0")?.segments ?? []).map(
    () => h.files.list("indices/uuid-of-i/0/segments")[0],
  );
  h.files.remove(`indices/uuid-of-i/0/segments/${path}`);
  await look(h, 6);
  expect(loaded(h)).toBeGreaterThan(0);
  expect(h.logged.join("\n")).toContain("segments stay in memory");
});

describe("in a directory", () => {
  const folder = mkdtempSync(join(tmpdir(), "wardex-cold-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let at = 0;

  /** An index that was closed, and one opened over its files, with nothing loaded. */
  async function reopened(): Promise<Harness> {
    const first = await withDocuments(1e9, new DirectoryFiles(join(folder, String(at++))));
    await first.service.close();
    const h = await first.crash();
    expect(loaded(h)).toBe(0);
    return h;
  }

  /** Changes a byte of a section of the largest segment's file. */
  function damage(h: Harness, section: "seqNos" | "idOffsets"): string {
    const [data] = (h.searchers.get("uuid-of-i/0")?.segments ?? [])
      .map((segment) => segment.data)
      .sort((one, other) => other.directory.docCount - one.directory.docCount);
    const { path } = data!.file!;
    const bytes = h.files.read(path);
    bytes[data!.directory[section].stored!.offset + 5]! ^= 4;
    writeFileSync((h.files.reference(path) as { path: string }).path, bytes);
    return path;
  }

  test("files stay as long as a searcher may load from them, though all their documents are deleted", async () => {
    const h = await reopened();
    const held = h.searchers.get("uuid-of-i/0");
    // A search is under way on this one.
    h.keep = true;
    const deletes = Array.from({ length: DOCS }, (_, doc): WriteItem => ({
      kind: "delete",
      index: "i",
      id: String(doc),
      options: {},
    }));
    await h.service.write(deletes, { refresh: "true", together: true });
    for (let round = 0; round < 3; round++) {
      await writeOne(h.service, put(`new-${round}`, "x"), "true");
      await h.service.flush(uuids, { force: true });
    }
    expect(h.visible("i").size).toBe(3);
    const ids = (held?.segments ?? []).flatMap(({ data }) => {
      const reader = openSegment(data);
      return Array.from({ length: reader.docCount }, (_, doc) => reader.id(doc));
    });
    expect(new Set(ids).size).toBe(DOCS);
  });

  test("damage that a delete meets is told and mended, and the delete can be sent again", async () => {
    const h = await reopened();
    const path = damage(h, "seqNos");
    const first = await writeOne(h.service, { kind: "delete", index: "i", id: "7", options: {} }, "true");
    expect(first).toMatchObject({ ok: false, error: { status: 503, type: "unavailable_shards_exception" } });
    await writeOne(h.service, { kind: "delete", index: "i", id: "7", options: {} }, "true");
    expect([...h.visible("i").keys()].includes("7")).toBe(false);
    expect(h.visible("i").size).toBe(DOCS - 1);
    expect(h.logged.join("\n")).toContain(`segment [${path}] is made again from the sources`);
    expect(h.failures).toEqual([]);
  });

  test("damage that a merge meets is told and mended", async () => {
    const h = await reopened();
    const path = damage(h, "idOffsets");
    await writeOne(h.service, put("new", "x"), "true");
    const merge = (): Promise<void> =>
      h.service.forceMerge(uuids, { maxSegments: 1, onlyExpungeDeletes: false, flush: false });
    await expect(merge()).rejects.toThrow("is damaged and made again");
    await merge();
    expect(h.visible("i").size).toBe(DOCS + 1);
    expect(h.searchers.get("uuid-of-i/0")?.segments).toHaveLength(1);
    expect(h.logged.join("\n")).toContain(`segment [${path}] is made again from the sources`);
    expect(h.failures).toEqual([]);
  });
});

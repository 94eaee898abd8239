import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../store/memory-files.ts";
import type { FileHandle, Files } from "../../store/files.ts";
import { Harness, testIndex } from "../../testing/documents/documents-harness.ts";
import type { GetResult, WriteItem } from "../documents.ts";
import { copyOf, leftovers } from "../../testing/documents/simulation.ts";
import { writeOne } from "../../testing/documents/one-write.ts";

/** Files whose source files are not synced before they are let go, or told to fail. */
class HeldFiles extends MemoryFiles implements Files {
  #gate: Promise<void> = Promise.resolve();

  /** Holds syncs from now on; answers what ends that, with an error or without. */
  hold(): (error?: Error) => void {
    let end = (_error?: Error): void => undefined;
    this.#gate = new Promise((done, fail) => (end = (error) => (error ? fail(error) : done())));
    this.#gate.catch(() => undefined);
    return end;
  }

  override open(path: string, options?: { mustExist?: boolean }): FileHandle {
    const handle = super.open(path, options);
    if (!path.includes("/sources/")) return handle;
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await this.#gate;
      await sync();
    };
    return handle;
  }
}

const UUIDS = ["uuid-of-i"];
const index = (id: string, a: string): WriteItem => ({
  kind: "index",
  index: "i",
  id,
  source: Buffer.from(JSON.stringify({ a })),
  options: {},
});
const sourceOf = (result: unknown): string => {
  const found = result as GetResult;
  return found.found ? Buffer.from(found.source).toString() : "none";
};

async function held(): Promise<{ h: Harness; files: HeldFiles; get: (id: string) => Promise<string> }> {
  const files = new HeldFiles();
  const h = await new Harness(files).start();
  await h.create(testIndex("i"));
  const get = async (id: string): Promise<string> =>
    sourceOf((await h.service.get([{ index: "i", id, realtime: true }]))[0]);
  return { h, files, get };
}

describe("while a flush seals", () => {
  test("writes, gets, deletes and refreshes go on, and the next flush commits them", async () => {
    const { h, files, get } = await held();
    for (const id of ["a", "b", "c"]) await writeOne(h.service, index(id, "old"), "false");
    const letGo = files.hold();
    const flushed = h.service.flush(UUIDS, { force: false });
    expect(await writeOne(h.service, index("a", "new"), "true")).toMatchObject({
      ok: true,
      version: 2,
      result: "updated",
    });
    expect(await writeOne(h.service, { kind: "delete", index: "i", id: "b", options: {} }, "true")).toMatchObject({
      ok: true,
      version: 2,
      result: "deleted",
    });
    expect(await Promise.all(["a", "b", "c"].map(get))).toEqual(['{"a":"new"}', "none", '{"a":"old"}']);
    expect([...h.visible("i").keys()].sort()).toEqual(["a", "c"]);
    letGo();
    await flushed;
    expect(await writeOne(h.service, index("b", "again"), "true")).toMatchObject({
      ok: true,
      version: 3,
      result: "created",
    });
    const crashed = await h.crash(await copyOf(files));
    expect(Object.fromEntries(crashed.visible("i"))).toEqual({ a: 3, b: 5, c: 2 });
    await h.service.flush(UUIDS, { force: false });
    const again = await h.crash();
    expect(Object.fromEntries(again.visible("i"))).toEqual({ a: 3, b: 5, c: 2 });
    expect((await again.service.stats(UUIDS))[0]).toMatchObject({ uncommittedOperations: 0, docs: 3 });
  });

  test("the checkpoint is that of its beginning: a crash right after it replays the rest", async () => {
    const { h, files } = await held();
    await writeOne(h.service, index("a", "old"), "false");
    const letGo = files.hold();
    const flushed = h.service.flush(UUIDS, { force: false });
    await writeOne(h.service, index("a", "new"), "false");
    letGo();
    await flushed;
    const crashed = await h.crash();
    expect(sourceOf((await crashed.service.get([{ index: "i", id: "a", realtime: true }]))[0])).toBe('{"a":"new"}');
    expect((await crashed.service.stats(UUIDS))[0]).toMatchObject({ commit: { maxSeqNo: 0 }, maxSeqNo: 1, docs: 1 });
  });

  test("a failure leaves everything to the next one", async () => {
    const { h, files, get } = await held();
    for (const id of ["a", "b"]) await writeOne(h.service, index(id, "old"), "false");
    const letGo = files.hold();
    const flushed = h.service.flush(UUIDS, { force: false });
    await writeOne(h.service, index("a", "new"), "false");
    letGo(new Error("broken"));
    await expect(flushed).rejects.toThrow("broken");
    expect((await h.service.stats(UUIDS))[0]).toMatchObject({ uncommittedOperations: 3 });
    expect(await Promise.all(["a", "b"].map(get))).toEqual(['{"a":"new"}', '{"a":"old"}']);
    files.hold()();
    await h.service.flush(UUIDS, { force: false });
    expect((await h.service.stats(UUIDS))[0]).toMatchObject({ uncommittedOperations: 0, commit: { maxSeqNo: 2 } });
    expect(Object.fromEntries((await h.crash()).visible("i"))).toEqual({ a: 2, b: 1 });
  });

  test("the index can be removed, and nothing of it comes back", async () => {
    const { h, files } = await held();
    await writeOne(h.service, index("a", "old"), "false");
    const letGo = files.hold();
    const flushed = h.service.flush(UUIDS, { force: false }).catch((error: unknown) => error);
    // The flush is under way by then.
    await writeOne(h.service, index("b", "old"), "false");
    const removed = h.service.removeIndex("uuid-of-i");
    letGo();
    await removed;
    await flushed;
    expect(files.list("indices")).toEqual([]);
  });
});

test("files that stayed for a search alone go when it ends, without another flush", async () => {
  const { h, get } = await held();
  h.keep = true;
  for (const text of ["old", "newer", "newest"]) {
    for (const id of ["a", "b", "c"]) await writeOne(h.service, index(id, text), "true");
    await h.service.flush(UUIDS, { force: true });
  }
  await h.service.flush(UUIDS, { force: true });
  expect(leftovers(h.files)).not.toEqual([]);
  const newest = h.searchers.get("uuid-of-i/0")?.generation ?? 0;
  for (let generation = 1; generation < newest; generation++) h.service.release("uuid-of-i", 0, generation);
  expect(leftovers(h.files)).toEqual([]);
  expect(await get("b")).toContain("newest");
  expect((await h.crash()).visible("i").size).toBe(3);
});

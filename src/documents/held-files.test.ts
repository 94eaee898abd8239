import { expect, test } from "vitest";
import { openReference } from "../store/file-reader.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import { orThrow, writeOne } from "../testing/documents/one-write.ts";
import type { HeldFiles, HeldShard } from "./documents.ts";

const PIECE_BYTES = 100;

async function filled(count: number): Promise<Harness> {
  const h = await new Harness(new MemoryFiles()).start();
  await h.create(testIndex("i"));
  await write(h, 0, count);
  return h;
}

async function write(h: Harness, from: number, count: number): Promise<void> {
  for (let id = from; id < from + count; id++) {
    const source = Buffer.from(JSON.stringify({ a: `word ${id}` }));
    orThrow(await writeOne(h.service, { kind: "index", index: "i", id: String(id % 7), source, options: {} }, "false"));
  }
}

function shardsOf({ shards }: HeldFiles): HeldShard[] {
  return shards.map((shard) => {
    if ("failure" in shard) throw new Error(shard.failure);
    return shard;
  });
}

async function copyInto(h: Harness, held: HeldFiles, uuid: string): Promise<void> {
  for (const { shard, manifest, files } of shardsOf(held)) {
    for (const { path, file } of files) {
      const reader = openReference(file);
      for (let at = 0; at < reader.size(); at += PIECE_BYTES) {
        const piece = new Uint8Array(Math.min(PIECE_BYTES, reader.size() - at));
        reader.readAt(piece, at);
        await h.service.importFile({ uuid, shard, path, isLast: at + PIECE_BYTES >= reader.size() }, piece);
      }
    }
    await h.service.importShard(uuid, shard, manifest);
  }
}

test("held files stay as they were beside writes, flushes and merges, and make the same shard elsewhere", async () => {
  const h = await filled(20);
  const held = await h.service.holdFiles("uuid-of-i");
  await write(h, 20, 20);
  await h.service.flush(["uuid-of-i"], { force: true });
  await h.service.forceMerge(["uuid-of-i"], { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
  await h.service.flush(["uuid-of-i"], { force: true });
  const other = await new Harness(new MemoryFiles()).start();
  const copy = testIndex("copy");
  await copyInto(other, held, copy.uuid);
  await other.create(copy);
  expect(other.visible("copy")).toEqual(
    new Map([14, 15, 16, 17, 18, 19, 13].map((seqNo) => [String(seqNo % 7), seqNo])),
  );
  const [found] = await other.service.get([{ index: "copy", id: "3", realtime: true }]);
  expect(found).toMatchObject({ found: true, seqNo: 17, version: 3, primaryTerm: 1 });
  const after = await other.crash();
  expect(after.visible("copy")).toEqual(other.visible("copy"));
});

test("files go when they are released, and not before", async () => {
  const h = await filled(10);
  const folder = "indices/uuid-of-i/0/sources";
  const held = await h.service.holdFiles("uuid-of-i");
  const names = shardsOf(held)[0]!.manifest.sources.map(({ file }) => `${folder}/${file.split("/")[1]}`);
  for (let round = 0; round < 4; round++) {
    await write(h, 7, 7);
    await h.service.forceMerge(["uuid-of-i"], { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
    await h.service.flush(["uuid-of-i"], { force: true });
  }
  const segments = shardsOf(held)[0]!.manifest.segments.map(({ file }) => `indices/uuid-of-i/0/${file}`);
  expect([...names, ...segments].map((name) => h.files.exists(name))).not.toContain(false);
  await h.service.releaseFiles(held.hold);
  expect(segments.map((name) => h.files.exists(name))).not.toContain(true);
});

test("a second hold of an unchanged index names the same files", async () => {
  const h = await filled(5);
  const paths = (held: HeldFiles): string[] => shardsOf(held).flatMap(({ files }) => files.map(({ path }) => path));
  const first = await h.service.holdFiles("uuid-of-i");
  await h.service.refresh(["uuid-of-i"]);
  expect(paths(await h.service.holdFiles("uuid-of-i"))).toEqual(paths(first));
  await h.service.applyIndex({ ...testIndex("i"), state: "close", settingsVersion: 2 });
  expect(paths(await h.service.holdFiles("uuid-of-i"))).toEqual(paths(first));
});

test("an index that never held anything is copied too, and one that is gone is an error", async () => {
  const h = await new Harness(new MemoryFiles()).start();
  await h.create(testIndex("i", { "index.number_of_shards": "2" }));
  const held = await h.service.holdFiles("uuid-of-i");
  const other = await new Harness(new MemoryFiles()).start();
  await copyInto(other, held, "uuid-of-copy");
  await other.create(testIndex("copy", { "index.number_of_shards": "2" }));
  expect(other.visible("copy").size).toBe(0);
  await expect(h.service.holdFiles("nope")).rejects.toMatchObject({ type: "index_not_found_exception" });
});

test("files that are no files of a shard are refused, and files of an index that never came are removed", async () => {
  const h = await filled(1);
  const to = { uuid: "uuid-of-new", shard: 0, isLast: true };
  for (const path of ["../../x", "segments/../1", "manifest-1", "segments/a", "segments/1/2"])
    await expect(h.service.importFile({ ...to, path }, new Uint8Array(1)), path).rejects.toMatchObject({ status: 400 });
  await h.service.importFile({ ...to, path: "segments/1" }, new Uint8Array(1));
  await h.service.retainOnly(["uuid-of-i"]);
  expect(h.files.exists("indices/uuid-of-new/0/segments/1")).toBe(true);
  await h.service.removeIndex("uuid-of-new");
  expect(h.files.exists("indices/uuid-of-new/0/segments/1")).toBe(false);
});

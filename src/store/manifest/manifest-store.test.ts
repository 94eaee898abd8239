import { expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { ManifestStore } from "./manifest-store.ts";
import { manifestFiles, type ShardManifest } from "./shard-manifest.ts";

const FOLDER = "indices/u/0";

function manifest(number: number): ShardManifest {
  return {
    primaryTerm: 1,
    maximumSeqNo: number * 10,
    sealedSeqNo: number * 10 - 1,
    replayFromFile: number,
    segments: [
      {
        generation: number,
        file: `${FOLDER}/segments/${number}`,
        bytes: 5,
        docs: 3,
        deleted: 1,
        liveFile: `${FOLDER}/live/${number}`,
      },
    ],
    sources: [{ file: `${FOLDER}/sources/${number}`, bytes: 9, records: 3, dead: 1, minimumSeqNo: 0, maximumSeqNo: 9 }],
    ids: { runs: [{ file: `${FOLDER}/ids/${number}.ids`, entries: 3 }], appliedSeqNo: number * 10 },
  };
}

async function withFiles(number: number, files: MemoryFiles): Promise<ShardManifest> {
  for (const file of manifestFiles(manifest(number))) await files.replace(file, new Uint8Array(1));
  return manifest(number);
}

test("the newest manifest is read back as it was written", async () => {
  const files = new MemoryFiles();
  const store = new ManifestStore(files, FOLDER);
  expect(store.read()).toEqual({ manifest: undefined, generation: 0, damages: [] });
  await store.write(manifest(1));
  await store.write(manifest(2));
  expect(new ManifestStore(files, FOLDER).read()).toEqual({ manifest: manifest(2), generation: 2, damages: [] });
});

test("a damaged manifest is reported, and the previous one still has its files and its log", async () => {
  const files = new MemoryFiles();
  const store = new ManifestStore(files, FOLDER);
  for (const number of [3, 4, 5]) {
    await store.write(await withFiles(number, files));
    store.removeUnnamed(new Set());
  }
  expect(store.replayFromFile).toBe(4);
  const bytes = files.read(`${FOLDER}/manifest-3`);
  bytes[bytes.length >> 1]! ^= 16;
  await files.replace(`${FOLDER}/manifest-3`, bytes);
  const reading = new ManifestStore(files, FOLDER).read();
  expect(reading.damages.map((damage) => damage.file)).toEqual([`${FOLDER}/manifest-3`]);
  expect(reading.manifest).toEqual(manifest(4));
  expect(manifestFiles(manifest(4)).every((file) => files.exists(file))).toBe(true);
});

test("files that no kept manifest lists are removed, except those in use", async () => {
  const files = new MemoryFiles();
  const store = new ManifestStore(files, FOLDER);
  for (const number of [1, 2, 3]) await store.write(await withFiles(number, files));
  await files.replace(`${FOLDER}/sources/leftover`, new Uint8Array(1));
  await files.replace(`${FOLDER}/sources/pinned`, new Uint8Array(1));
  await files.replace("indices/u/1/sources/other-shard", new Uint8Array(1));
  const removed = store.removeUnnamed(new Set([`${FOLDER}/sources/pinned`]));
  expect(removed.sort()).toEqual([...manifestFiles(manifest(1)), `${FOLDER}/sources/leftover`].sort());
  const left = [
    ...manifestFiles(manifest(2)),
    ...manifestFiles(manifest(3)),
    `${FOLDER}/sources/pinned`,
    "indices/u/1/sources/other-shard",
  ];
  expect(left.every((file) => files.exists(file))).toBe(true);
  expect(new ManifestStore(files, FOLDER).read().generation).toBe(3);
});

test("a full disk leaves the manifest unchanged", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const store = new ManifestStore(files, FOLDER);
  await store.write(manifest(1));
  files.inject({ on: "replace", call: 1, code: "ENOSPC" });
  await expect(store.write(manifest(2))).rejects.toMatchObject({ name: "StorageFull" });
  expect([store.replayFromFile, store.read().manifest]).toEqual([1, manifest(1)]);
});

test("files that only the previous manifest lists are counted, until a newer manifest replaces it", async () => {
  const store = new ManifestStore(new MemoryFiles(), FOLDER);
  expect(store.supersededBytes).toBe(0);
  await store.write(manifest(1));
  expect(store.supersededBytes).toBe(0);
  await store.write(manifest(2));
  expect(store.supersededBytes).toBe(5 + 9);
  await store.write(manifest(2));
  expect(store.supersededBytes).toBe(0);
});

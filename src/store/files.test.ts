import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { DirectoryFiles } from "./directory-files.ts";
import { FaultFiles } from "../testing/store/fault-files.ts";
import { openReference } from "./file-reader.ts";
import { filesContract } from "./files.contract.ts";
import { MemoryFiles } from "./memory-files.ts";
import { MAX_OPEN } from "./open-descriptors.ts";
import { StorageFailure } from "./storage-errors.ts";

function directory(): { files: DirectoryFiles; dispose: () => void } {
  const root = mkdtempSync(join(tmpdir(), "wardex-files-"));
  return { files: new DirectoryFiles(root), dispose: () => rmSync(root, { recursive: true }) };
}

filesContract("DirectoryFiles", directory);
filesContract("MemoryFiles", () => ({ files: new MemoryFiles(), dispose: () => undefined }));
filesContract("FaultFiles without faults", () => ({
  files: new FaultFiles(new MemoryFiles()),
  dispose: () => undefined,
}));

test("an injected fault occurs at its call, as often as requested, and appends nothing", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const handle = files.open("x");
  files.inject({ on: "append", call: 2, repeats: 1, code: "ENOSPC" });
  files.inject({ on: "sync", call: 1, code: "EIO" });
  handle.append([new Uint8Array(3)]);
  for (let failing = 0; failing < 2; failing++) {
    expect(() => handle.append([new Uint8Array(5)])).toThrow(
      expect.objectContaining({ name: "StorageFull", status: 429 }),
    );
  }
  handle.append([new Uint8Array(4)]);
  expect(handle.size).toBe(7);
  await expect(handle.sync()).rejects.toMatchObject({ name: "StorageFailure", status: 503 });
  await handle.sync();
});

test.skipIf(process.platform !== "linux")(
  "a device without room is reported as full, and nothing counts as appended",
  () => {
    const { files, dispose } = directory();
    symlinkSync("/dev/full", join(files.root, "full"));
    const handle = files.open("full");
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => handle.append([new Uint8Array(10)])).toThrow(
        expect.objectContaining({ name: attempt === 0 ? "StorageFull" : "StorageFailure" }),
      );
      expect(handle.size).toBe(0);
    }
    handle.close();
    dispose();
  },
);

test("a power cut keeps what was synced, and only as much of the rest as the test demands", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const handle = files.open("x");
  handle.append([new Uint8Array(10)]);
  await handle.sync();
  handle.append([new Uint8Array(10)]);
  files.losePower((_path, unsynced) => unsynced - 7);
  expect(files.read("x").length).toBe(13);
  files.losePower(() => 0);
  expect(files.read("x").length).toBe(10);
});

test("temporary names that a crash left in a replacement are not listed", () => {
  const { files, dispose } = directory();
  writeFileSync(join(files.root, "state.json.1.tmp"), "half");
  expect(files.list(".")).toEqual([]);
  dispose();
});

test("another thread reads a memory file through its reference while it grows", async () => {
  const files = new MemoryFiles();
  const handle = files.open("grows");
  handle.append([new Uint8Array([1, 2, 3])]);
  const reference = files.reference("grows");
  if (reference.kind !== "memory") throw new Error("a memory file has a memory reference");
  // A thread of plain JavaScript that reads the shared chunk itself.
  const source = `const { parentPort, workerData } = require("node:worker_threads");
    parentPort.on("message", () => {
      const length = Number(Atomics.load(new BigInt64Array(workerData.length), 0));
      parentPort.postMessage([...new Uint8Array(workerData.chunks[0], 0, length)]);
    });`;
  const thread = new Worker(source, { eval: true, workerData: reference.content });
  const ask = (): Promise<unknown> => new Promise((done) => thread.once("message", done).postMessage("read"));
  expect(await ask()).toEqual([1, 2, 3]);
  handle.append([new Uint8Array([4])]);
  expect(await ask()).toEqual([1, 2, 3, 4]);
  expect(openReference(reference).size()).toBe(4);
  await thread.terminate();
});

test("very many files open for reading take few descriptors, and all of them are read", () => {
  const root = mkdtempSync(join(tmpdir(), "wardex-open-"));
  try {
    const files = new DirectoryFiles(root);
    for (let number = 0; number < 3 * MAX_OPEN; number++)
      writeFileSync(join(root, String(number)), Uint8Array.of(number & 255, number >>> 8));
    const before = readdirSync("/dev/fd").length;
    const readers = Array.from({ length: 3 * MAX_OPEN }, (_, number) => openReference(files.reference(String(number))));
    expect(readdirSync("/dev/fd").length - before).toBeLessThanOrEqual(MAX_OPEN);
    const read = readers.map((reader) => {
      const bytes = new Uint8Array(2);
      expect([reader.readAt(bytes, 0), reader.size()]).toEqual([2, 2]);
      return bytes[0]! + bytes[1]! * 256;
    });
    expect(read).toEqual(readers.map((_, number) => number));
    for (const reader of readers) reader.close();
    // Descriptors of earlier tests may have been closed to make room.
    expect(readdirSync("/dev/fd").length).toBeLessThanOrEqual(before);
    expect(() => openReference(files.reference("none"))).toThrow(StorageFailure);
  } finally {
    rmSync(root, { recursive: true });
  }
});

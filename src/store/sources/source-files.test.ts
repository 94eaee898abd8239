import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { openReference } from "../file-reader.ts";
import type { Files } from "../files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { operation, operations, plain } from "../operation-log.contract.ts";
import type { Operation } from "../operation-log.ts";
import { BlockCache } from "./block-cache.ts";
import { kernelCodec } from "./block-codec.ts";
import { rewriteSourceFiles, shouldRewrite } from "./rewrite-source-files.ts";
import { SourceCorruption } from "./source-file-format.ts";
import { SourceFileReader } from "./source-file-reader.ts";
import { SourceSet } from "./source-set.ts";
import { writeSourceFile } from "./write-source-file.ts";

const open = (files: Files, path: string, cache = new BlockCache()): SourceFileReader =>
  new SourceFileReader(openReference(files.reference(path)), path, kernelCodec, cache);

/** Operations whose previous sequence number is below their own, as sealed ones have it. */
const sealed = operations().map((list) =>
  list.map((one) => ({ ...one, previousSeqNo: Math.min(one.previousSeqNo, one.seqNo - 1) })),
);

/** Documents large enough for several blocks. */
const many = (count: number, from = 0): Operation[] =>
  Array.from({ length: count }, (_none, at) =>
    operation(from + at, { source: Buffer.from(`{"text":"${"lorem ipsum ".repeat(30)}${at}"}`) }),
  );

describe("source files", () => {
  let files: MemoryFiles;
  beforeEach(() => void (files = new MemoryFiles()));

  test("any records are read back, in order and one by one", async () => {
    await fc.assert(
      fc.asyncProperty(sealed, async (list) => {
        const summary = await writeSourceFile(files, "s/1.src", list, kernelCodec);
        const reader = open(files, "s/1.src");
        expect([...reader.operations()].map(plain)).toEqual(list.map(plain));
        for (const one of list) expect(plain(reader.get(one.seqNo)!)).toEqual(plain(one));
        const there = new Set(list.map((one) => one.seqNo));
        for (let seqNo = 0; seqNo < 130; seqNo++) if (!there.has(seqNo)) expect(reader.get(seqNo)).toBeUndefined();
        expect([summary.records, summary.minimumSeqNo, summary.maximumSeqNo]).toEqual([
          list.length,
          list[0]?.seqNo ?? -1,
          list.at(-1)?.seqNo ?? -1,
        ]);
        expect([reader.records, reader.minimumSeqNo, reader.maximumSeqNo]).toEqual([
          summary.records,
          summary.minimumSeqNo,
          summary.maximumSeqNo,
        ]);
        reader.close();
      }),
      { numRuns: 60 },
    );
  });

  test("many blocks are written with pauses for other work, compressed, and read from any sequence number on", async () => {
    const list = many(6000, 10);
    const summary = await writeSourceFile(files, "big.src", list, kernelCodec);
    expect(summary.bytes).toBeLessThan(list.reduce((sum, one) => sum + one.source.length, 0) / 4);
    const reader = open(files, "big.src");
    for (const seqNo of [10, 11, 777, 6009]) expect(reader.get(seqNo)?.id).toBe(`id-${seqNo}`);
    expect([reader.get(9), reader.get(6010)]).toEqual([undefined, undefined]);
    expect([...reader.operations(5000)].map((one) => one.seqNo)).toEqual(list.slice(4990).map((one) => one.seqNo));
  });

  test("a document larger than a block, and one that does not compress, are stored as they are", async () => {
    let state = 1;
    const noise = new Uint8Array(300_000).map(() => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24);
    const list = [operation(0), operation(1, { source: noise }), operation(2)];
    await writeSourceFile(files, "x.src", list, kernelCodec);
    const reader = open(files, "x.src");
    expect(list.map((one) => plain(reader.get(one.seqNo)!))).toEqual(list.map(plain));
  });

  test("a flipped byte anywhere is detected or harmless", async () => {
    const list = many(60);
    await writeSourceFile(files, "good.src", list, kernelCodec);
    const good = files.read("good.src");
    for (let at = 0; at < good.length; at++) {
      const bad = Uint8Array.from(good);
      bad[at]! ^= 1 << (at % 8);
      await files.replace("bad.src", bad);
      expect(() => [...open(files, "bad.src").operations()]).toThrow(SourceCorruption);
    }
    for (let size = 0; size < good.length; size += 7) {
      await files.replace("bad.src", good.subarray(0, size));
      expect(() => open(files, "bad.src")).toThrow(SourceCorruption);
    }
  });

  test("damage names file and block, and does not affect the other blocks", async () => {
    await writeSourceFile(files, "x.src", many(200), kernelCodec);
    const bytes = files.read("x.src");
    bytes[20]! ^= 1;
    await files.replace("x.src", bytes);
    const reader = open(files, "x.src");
    expect(() => reader.get(0)).toThrow(expect.objectContaining({ file: "x.src", block: 0 }));
    expect(reader.get(199)?.seqNo).toBe(199);
    const damages: SourceCorruption[] = [];
    const rest = [...reader.operations(0, (damage) => damages.push(damage))];
    expect(damages.map((damage) => damage.block)).toEqual([0]);
    expect(rest.at(-1)?.seqNo).toBe(199);
    expect(rest.length).toBeLessThan(200);
  });

  test("a rewrite keeps exactly the live records of its files", async () => {
    await fc.assert(
      fc.asyncProperty(sealed, fc.integer({ min: 1, max: 5 }), async (list, modulus) => {
        const half = Math.floor(list.length / 2);
        await writeSourceFile(files, "1.src", list.slice(0, half), kernelCodec);
        await writeSourceFile(files, "2.src", list.slice(half), kernelCodec);
        const readers = [open(files, "1.src"), open(files, "2.src")];
        const isLive = (one: Operation): boolean => one.seqNo % modulus === 0;
        await rewriteSourceFiles(files, "3.src", readers, isLive, kernelCodec);
        expect([...open(files, "3.src").operations()].map(plain)).toEqual(list.filter(isLive).map(plain));
        const set = new SourceSet(readers);
        expect([...set.operations()].map(plain)).toEqual(list.map(plain));
        for (const one of list) expect(set.get(one.seqNo)?.id).toBe(one.id);
        expect(set.get(-1)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
    expect([shouldRewrite(10, 3), shouldRewrite(10, 4), shouldRewrite(0, 0)]).toEqual([false, true, false]);
  });

  test("after a failure on a full disk nothing of the file is left", async () => {
    const full = new FaultFiles(files);
    full.inject({ on: "append", call: 2, code: "ENOSPC" });
    await expect(writeSourceFile(full, "s/x.src", many(6000), kernelCodec)).rejects.toMatchObject({
      name: "StorageFull",
    });
    full.inject({ on: "sync", call: 1, code: "EIO" });
    await expect(writeSourceFile(full, "s/x.src", many(1), kernelCodec)).rejects.toMatchObject({
      name: "StorageFailure",
    });
    expect(files.list("s")).toEqual([]);
  });

  test("records that do not ascend are rejected", async () => {
    await expect(writeSourceFile(files, "x.src", [operation(1), operation(1)], kernelCodec)).rejects.toThrow("ascend");
    await expect(writeSourceFile(files, "x.src", [operation(1, { previousSeqNo: 1 })], kernelCodec)).rejects.toThrow(
      "earlier",
    );
  });

  test("the cache keeps the most recently used blocks within its bytes, and none of a closed file", async () => {
    await writeSourceFile(files, "x.src", many(400), kernelCodec);
    const cache = new BlockCache(60 * 1024);
    const reader = open(files, "x.src", cache);
    for (let seqNo = 0; seqNo < 400; seqNo++) expect(reader.get(seqNo)?.seqNo).toBe(seqNo);
    expect(cache.bytes).toBeGreaterThan(30 * 1024);
    expect(cache.bytes).toBeLessThanOrEqual(60 * 1024);
    reader.close();
    expect(cache.bytes).toBe(0);
  });
});

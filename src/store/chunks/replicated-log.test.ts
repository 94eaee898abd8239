import fc from "fast-check";
import { expect, test } from "vitest";
import { FaultyChunkLogs } from "../../testing/store/faulty-chunk-logs.ts";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { StreamChunkLogs } from "../../testing/store/stream-chunk-logs.ts";
import { FileOperationLog } from "../log/file-operation-log.ts";
import { MemoryFiles } from "../memory-files.ts";
import type { Operation } from "../operation-log.ts";
import { operation, operationLogContract, replayed } from "../operation-log.contract.ts";
import { BlobChunkLogs } from "./blob-chunk-logs.ts";
import { encodeSeal } from "./chunk-format.ts";
import type { ChunkLogs } from "./chunk-log.ts";
import { ChunkSender } from "./chunk-sender.ts";
import { replayShard } from "./read-log-changes.ts";
import { ReplicatedFiles } from "./replicated-files.ts";
import { restoreLogFiles } from "./restore-log-files.ts";

const pause = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, Math.min(ms, 2)));

interface Life {
  readonly log: FileOperationLog;
  readonly ended: Promise<Error>;
  readonly damages: readonly string[];
}

/** A node's next life on a disk. */
async function live(logs: ChunkLogs, number: number, files: MemoryFiles, fileBytes = 1000): Promise<Life> {
  const writers = Array.from({ length: number - 1 }, (_, at) => `n1.${at + 1}`);
  const { damages } = await restoreLogFiles(files, "log", logs, {
    writers,
    by: `n1.${number}`,
    firstFile: 1,
  });
  let onEnd = (_error: Error): void => undefined;
  const ended = new Promise<Error>((resolve) => void (onEnd = resolve));
  const options = { windowMs: 0, pause, monotonicMs: () => performance.now(), onEnd };
  const sender = new ChunkSender(logs, await logs.open(`n1.${number}`), options);
  return {
    log: new FileOperationLog(new ReplicatedFiles(files, "log", sender), "log", { fileBytes }),
    ended,
    damages,
  };
}

operationLogContract("a replicated log", () => {
  const files = new MemoryFiles();
  let made = 0;
  const open = (name: string, options?: { fileBytes?: number; maximumRecordBytes?: number }): FileOperationLog => {
    const logs = new StreamChunkLogs();
    const onEnd = (): never => expect.unreachable();
    // The log of chunks is opened while the first call is under way.
    const opened = logs.open("n1.1");
    const log = {
      writer: "n1.1",
      append: async (number: number, bytes: Uint8Array) => (await opened).append(number, bytes),
      read: async (number: number) => (await opened).read(number),
      seal: async (from: number, seal: Uint8Array) => (await opened).seal(from, seal),
      trim: async (number: number) => (await opened).trim(number),
    };
    const sender = new ChunkSender(logs, log, {
      windowMs: 0,
      pause,
      monotonicMs: () => performance.now(),
      onEnd,
    });
    return new FileOperationLog(new ReplicatedFiles(files, name, sender), name, options);
  };
  return {
    make: (options) => open(`log-${++made}`, options),
    reopen: (options) => open(`log-${made}`, options),
    dispose: () => undefined,
  };
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Answers the id when the write was acknowledged. */
async function wakesUp(log: FileOperationLog, late: Operation): Promise<string> {
  log.append("i/0", [late]);
  await log.sync();
  return late.id;
}

test("whatever fails, and however often disks are lost, what was acknowledged is there, in order and once", async () => {
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("append" as const),
        count: fc.integer({ min: 1, max: 4 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom("keep" as const, "wipe" as const, "stale" as const),
      }),
    },
  );
  const runs = process.env["WARDEX_DEEP"] === undefined ? 25 : 400;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), fc.nat(), async (steps, isStream, seed) => {
      const inner = isStream ? new StreamChunkLogs() : new BlobChunkLogs(new MemoryBlobs());
      const delay = (): Promise<void> => new Promise((go) => setImmediate(go));
      const logs = new FaultyChunkLogs(inner, {
        random: seeded(seed),
        delay,
        lostAppends: 0.05,
        lostAnswers: 0.05,
      });
      let files = new MemoryFiles();
      let old: MemoryFiles | undefined;
      let number = 1;
      let { log } = await live(logs, number, files);
      let seqNo = 0;
      const acked = new Set<string>();
      let seen: unknown[] = [];
      /** What a life finds is what those before found, and more behind it. */
      const look = (): void => {
        const { records, damages } = replayed(log);
        expect(damages.filter(({ kind }) => kind !== "torn")).toEqual([]);
        expect(records.slice(0, seen.length)).toEqual(seen);
        seen = records;
      };
      for (const each of steps) {
        if (each.kind === "append") {
          const operations = Array.from({ length: each.count }, () => operation(seqNo++));
          log.append("i/0", operations);
          // Sometimes nobody waits, or not until the node is gone.
          if (each.count === 3) continue;
          const synced = log.sync().then(() => operations.forEach(({ id }) => acked.add(id)));
          synced.catch(() => undefined);
          if (each.count !== 4) await synced;
        } else {
          if (each.kind === "wipe") files = new MemoryFiles();
          if (each.kind === "stale" && old) files = old;
          old = files;
          const before = log;
          ({ log } = await live(logs, ++number, files));
          look();
          // The life before wakes up: its disk is somewhere else.
          if (each.kind === "wipe")
            await wakesUp(before, operation(++seqNo)).then(
              (id) => acked.add(id),
              () => undefined,
            );
        }
      }
      ({ log } = await live(logs, ++number, files));
      look();
      for (let turn = 0; turn < 20; turn++) await delay();
      const found = seen.map((record) => (record as { operation: Operation }).operation.id);
      expect(new Set(found).size).toBe(found.length);
      expect([...acked].filter((id) => !found.includes(id))).toEqual([]);
      const lives = await live(logs, ++number, new MemoryFiles());
      expect(replayed(lives.log).records).toEqual(seen);
    }),
    { numRuns: runs },
  );
});

test("a writer whose log was sealed in the middle of a batch acknowledges nothing more, and takes nothing more", async () => {
  const logs = new StreamChunkLogs();
  const { log, ended } = await live(logs, 1, new MemoryFiles());
  log.append("i/0", [operation(0), operation(1)]);
  log.append("i/1", [operation(0, { id: "other" })]);
  await log.sync();
  log.append("i/0", [operation(2)]);
  const successor = await logs.open("n1.1");
  const sealedAt = await successor.seal(1, encodeSeal("n2.1"));
  await expect(log.sync()).rejects.toMatchObject({ status: 503 });
  expect((await ended).message).toBe("the log [n1.1] was ended by another node at chunk 2");
  expect(() => log.append("i/0", [operation(2)])).toThrow("was ended by another node");
  const found: number[] = [];
  const end = await replayShard(successor, { from: 1, sealedAt }, "i/0", ({ seqNo }) => void found.push(seqNo));
  expect(end).toEqual({ number: 2, lostUpTo: undefined });
  expect(found).toEqual([0, 1]);
});

test("a successor replays one shard from a chunk on, records larger than a chunk too", async () => {
  const logs = Object.assign(new StreamChunkLogs(), { maximumBytes: 100_000 });
  const { log } = await live(logs, 1, new MemoryFiles(), 2 ** 30);
  const large = new Uint8Array(1_000_000).fill(65);
  const sources = [new Uint8Array([1]), large, new Uint8Array([3])];
  for (const [seqNo, source] of sources.entries()) {
    log.appendBatch([
      { shard: "i/0", operations: [operation(seqNo, { source })] },
      { shard: "i/1", operations: [operation(seqNo)] },
    ]);
    await log.sync();
  }
  const successor = await logs.open("n1.1");
  const sealedAt = await successor.seal(1, encodeSeal("n2.1"));
  const found: Operation[] = [];
  await replayShard(successor, { from: 1, sealedAt }, "i/0", (one) => void found.push(one));
  expect(found.map(({ seqNo }) => seqNo)).toEqual([0, 1, 2]);
  expect(Buffer.compare(found[1]!.source, large)).toBe(0);
  const later: number[] = [];
  await replayShard(successor, { from: 3, sealedAt }, "i/0", ({ seqNo }) => void later.push(seqNo));
  expect(later).toEqual([2]);
});

test("a chunk that the store altered is mended from the disk, and told; without a disk it is named", async () => {
  const blobs = new MemoryBlobs();
  const logs = new BlobChunkLogs(blobs);
  const files = new MemoryFiles();
  const { log } = await live(logs, 1, files, 2 ** 30);
  for (let seqNo = 0; seqNo < 5; seqNo++) {
    log.append("i/0", [operation(seqNo)]);
    await log.sync();
  }
  const [name = ""] = (await blobs.list("log/n1.1/")).slice(2).map((entry) => entry.name);
  const altered = await blobs.read(name);
  altered[40]! ^= 4;
  await blobs.write(name, altered);
  await expect(live(logs, 2, new MemoryFiles())).rejects.toThrow(
    "chunk 3 of the log [n1.1] is damaged, and this disk has no copy of it",
  );
  const mended = await live(logs, 3, files);
  expect(mended.damages).toEqual(["chunk 3 of the log [n1.1] is damaged; the copy on this disk took its place"]);
  expect(replayed(mended.log).records.map(({ position }) => position.file)).toEqual([1, 1, 1, 1, 1]);
});

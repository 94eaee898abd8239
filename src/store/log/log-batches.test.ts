/**
 * Batches of the log under power cuts: either the whole batch is there or nothing of it, and always what a sync
 * covered. More runs with WARDEX_DEEP; WARDEX_CUT_SEED repeats a run.
 */
import { describe, expect, test } from "vitest";
import { seeded } from "../../testing/documents/simulation.ts";
import { POWER_CUT_MODELS, PowerCutFiles } from "../../testing/store/power-cut-files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { operation, replayed } from "../operation-log.contract.ts";
import { FileOperationLog } from "./file-operation-log.ts";
import { encodeFileHeader, FILE_HEADER_BYTES } from "./record-format.ts";

const DEEP = process.env["WARDEX_DEEP"] !== undefined;
const SESSIONS = DEEP ? 200 : 5;
const CUTS = DEEP ? 100 : 20;
const FIRST_SEED = Number(process.env["WARDEX_CUT_SEED"] ?? 1);
const SHARDS = ["a/0", "a/1", "b/0"];

interface Batch {
  /** `shard/sequence number` of each of its operations. */
  readonly keys: readonly string[];
  readonly isTogether: boolean;
  durableAt: number;
}

/** Appends batches and single operations, with a sync now and then. */
async function live(random: (below: number) => number): Promise<{ disk: PowerCutFiles; batches: Batch[] }> {
  const disk = new PowerCutFiles();
  const log = new FileOperationLog(disk, "log", { fileBytes: 1500 });
  const next = new Map(SHARDS.map((shard) => [shard, 0]));
  const batches: Batch[] = [];
  for (let round = 0; round < 25; round++) {
    const shards = SHARDS.filter(() => random(2) === 0);
    const isTogether = random(3) > 0;
    const parts = (isTogether ? shards : shards.slice(0, 1)).map((shard) => {
      const first = next.get(shard) ?? 0;
      const operations = Array.from({ length: 1 + random(3) }, (_, at) => operation(first + at));
      next.set(shard, first + operations.length);
      return { shard, operations, expectedPrevious: first - 1 };
    });
    if (isTogether) log.appendBatch(parts);
    else for (const { shard, operations } of parts) log.append(shard, operations);
    const keys = parts.flatMap(({ shard, operations }) => operations.map(({ seqNo }) => `${shard}/${seqNo}`));
    batches.push({ keys, isTogether, durableAt: Number.POSITIVE_INFINITY });
    if (random(3) > 0) continue;
    await log.sync();
    for (const batch of batches) batch.durableAt = Math.min(batch.durableAt, disk.calls);
  }
  return { disk, batches };
}

describe("a batch of operations of several shards", () => {
  test("is there as a whole or not at all, wherever power fails", async () => {
    let whole = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SESSIONS; seed++) {
      const random = seeded(seed);
      const { disk, batches } = await live(random);
      for (let number = 0; number < CUTS; number++) {
        const cut = random(disk.calls + 1);
        for (const model of POWER_CUT_MODELS) {
          const log = new FileOperationLog(await disk.after(cut, model, random), "log", { fileBytes: 1500 });
          const { records, damages } = replayed(log);
          expect([seed, cut, model, damages.filter(({ kind }) => kind !== "torn")]).toEqual([seed, cut, model, []]);
          const found = new Set(
            records.map((record) => `${record.shard}/${Reflect.get(Object(record.operation), "seqNo")}`),
          );
          for (const { keys, isTogether, durableAt } of batches) {
            const there = keys.filter((key) => found.has(key)).length;
            if (durableAt <= cut) expect([seed, cut, model, there]).toEqual([seed, cut, model, keys.length]);
            else if (isTogether)
              expect([seed, cut, model, keys, [0, keys.length]]).toEqual([
                seed,
                cut,
                model,
                keys,
                expect.arrayContaining([there]),
              ]);
            if (isTogether && there > 0 && durableAt > cut) whole++;
          }
          await log.close();
        }
      }
    }
    // Some unsynced batches must survive, or the test checks nothing.
    expect(whole).toBeGreaterThan(10);
  }, 3_600_000);

  test("is rejected as a whole, with nothing appended", async () => {
    const log = new FileOperationLog(new MemoryFiles(), "log", { maximumRecordBytes: 1000 });
    log.append("a/0", [operation(0)]);
    const first = { shard: "b/0", operations: [operation(0)], expectedPrevious: -1 };
    expect(() => log.appendBatch([first, { shard: "a/0", operations: [operation(1)], expectedPrevious: 7 }])).toThrow(
      "stands at sequence number 0",
    );
    const large = operation(1, { source: new Uint8Array(1000) });
    expect(() => log.appendBatch([first, { shard: "a/0", operations: [large] }])).toThrow(
      expect.objectContaining({ status: 413 }),
    );
    expect(() => log.appendBatch([first, first])).toThrow("a shard has one part in a batch");
    const positions = log.appendBatch([first, { shard: "a/0", operations: [operation(1), operation(2)] }]);
    expect(positions.map(({ length }) => length)).toEqual([1, 2]);
    expect(log.read(positions[1]![1]!)).toMatchObject({ shard: "a/0", operation: { seqNo: 2 } });
    expect(replayed(log).records.map(({ shard }) => shard)).toEqual(["a/0", "b/0", "a/0", "a/0"]);
    await log.close();
  });

  test("can follow records in a log of format 1, which has no batches", async () => {
    const files = new MemoryFiles();
    const log = new FileOperationLog(files, "log");
    const [position] = log.append("a/0", [operation(0)]);
    await log.close();
    const [name = ""] = files.list("log").filter((file) => file.endsWith(".log"));
    const bytes = files.read(`log/${name}`).slice();
    bytes.set(encodeFileHeader(position!.file, { file: 0, bytes: 0 }, 1), 0);
    expect(bytes.subarray(0, FILE_HEADER_BYTES)).not.toEqual(files.read(`log/${name}`).subarray(0, FILE_HEADER_BYTES));
    await files.replace(`log/${name}`, bytes);
    const again = new FileOperationLog(files, "log");
    expect(replayed(again)).toMatchObject({ records: { length: 1 }, damages: [] });
    again.appendBatch([{ shard: "a/0", operations: [operation(1)], expectedPrevious: 0 }]);
    expect(replayed(again)).toMatchObject({ records: { length: 2 }, damages: [] });
    await again.close();
  });
});

/** The contract of every implementation of OperationLog. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LogDamage, LogPosition, Operation, OperationLog } from "./operation-log.ts";

/**
 * Makes logs for the suite. `reopen` opens the same log again, as after a restart; absent where a log does not outlive
 * its object.
 */
export interface LogMaker {
  make(options?: { fileBytes?: number; maximumRecordBytes?: number }): OperationLog;
  reopen?(options?: { fileBytes?: number }): OperationLog;
  dispose: () => void;
}

/** An operation with defaults. */
export function operation(seqNo: number, more: Partial<Operation> = {}): Operation {
  const source = new TextEncoder().encode(`{"number":${seqNo}}`);
  const plain = {
    kind: "index",
    seqNo,
    primaryTerm: 1,
    version: 1,
    id: `id-${seqNo}`,
    routing: undefined,
    previousSeqNo: -1,
    source,
  } as const;
  return { ...plain, ...more };
}

/** Random operations with ascending sequence numbers. */
export function operations(): fc.Arbitrary<Operation[]> {
  const text = fc.string({ unit: "grapheme", maxLength: 60 });
  const one = fc.record({
    kind: fc.constantFrom("index", "delete", "noop"),
    primaryTerm: fc.nat(2 ** 32 - 1),
    version: fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }), fc.constant(-1)),
    id: text,
    routing: fc.option(text, { nil: undefined }),
    previousSeqNo: fc.oneof(fc.constant(-1), fc.nat()),
    source: fc.uint8Array({ maxLength: 400 }),
    gap: fc.nat(3),
  });
  return fc.array(one, { maxLength: 30 }).map((list) => {
    let seqNo = -1;
    let term = 0;
    return list.map(({ gap, ...rest }) => {
      seqNo += 1 + gap;
      term = Math.max(term, rest.primaryTerm);
      return { ...rest, seqNo, primaryTerm: term };
    });
  });
}

/** An operation as a plain object that `toEqual` can compare. */
export function plain(one: Operation): unknown {
  return { ...one, source: Buffer.from(one.source).toString("latin1") };
}

/** Everything that a replay reports. */
export function replayed(
  log: OperationLog,
  fromFile = 0,
): { records: { shard: string; operation: unknown; position: LogPosition }[]; damages: LogDamage[] } {
  const records: { shard: string; operation: unknown; position: LogPosition }[] = [];
  const damages: LogDamage[] = [];
  log.replay(
    fromFile,
    (record) => records.push({ shard: record.shard, operation: plain(record.operation), position: record.position }),
    (damage) => damages.push(damage),
  );
  return { records, damages };
}

export function operationLogContract(name: string, maker: () => LogMaker): void {
  describe(name, () => {
    let logs: LogMaker;
    beforeEach(() => void (logs = maker()));
    afterEach(() => logs.dispose());

    test("whatever is appended is replayed in order, and can be read one by one or many at once", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom("a/0", "a/1", "ü/0"), operations()), { maxLength: 6 }),
          async (batches) => {
            const log = logs.make({ fileBytes: 2000 });
            const expected: { shard: string; operation: unknown; position: LogPosition }[] = [];
            const terms = new Map<string, number>();
            for (const [shard, list] of batches) {
              const base = terms.get(shard) ?? 0;
              const batch = list.map((one) => ({ ...one, primaryTerm: Math.min(2 ** 32 - 1, base + one.primaryTerm) }));
              terms.set(shard, batch.at(-1)?.primaryTerm ?? base);
              const positions = log.append(shard, batch);
              batch.forEach((one, at) => expected.push({ shard, operation: plain(one), position: positions[at]! }));
            }
            expect(replayed(log)).toEqual({ records: expected, damages: [] });
            for (const one of expected) {
              const record = log.read(one.position);
              expect({ ...record, operation: plain(record.operation) }).toEqual(one);
            }
            const shuffled = [...expected, ...expected.slice().reverse()];
            const many = [...log.readMany(shuffled.map((one) => one.position))];
            expect(many.map(plain)).toEqual(shuffled.map((one) => one.operation));
            await log.close();
          },
        ),
        { numRuns: 40 },
      );
    });

    test("one sync serves all callers", async () => {
      const log = logs.make();
      await log.sync();
      log.append("s/0", [operation(0)]);
      const first = log.sync();
      log.append("s/0", [operation(1)]);
      await Promise.all([first, log.sync(), log.sync()]);
      log.append("s/0", [operation(2)]);
      await log.sync();
      expect(replayed(log).records.length).toBe(3);
      await log.close();
    });

    test("an older term and an unexpected position are rejected, with nothing appended", async () => {
      const log = logs.make();
      log.append("s/0", [operation(0, { primaryTerm: 3 })], -1);
      expect(() => log.append("s/0", [operation(1, { primaryTerm: 2 })])).toThrow("is older than 3");
      expect(() => log.append("s/0", [operation(1, { primaryTerm: 3 }), operation(2, { primaryTerm: 2 })])).toThrow(
        "is older than 3",
      );
      expect(() => log.append("s/0", [operation(1, { primaryTerm: 3 })], 7)).toThrow("stands at sequence number 0");
      log.append("s/0", [operation(1, { primaryTerm: 3 })], 0);
      log.append("other/0", [operation(0, { primaryTerm: 1 })], -1);
      expect(replayed(log).records.map((record) => record.shard)).toEqual(["s/0", "s/0", "other/0"]);
      await log.close();
    });

    test("a record larger than the limit is rejected with 413, together with its batch", async () => {
      const log = logs.make({ maximumRecordBytes: 1000 });
      const large = operation(1, { source: new Uint8Array(1000) });
      expect(() => log.append("s/0", [operation(0), large])).toThrow(expect.objectContaining({ status: 413 }));
      log.append("s/0", [operation(0, { source: new Uint8Array(1000 - 44 - 4) })]);
      expect(replayed(log).records.length).toBe(1);
      await log.close();
    });

    test("a full file is followed by the next, and trimming removes the old ones", async () => {
      const log = logs.make({ fileBytes: 500 });
      const positions = Array.from({ length: 30 }, (_none, seqNo) => log.append("s/0", [operation(seqNo)])[0]!);
      expect(log.currentFile).toBeGreaterThan(log.firstFile + 2);
      const before = log.sizeBytes;
      const kept = log.currentFile - 1;
      const trimming = log.sync();
      log.trim(kept);
      await trimming;
      expect(log.firstFile).toBe(kept);
      expect(log.sizeBytes).toBeLessThan(before);
      expect(replayed(log).records.map((record) => record.position)).toEqual(
        positions.filter((position) => position.file >= kept),
      );
      expect(replayed(log, log.currentFile).records.length).toBeLessThan(replayed(log).records.length);
      await log.close();
    });

    test("rolling starts a new file if the old one has records", async () => {
      const log = logs.make();
      log.roll();
      const before = log.currentFile;
      log.append("s/0", [operation(0)]);
      log.roll();
      log.roll();
      expect(log.currentFile).toBe(before + 1);
      const [position] = log.append("s/0", [operation(1)]);
      expect(position!.file).toBe(before + 1);
      log.trim(log.currentFile + 5);
      expect(log.firstFile).toBe(log.currentFile);
      expect(replayed(log).records.map((record) => record.shard)).toEqual(["s/0"]);
      await log.close();
    });

    test("without a failed sync nothing is cut, and every epoch so far is valid", async () => {
      const log = logs.make();
      log.append("s/0", [operation(0)], -1, log.epoch);
      expect(log.isCutSince("s/0", log.epoch)).toBe(false);
      await log.sync(log.epoch);
      await log.close();
    });

    test("a log is clean unless it was left without being closed, and knows which operations it should hold", async () => {
      const first = logs.make();
      expect(first.isClean).toBe(true);
      first.append("s/0", [operation(0), operation(1)]);
      expect(first.isEndDue).toBe(true);
      await first.noteEnd();
      expect(first.isEndDue).toBe(false);
      first.append("s/0", [operation(2)]);
      await first.sync();
      if (!logs.reopen) return first.close();
      const second = logs.reopen();
      expect([second.isClean, second.promised("s/0"), second.promised("s/1")]).toEqual([false, 1, -1]);
      expect(replayed(second)).toMatchObject({ records: { length: 3 }, damages: [] });
      await second.close();
      const third = logs.reopen();
      expect([third.isClean, third.promised("s/0")]).toEqual([true, 2]);
      third.roll();
      third.trim(third.currentFile);
      await third.close();
      const fourth = logs.reopen();
      expect([fourth.isClean, fourth.currentFile > third.currentFile - 1, fourth.promised("s/0")]).toEqual([
        true,
        true,
        -1,
      ]);
      await fourth.close();
    });

    test("once a shard's loss is settled its operations are no longer promised, and its numbers continue after it", async () => {
      const log = logs.make();
      log.append("s/0", [operation(0)]);
      log.settle("s/0", 7);
      expect(() => log.append("s/0", [operation(1)], 0)).toThrow("stands at sequence number 7");
      log.append("s/0", [operation(8)], 7);
      await log.close();
      if (!logs.reopen) return;
      const again = logs.reopen();
      expect(again.promised("s/0")).toBe(8);
      await again.close();
    });

    test("reading where no record starts fails an assertion", async () => {
      const log = logs.make();
      const [position] = log.append("s/0", [operation(0)]);
      expect(() => log.read({ ...position!, offset: position!.offset + 1 })).toThrow("damaged record header");
      await log.close();
    });

    test("after a restart all records are there, terms and positions are still checked, and writing continues", async () => {
      const first = logs.make();
      if (!logs.reopen) return;
      first.append("s/0", [operation(0, { primaryTerm: 2 }), operation(1, { primaryTerm: 2 })]);
      await first.close();
      const second = logs.reopen();
      expect(replayed(second).records.length).toBe(2);
      expect(() => second.append("s/0", [operation(2, { primaryTerm: 1 })])).toThrow("is older than 2");
      expect(() => second.append("s/0", [operation(2, { primaryTerm: 2 })], 5)).toThrow("stands at sequence number 1");
      const [position] = second.append("s/0", [operation(2, { primaryTerm: 2 })], 1);
      expect(second.read(position!).shard).toBe("s/0");
      await second.close();
      const third = logs.reopen();
      expect(third.read(position!).operation.id).toBe("id-2");
      expect(replayed(third).records.length).toBe(3);
      await third.close();
    });
  });
}

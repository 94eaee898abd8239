import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { operation, replayed } from "../operation-log.contract.ts";
import { FileOperationLog } from "./file-operation-log.ts";

const FOLDER = "log";

function newLog(options = {}): { files: FaultFiles; log: FileOperationLog; reopen: () => FileOperationLog } {
  const files = new FaultFiles(new MemoryFiles());
  const open = (): FileOperationLog => new FileOperationLog(files, FOLDER, options);
  return { files, log: open(), reopen: open };
}

const seqNos = (log: FileOperationLog, shard: string): number[] =>
  replayed(log)
    .records.filter((record) => record.shard === shard)
    .map((record) => (record.operation as { seqNo: number }).seqNo);

describe("a log on a failing disk", () => {
  test("on a full disk nothing is appended, reads continue, and so do writes when there is room again", async () => {
    const { files, log, reopen } = newLog();
    const [position] = log.append("a/0", [operation(0)], -1);
    await log.sync();
    files.inject({ on: "append", call: 1, repeats: Infinity, code: "ENOSPC" });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(() => log.append("a/0", [operation(1), operation(2)], 0)).toThrow(
        expect.objectContaining({ name: "StorageFull", status: 429 }),
      );
      expect(() => log.append("new/0", [operation(0)], -1)).toThrow(expect.objectContaining({ name: "StorageFull" }));
    }
    expect(log.read(position!).operation.id).toBe("id-0");
    files.heal();
    log.append("a/0", [operation(1)], 0);
    log.append("new/0", [operation(0)], -1);
    await log.close();
    const again = reopen();
    expect([seqNos(again, "a/0"), seqNos(again, "new/0")]).toEqual([[0, 1], [0]]);
    expect(replayed(again).damages).toEqual([]);
  });

  test("a disk that is full from the start prevents nothing but writes", async () => {
    const { files, log } = newLog();
    files.inject({ on: "append", call: 1, repeats: 1, code: "ENOSPC" });
    expect(() => log.append("a/0", [operation(0)])).toThrow(expect.objectContaining({ name: "StorageFull" }));
    expect(() => log.append("a/0", [operation(0)])).toThrow(expect.objectContaining({ name: "StorageFull" }));
    log.append("a/0", [operation(0)]);
    await log.sync();
    expect(seqNos(log, "a/0")).toEqual([0]);
  });

  test("a failed sync cuts what was not durable, for all shards, and rejects all callers who wait", async () => {
    const { files, log, reopen } = newLog();
    log.append("a/0", [operation(0)], -1);
    await log.sync();
    log.append("a/0", [operation(1)], 0);
    log.append("b/0", [operation(0)], -1);
    files.inject({ on: "sync", call: 1, code: "EIO" });
    const first = log.sync();
    await Promise.resolve();
    await Promise.resolve();
    log.append("a/0", [operation(2)], 1);
    const second = log.sync();
    await expect(first).rejects.toMatchObject({ name: "StorageFailure", status: 503 });
    await expect(second).rejects.toMatchObject({ name: "StorageFailure" });
    expect(() => log.append("a/0", [operation(3)], 2)).toThrow("stands at sequence number 0");
    log.append("a/0", [operation(1)], 0);
    log.append("b/0", [operation(0)], -1);
    await log.sync();
    await log.close();
    const again = reopen();
    expect([seqNos(again, "a/0"), seqNos(again, "b/0")]).toEqual([[0, 1], [0]]);
  });

  test("after a cut, only callers who appended before it are refused their acknowledgement", async () => {
    const { files, log, reopen } = newLog();
    log.append("durable/0", [operation(0)], -1);
    await log.sync();
    const epoch = log.epoch;
    log.append("cut/0", [operation(0)], -1, epoch);
    files.inject({ on: "sync", call: 1, code: "EIO" });
    await expect(log.sync(epoch)).rejects.toMatchObject({ code: "EIO" });
    expect([
      log.isCutSince("cut/0", epoch),
      log.isCutSince("cut/0", log.epoch),
      log.isCutSince("durable/0", epoch),
    ]).toEqual([true, false, false]);
    // Other shards continue, and their sync does not acknowledge what was cut.
    log.append("durable/0", [operation(1)], 0, epoch);
    const later = log.sync(log.epoch);
    await expect(log.sync(epoch)).rejects.toMatchObject({ code: "EIO" });
    await later;
    expect(() => log.append("cut/0", [operation(1)], 0, epoch)).toThrow(expect.objectContaining({ code: "EIO" }));
    expect(() => log.append("cut/0", [operation(1)], undefined, epoch)).toThrow(
      expect.objectContaining({ code: "EIO" }),
    );
    log.append("cut/0", [operation(0)], -1, log.epoch);
    await log.sync(log.epoch);
    const again = reopen();
    expect([seqNos(again, "cut/0"), seqNos(again, "durable/0")]).toEqual([[0], [0, 1]]);
  });

  test("a failed cut is repeated before anything is appended", async () => {
    for (const on of ["truncate", "remove"] as const) {
      const { files, log, reopen } = newLog({ fileBytes: on === "remove" ? 50 : undefined });
      log.append("a/0", [operation(0)], -1);
      await log.sync();
      log.append("a/0", [operation(1)], 0);
      files.inject({ on: "sync", call: 1, code: "EIO" });
      files.inject({ on, call: 1, repeats: 1, code: "EIO" });
      await expect(log.sync()).rejects.toMatchObject({ code: "EIO" });
      expect(() => log.append("a/0", [operation(1)], 0)).toThrow(expect.objectContaining({ name: "StorageFailure" }));
      log.append("a/0", [operation(1, { id: "other" })], 0);
      await log.sync();
      const again = reopen();
      expect(seqNos(again, "a/0")).toEqual([0, 1]);
      expect(replayed(again).records[1]).toMatchObject({ operation: { id: "other" } });
    }
  });

  test("records that were cut and reappear after a power cut do not count", async () => {
    for (const fileBytes of [undefined, 50]) {
      const { files, log, reopen } = newLog({ fileBytes });
      log.append("a/0", [operation(0)], -1);
      await log.sync();
      log.append("a/0", [operation(1)], 0);
      const cut = new Map(files.list(FOLDER).map((name) => [name, files.read(`${FOLDER}/${name}`)]));
      files.inject({ on: "sync", call: 1, code: "EIO" });
      await expect(log.sync()).rejects.toMatchObject({ code: "EIO" });
      log.append("a/0", [operation(1, { id: "other" })], 0);
      for (const [name, bytes] of cut) await files.replace(`${FOLDER}/${name}`, bytes);
      const { records, damages } = replayed(reopen());
      expect(records.map((record) => (record.operation as { id: string }).id)).toEqual(["id-0", "other"]);
      expect(damages).toEqual([]);
    }
  });

  test("a file that cannot be removed is reported to the caller of trim, and does not affect syncs", async () => {
    const { files, log } = newLog({ fileBytes: 50 });
    for (let seqNo = 0; seqNo < 4; seqNo++) log.append("a/0", [operation(seqNo)]);
    files.inject({ on: "remove", call: 1, repeats: 1, code: "EPERM" });
    const syncing = log.sync();
    await Promise.resolve();
    await Promise.resolve();
    log.trim(3);
    await syncing;
    expect(() => log.trim(3)).toThrow(expect.objectContaining({ code: "EPERM" }));
    expect(seqNos(log, "a/0")).toEqual([0, 1, 2, 3]);
    log.trim(3);
    expect(seqNos(log, "a/0")).toEqual([2, 3]);
  });

  test("the very first sync may fail, too", async () => {
    const { files, log, reopen } = newLog();
    log.append("a/0", [operation(0)], -1);
    files.inject({ on: "sync", call: 1, code: "EIO" });
    await expect(log.sync()).rejects.toMatchObject({ code: "EIO" });
    log.append("a/0", [operation(0)]);
    await log.sync();
    expect(seqNos(reopen(), "a/0")).toEqual([0]);
  });

  test("closing on a full disk keeps everything, and the next start examines the file", async () => {
    const { files, log, reopen } = newLog();
    log.append("a/0", [operation(0)]);
    files.inject({ on: "append", call: 1, code: "ENOSPC" });
    await log.close();
    const again = reopen();
    expect(replayed(again)).toMatchObject({ records: [{ shard: "a/0" }], damages: [] });
  });

  test("a write torn by a crash is cut", () => {
    const { files, log, reopen } = newLog();
    log.append("a/0", [operation(0)]);
    files.inject({ on: "append", call: 1, code: "EIO", tornBytes: 100 });
    expect(() => log.append("a/0", [operation(1), operation(2)])).toThrow(expect.objectContaining({ code: "EIO" }));
    const again = replayed(reopen());
    expect(again.records.length).toBe(2);
    expect(again.damages).toEqual([expect.objectContaining({ kind: "torn" })]);
  });

  /** One event in the life of a log. */
  type Event =
    | { kind: "append"; shard: number; count: number }
    | { kind: "sync" | "roll" | "fail append" | "fail sync" | "close" | "power cut" };
  const event: fc.Arbitrary<Event> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("append" as const),
        shard: fc.nat(2),
        count: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 4, arbitrary: fc.constant<Event>({ kind: "sync" }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Event>(
        { kind: "roll" },
        { kind: "fail append" },
        { kind: "fail sync" },
        { kind: "close" },
        { kind: "power cut" },
      ),
    },
  );

  test("whatever fails and whenever power is lost: acknowledged records are there exactly once, and nothing contradicts them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), fc.infiniteStream(fc.nat(400)), async (events, random) => {
        const life = new Life(() => random.next().value ?? 0);
        for (const one of events) await life.live(one);
        await life.live({ kind: "power cut" });
      }),
      { numRuns: 150 },
    );
  });

  /** A log with failures, and a model of what it must keep. */
  class Life {
    readonly #files = new FaultFiles(new MemoryFiles());
    #log = new FileOperationLog(this.#files, FOLDER, { fileBytes: 700 });
    readonly #random: () => number;
    /**
     * By shard: the next sequence number; the one that a failed sync returns to (last sync or last start); the last
     * acknowledged one.
     */
    #next = [0, 0, 0];
    #base = [0, 0, 0];
    #acknowledged = [-1, -1, -1];

    constructor(random: () => number) {
      this.#random = random;
    }

    async live(one: Event): Promise<void> {
      if (one.kind === "append") this.#append(one.shard, one.count);
      else if (one.kind === "sync") await this.#sync();
      else if (one.kind === "roll") this.#log.roll();
      else if (one.kind === "fail append") this.#files.inject({ on: "append", call: 1, code: "ENOSPC" });
      else if (one.kind === "fail sync") this.#files.inject({ on: "sync", call: 1, code: "EIO" });
      else await this.#restart(one.kind);
    }

    #append(shard: number, count: number): void {
      const next = this.#next[shard]!;
      const batch = Array.from({ length: count }, (_none, at) => operation(next + at, { id: `${shard}-${next + at}` }));
      try {
        this.#log.append(`s/${shard}`, batch, next - 1);
        this.#next[shard] = next + count;
      } catch (error) {
        expect(error).toMatchObject({ name: "StorageFull" });
      }
    }

    async #sync(): Promise<void> {
      try {
        await this.#log.sync();
        this.#base = [...this.#next];
        this.#acknowledged = this.#next.map((next) => next - 1);
      } catch (error) {
        expect(error).toMatchObject({ name: "StorageFailure" });
        this.#next = [...this.#base];
      }
    }

    async #restart(kind: "close" | "power cut"): Promise<void> {
      this.#files.heal();
      if (kind === "close") {
        await this.#log.close();
        this.#acknowledged = this.#next.map((next) => next - 1);
      } else {
        this.#files.losePower((_path, unsynced) => this.#random() % (unsynced + 1));
      }
      this.#log = new FileOperationLog(this.#files, FOLDER, { fileBytes: 700 });
      const { damages } = replayed(this.#log);
      for (let shard = 0; shard < 3; shard++) {
        const found = seqNos(this.#log, `s/${shard}`);
        expect(found).toEqual(found.map((_seqNo, at) => at));
        expect(found.length).toBeGreaterThan(this.#acknowledged[shard]!);
        expect(found.length).toBeLessThanOrEqual(this.#next[shard]!);
        this.#next[shard] = found.length;
      }
      if (kind === "close") expect(damages).toEqual([]);
      expect(damages.every((damage) => damage.kind === "torn")).toBe(true);
      // Replayed operations are built upon, acknowledged or not.
      this.#base = [...this.#next];
    }
  }
});

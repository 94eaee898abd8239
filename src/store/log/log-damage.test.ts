import { logFileName } from "./log-folder.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../memory-files.ts";
import type { LogPosition } from "../operation-log.ts";
import { operation, replayed } from "../operation-log.contract.ts";
import { FileOperationLog } from "./file-operation-log.ts";
import { FILE_HEADER_BYTES } from "./record-format.ts";

const FOLDER = "log";
const PATH = "log/0000000001.log";

/**
 * Writes a log of three shards in one file with two syncs, in the middle and at the end; `closed` properly, or left as
 * after a crash.
 */
async function written(closed: boolean): Promise<{ files: MemoryFiles; offsets: number[] }> {
  const files = new MemoryFiles();
  const log = new FileOperationLog(files, FOLDER);
  const offsets: number[] = [];
  for (let seqNo = 0; seqNo < 8; seqNo++) {
    for (const shard of ["a/0", "a/1", "b/0"]) {
      const positions = log.append(shard, [operation(seqNo, { routing: seqNo % 2 ? "r" : undefined })]);
      offsets.push(positions[0]!.offset);
    }
    if (seqNo === 4 || seqNo === 7) await log.sync();
  }
  if (closed) await log.close();
  return { files, offsets };
}

async function reopenedWith(bytes: Uint8Array): Promise<{ files: MemoryFiles; log: FileOperationLog }> {
  const files = new MemoryFiles();
  await files.replace(PATH, bytes);
  return { files, log: new FileOperationLog(files, FOLDER) };
}

describe("a damaged log", () => {
  test("a flipped bit anywhere in a closed log loses no more than it hit, and the loss is reported with its shard", async () => {
    const { files } = await written(true);
    const good = files.read(PATH);
    const expected = replayed(new FileOperationLog(files, FOLDER)).records;
    for (let at = 0; at < good.length; at++) {
      const bad = Uint8Array.from(good);
      bad[at]! ^= 1 << (at % 8);
      const { records, damages } = replayed((await reopenedWith(bad)).log);
      const offsets = new Set(records.map((record) => record.position.offset));
      const lost = expected.filter((record) => !offsets.has(record.position.offset));
      expect(lost.length).toBeLessThanOrEqual(1);
      expect(records).toEqual(expected.filter((record) => !lost.includes(record)));
      if (lost.length > 0) {
        expect(damages.map((damage) => damage.kind)).toEqual(["corrupt"]);
        expect([undefined, lost[0]!.shard]).toContain(damages[0]!.shard);
        // After a record's header its shard is known.
        if (at >= lost[0]!.position.offset + 44) expect(damages[0]!.shard).toBe(lost[0]!.shard);
      }
    }
  });

  test("an unclosed log that ends anywhere keeps the records before that point and continues", async () => {
    const { files, offsets } = await written(false);
    const good = files.read(PATH);
    for (let size = FILE_HEADER_BYTES; size <= good.length; size++) {
      const { files: torn, log } = await reopenedWith(good.slice(0, size));
      const { records, damages } = replayed(log);
      const whole = offsets.filter((offset, number) => (offsets[number + 1] ?? good.length) <= size && offset < size);
      // A mark or a definition may be between two records.
      expect(records.length - whole.length === 0 || records.length - whole.length === 1).toBe(true);
      expect(damages.every((damage) => damage.kind === "torn" && damage.offset <= size)).toBe(true);
      log.append("b/0", [operation(100)]);
      await log.close();
      const again = replayed(new FileOperationLog(torn, FOLDER));
      expect(again.records.length).toBe(records.length + 1);
      expect(again.damages).toEqual([]);
    }
  });

  test("a file that ends in its header is an empty torn tail", async () => {
    const { files } = await written(false);
    for (let size = 0; size < FILE_HEADER_BYTES; size++) {
      const { log } = await reopenedWith(files.read(PATH).slice(0, size));
      const { records, damages } = replayed(log);
      expect(records).toEqual([]);
      expect(damages.map((damage) => [damage.kind, damage.offset])).toEqual([["torn", 0]]);
    }
  });

  test("in an unclosed log, damage before the last sync mark is corruption, damage after it a torn tail", async () => {
    const { files, offsets } = await written(false);
    const good = files.read(PATH);
    const flip = (at: number): Uint8Array => Uint8Array.from(good).fill(good[at]! ^ 1, at, at + 1);
    // The mark of the first sync precedes the sixteenth record; no mark follows the second sync.
    const early = replayed((await reopenedWith(flip(offsets[3]! + 50))).log);
    expect(early.damages).toEqual([expect.objectContaining({ kind: "corrupt", shard: "a/0", offset: offsets[3] })]);
    expect(early.records.length).toBe(23);
    const late = replayed((await reopenedWith(flip(offsets[20]! + 50))).log);
    expect(late.damages).toEqual([expect.objectContaining({ kind: "torn", offset: offsets[20] })]);
    expect(late.records.length).toBe(20);
  });

  test("a run of zeros at the end, as a power cut leaves it, is cut", async () => {
    const { files } = await written(false);
    const good = files.read(PATH);
    const { files: holed, log } = await reopenedWith(Buffer.concat([good, new Uint8Array(5000)]));
    const { records, damages } = replayed(log);
    expect(records.length).toBe(24);
    expect(damages).toEqual([expect.objectContaining({ kind: "torn", offset: good.length })]);
    expect(replayed(log).damages).toEqual([]);
    await log.close();
    expect(holed.read(PATH).length).toBe(good.length);
  });

  test("records that were copied to another place do not count", async () => {
    const { files, offsets } = await written(true);
    const good = files.read(PATH);
    const record = good.slice(offsets[4], offsets[5]);
    const { log } = await reopenedWith(Buffer.concat([good, record, record]));
    expect(replayed(log).records.length).toBe(24);
  });

  test("a missing file in the middle is reported, and the others stay readable", async () => {
    const files = new MemoryFiles();
    const log = new FileOperationLog(files, FOLDER, { fileBytes: 300 });
    for (let seqNo = 0; seqNo < 20; seqNo++) log.append("a/0", [operation(seqNo)]);
    await log.close();
    const before = replayed(new FileOperationLog(files, FOLDER)).records;
    files.remove("log/0000000002.log");
    const left = replayed(new FileOperationLog(files, FOLDER));
    expect(left.records).toEqual(before.filter((record) => record.position.file !== 2));
    expect(left.damages).toEqual([expect.objectContaining({ file: 2, offset: 0, kind: "corrupt" })]);
  });

  test("a file that was never synced and is missing before another one is a torn tail, and what follows goes", async () => {
    const files = new MemoryFiles();
    const log = new FileOperationLog(files, FOLDER, { fileBytes: 100 });
    log.append("a/0", [operation(0)]);
    await log.sync();
    log.append("a/0", [operation(1)]);
    log.append("a/0", [operation(2)]);
    files.remove("log/0000000002.log");
    const { records, damages } = replayed(new FileOperationLog(files, FOLDER));
    expect(records.map((record) => record.position.file)).toEqual([1]);
    expect(damages.map(({ kind }) => kind)).toEqual(["torn"]);
  });

  test("a file that lost its end between two records is reported, though all remaining records are intact", async () => {
    const files = new MemoryFiles();
    const log = new FileOperationLog(files, FOLDER, { fileBytes: 300 });
    const positions = Array.from({ length: 20 }, (_none, seqNo) => log.append("a/0", [operation(seqNo)])[0]!);
    await log.close();
    const cut = positions.findLast((position) => position.file === 2)!;
    await files.replace("log/0000000002.log", files.read("log/0000000002.log").slice(0, cut.offset));
    const left = replayed(new FileOperationLog(files, FOLDER));
    expect(left.records.length).toBe(19);
    expect(left.damages).toEqual([expect.objectContaining({ ...cut, kind: "corrupt" })]);
  });

  /** A log that noted its end once, and was then written to and killed. */
  async function rested(): Promise<{ files: MemoryFiles; places: LogPosition[] }> {
    const files = new MemoryFiles();
    const log = new FileOperationLog(files, FOLDER, { fileBytes: 400 });
    const places: LogPosition[] = [];
    for (let seqNo = 0; seqNo < 12; seqNo++) {
      places.push(log.append("a/0", [operation(seqNo)])[0]!);
      await log.sync();
      if (seqNo === 8) await log.noteEnd();
    }
    return { files, places };
  }
  const pathOf = (place: LogPosition): string => `log/${logFileName(place.file)}`;

  test("a log that lost operations before its noted end reports it, and what each shard should have", async () => {
    for (const at of [2, 6, 8]) {
      for (const how of ["cut", "removed"]) {
        const { files, places } = await rested();
        const place = places[at]!;
        for (const later of places.slice(at))
          if (later.file > place.file || how === "removed") files.remove(pathOf(later));
        if (how === "cut") await files.replace(pathOf(place), files.read(pathOf(place)).slice(0, place.offset + 20));
        const log = new FileOperationLog(files, FOLDER);
        expect(log.isClean).toBe(false);
        const { records, damages } = replayed(log);
        expect(records.length).toBeLessThanOrEqual(at);
        expect(damages).toContainEqual(expect.objectContaining({ kind: "lost", isCovered: true }));
        expect(log.promised("a/0")).toBe(8);
        // No file number is reused.
        expect(log.currentFile).toBeGreaterThan(places[8]!.file);
      }
    }
  });

  test("after the noted end, damage is a torn tail; before it, corruption covered by the end file", async () => {
    for (const at of [7, 11]) {
      const { files, places } = await rested();
      const bytes = files.read(pathOf(places[at]!));
      bytes[places[at]!.offset + 46]! ^= 1;
      await files.replace(pathOf(places[at]!), bytes);
      const { records, damages } = replayed(new FileOperationLog(files, FOLDER));
      expect(records.length).toBe(11);
      expect(damages).toEqual([
        expect.objectContaining(at === 7 ? { kind: "corrupt", isCovered: true } : { kind: "torn", isCovered: false }),
      ]);
    }
  });

  test("a damaged end file promises less, but nothing wrong", async () => {
    const { files } = await rested();
    for (const name of files.list(FOLDER).filter((one) => one.startsWith("end-")))
      await files.replace(`${FOLDER}/${name}`, Buffer.from("garbage"));
    const log = new FileOperationLog(files, FOLDER);
    expect([replayed(log).records.length, log.promised("a/0")]).toEqual([12, -1]);
  });

  test("any bytes at all are read without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (noise, behindGood) => {
        const { files } = await written(false);
        const bytes = behindGood ? Buffer.concat([files.read(PATH), noise]) : noise;
        const { log } = await reopenedWith(bytes);
        expect(replayed(log).records.length).toBe(behindGood ? 24 : 0);
        log.append("a/0", [operation(50)]);
        await log.close();
      }),
      { numRuns: 40 },
    );
  });
});

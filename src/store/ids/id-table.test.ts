import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { hashId } from "./id-hash.ts";
import { IdRunCorruption } from "./id-run-file.ts";
import { IdTable, type IdTableState } from "./id-table.ts";

interface Step {
  readonly kind: "put" | "put without previous" | "remove" | "persist and load" | "finish merges";
  readonly id: number;
}

const id = fc.nat(25);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("put" as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("put without previous" as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("persist and load" as const, "finish merges" as const), id }),
  },
);

describe("IdTable", () => {
  test("returns what a map of lists would, across merges and restarts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 300 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0, 2 ** 32 - 20, 2 ** 45),
        async (steps, memtableEntries, base) => {
          const files = new MemoryFiles();
          const model = new Map<string, number[]>();
          let table = new IdTable({ memtableEntries });
          let seqNo = base;
          for (const one of steps) {
            if (one.kind === "persist and load") {
              table = IdTable.load(files, await table.persist(files, "ids", seqNo - 1), { memtableEntries });
            } else if (one.kind === "finish merges") {
              table.finishMerges();
            } else {
              apply(table, model, one.kind, `doc-${one.id}`, seqNo++);
            }
            for (let number = 0; number <= 26; number++)
              expect(table.candidates(`doc-${number}`)).toEqual(model.get(`doc-${number}`) ?? []);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test("many documents, updated and removed, take little memory and are found after a restart", async () => {
    const files = new MemoryFiles();
    let table = new IdTable();
    const count = 150_000;
    for (let seqNo = 0; seqNo < count; seqNo++) table.put(`document-${seqNo}`, seqNo);
    table.finishMerges();
    table = IdTable.load(files, await table.persist(files, "ids", count));
    expect(table.memoryBytes / count).toBeLessThan(18.5);
    for (let number = 0; number < count; number += 3) table.put(`document-${number}`, count + number, number);
    for (let number = 1; number < count; number += 3) table.remove(`document-${number}`, number);
    table = IdTable.load(files, await table.persist(files, "ids", 2 * count));
    expect(table.runCount).toBeLessThan(20);
    let wrong = 0;
    for (let number = 0; number < count; number++) {
      const expected = number % 3 === 0 ? [count + number] : number % 3 === 1 ? [] : [number];
      if (table.candidates(`document-${number}`).join() !== expected.join()) wrong++;
      if (table.candidates(`other-${number}`).length > 0) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test("documents rewritten again and again do not make the table grow", () => {
    const table = new IdTable({ memtableEntries: 256 });
    const last = new Map<string, number>();
    for (let seqNo = 0; seqNo < 100_000; seqNo++) {
      const name = `hot-${(seqNo * 7) % 1000}`;
      table.put(name, seqNo, last.get(name) ?? -1);
      last.set(name, seqNo);
    }
    table.finishMerges();
    expect(table.entryCount).toBeLessThan(20_000);
    expect(table.runCount).toBeLessThan(16);
    for (const [name, seqNo] of last) expect(table.candidates(name)).toEqual([seqNo]);
  });

  test("a flipped byte or a missing file is reported as corruption", async () => {
    const files = new MemoryFiles();
    const table = new IdTable();
    for (let seqNo = 0; seqNo < 40; seqNo++) table.put(`d${seqNo}`, seqNo);
    const state = await table.persist(files, "ids", 39);
    const file = state.runs[0]!.file;
    const good = files.read(file);
    for (let at = 0; at < good.length; at++) {
      const bad = Uint8Array.from(good);
      bad[at]! ^= 1 << (at % 8);
      await files.replace(file, bad);
      expect(() => IdTable.load(files, state)).toThrow(IdRunCorruption);
      await files.replace(file, good.slice(0, at));
      expect(() => IdTable.load(files, state)).toThrow(IdRunCorruption);
    }
    files.remove(file);
    expect(() => IdTable.load(files, state)).toThrow(expect.objectContaining({ file }));
  });

  test("a failed persist leaves the table intact, and the next one succeeds", async () => {
    const files = new FaultFiles(new MemoryFiles());
    const table = new IdTable({ memtableEntries: 10 });
    for (let seqNo = 0; seqNo < 35; seqNo++) table.put(`d${seqNo}`, seqNo);
    files.inject({ on: "append", call: 2, code: "ENOSPC" });
    await expect(table.persist(files, "ids", 34)).rejects.toMatchObject({ name: "StorageFull" });
    const state: IdTableState = await table.persist(files, "ids", 34);
    const loaded = IdTable.load(files, state);
    for (let seqNo = 0; seqNo < 35; seqNo++) expect(loaded.candidates(`d${seqNo}`)).toEqual([seqNo]);
    expect(new Set(state.runs.map((run) => run.file)).size).toBe(state.runs.length);
  });

  test("hashes of similar ids spread over all bits", () => {
    const hash = new Uint32Array(2);
    const seen = new Set<string>();
    const ones = Array.from({ length: 64 }, () => 0);
    for (let number = 0; number < 100_000; number++) {
      hashId(String(number), hash);
      seen.add(`${hash[0]}:${hash[1]}`);
      for (let bit = 0; bit < 64; bit++) ones[bit]! += (hash[bit >> 5]! >>> (bit & 31)) & 1;
    }
    expect(seen.size).toBe(100_000);
    for (const count of ones) expect(Math.abs(count - 50_000)).toBeLessThan(1_500);
  });
});

function apply(
  table: IdTable,
  model: Map<string, number[]>,
  kind: "put" | "put without previous" | "remove",
  name: string,
  seqNo: number,
): void {
  const list = model.get(name) ?? [];
  const newest = list[0];
  if (kind === "remove") {
    if (newest === undefined) return;
    table.remove(name, newest);
    model.set(name, list.slice(1));
  } else if (kind === "put" && newest !== undefined) {
    table.put(name, seqNo, newest);
    model.set(name, [seqNo, ...list.slice(1)]);
  } else {
    table.put(name, seqNo);
    model.set(name, [seqNo, ...list]);
  }
}

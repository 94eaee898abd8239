import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FaultFiles } from "../../testing/store/fault-files.ts";
import { MemoryFiles } from "../memory-files.ts";
import { StorageFull } from "../storage-errors.ts";
import { DiskReserve } from "./disk-reserve.ts";
import { ReservedFiles } from "./reserved-files.ts";

const MEBIBYTE = 1024 * 1024;

describe("the reserve of a disk", () => {
  let folder: string;
  const space = { free: 0, total: 0 };
  let now = 0;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "wardex-reserve-"));
    Object.assign(space, { free: 10_000 * MEBIBYTE, total: 10_000 * MEBIBYTE });
    now = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const reserveOf = (): DiskReserve =>
    new DiskReserve(
      folder,
      () => space,
      () => now,
    );
  const bytesKept = (): number => statSync(join(folder, "reserve"), { throwIfNoEntry: false })?.size ?? 0;

  test("documents are rejected below 64 MB, or an eighth of a small disk, and accepted again when there is room", () => {
    const reserve = reserveOf();
    for (const [total, kept] of [
      [10_000 * MEBIBYTE, 64 * MEBIBYTE],
      [24 * MEBIBYTE, 3 * MEBIBYTE],
    ] as const) {
      for (const [free, flooded] of [
        [kept, false],
        [kept - 1, true],
        [0, true],
        [kept, false],
      ] as const) {
        Object.assign(space, { free, total });
        now += 1_000;
        expect([total, free, reserve.isFlooded()]).toEqual([total, free, flooded]);
      }
    }
  });

  test("the free space is not queried at each write", () => {
    const reserve = reserveOf();
    expect(reserve.isFlooded()).toBe(false);
    space.free = 0;
    now = 249;
    expect(reserve.isFlooded()).toBe(false);
    now = 250;
    expect(reserve.isFlooded()).toBe(true);
  });

  test("a file reserves room where there is enough, is given up once, and comes back", async () => {
    const reserve = reserveOf();
    await reserve.filled();
    expect(bytesKept()).toBe(8 * MEBIBYTE);
    expect(reserve.release()).toBe(true);
    expect([existsSync(join(folder, "reserve")), reserve.release()]).toEqual([false, false]);
    space.free = 65 * MEBIBYTE;
    await reserve.filled();
    expect(bytesKept()).toBe(0);
    space.free = 100 * MEBIBYTE;
    now += 1_000;
    await reserve.filled();
    expect(bytesKept()).toBe(8 * MEBIBYTE);
  });

  test("a cluster change releases the reserve and is retried once; a write of documents is not", async () => {
    const reserve = reserveOf();
    const inner = new FaultFiles(new MemoryFiles());
    const files = new ReservedFiles(inner, reserve);
    const bytes = Buffer.from("x");
    await reserve.filled();

    // Files that documents fill are opened without the reserve.
    const log = inner.open("log/1");
    inner.inject({ on: "append", call: 1, code: "ENOSPC" });
    expect(() => log.append([bytes])).toThrow(StorageFull);
    expect(bytesKept()).toBe(8 * MEBIBYTE);
    const journal = files.open("cluster/changes");
    inner.inject({ on: "append", call: 1, code: "ENOSPC" });
    journal.append([bytes]);
    expect([journal.size, bytesKept()]).toEqual([1, 0]);
    now += 1_000;
    await reserve.filled();
    inner.inject({ on: "replace", call: 1, code: "EIO" });
    await expect(files.replace("cluster/state", bytes)).rejects.toThrow("EIO");
    expect(bytesKept()).toBe(8 * MEBIBYTE);

    inner.inject({ on: "replace", call: 1, code: "ENOSPC" });
    await files.replace("cluster/state", bytes);
    expect([files.exists("cluster/state"), bytesKept()]).toEqual([true, 0]);
    // Nothing is left to release.
    inner.inject({ on: "replace", call: 1, code: "ENOSPC" });
    await expect(files.replace("cluster/state", bytes)).rejects.toThrow(StorageFull);
  });
});

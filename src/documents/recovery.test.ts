import { describe, expect, test } from "vitest";
import { FaultFiles } from "../testing/store/fault-files.ts";
import { ManifestStore } from "../store/manifest/manifest-store.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import type { WriteItem } from "./documents.ts";
import { copyOf } from "../testing/documents/simulation.ts";
import { orThrow, writeOne } from "../testing/documents/one-write.ts";

const put = (index: string, id: string, a = id): WriteItem => ({
  kind: "index",
  index,
  id,
  source: Buffer.from(JSON.stringify({ a })),
  options: {},
});
const uuids = ["uuid-of-i", "uuid-of-j"];

async function harness(
  files = new MemoryFiles() as ConstructorParameters<typeof Harness>[0],
  options = {},
): Promise<Harness> {
  const made = await new Harness(files, new Map(), options).start();
  for (const name of ["i", "j"]) await made.create(testIndex(name));
  return made;
}

async function write(h: Harness, index: string, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) orThrow(await writeOne(h.service, put(index, `${number}`), "false"));
}

/** Lets the log rest: its end is noted. */
async function rest(h: Harness): Promise<void> {
  await h.service.tick();
  h.nowMs += 2_500;
  await h.service.tick();
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

async function ids(h: Harness, index: string): Promise<string[]> {
  await h.service.refresh([`uuid-of-${index}`]);
  return [...h.visible(index).keys()].sort();
}

async function flipInLog(files: MemoryFiles, find: string, distance = 0): Promise<void> {
  for (const name of files.list("log").filter((one) => one.endsWith(".log"))) {
    const bytes = Buffer.from(files.read(`log/${name}`));
    const at = bytes.lastIndexOf(find);
    if (at < 0) continue;
    bytes[at + distance]! ^= 1;
    await files.replace(`log/${name}`, bytes);
    return;
  }
  throw new Error(`${find} is not in the log`);
}

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `${from + at}`).sort();

describe("log files that cannot be removed", () => {
  test("end nothing: flushes succeed, writes go on, and they go later", async () => {
    for (const code of ["EPERM", "EIO", "EBUSY"] as const) {
      const files = new FaultFiles(new MemoryFiles());
      const h = await harness(files, { logFileBytes: 300 });
      await write(h, "i", 0, 20);
      files.inject({ on: "remove", call: 1, repeats: Number.POSITIVE_INFINITY, code });
      for (let flush = 0; flush < 3; flush++) {
        await write(h, "i", 0, 3);
        await h.service.flush(uuids, { force: true });
        await h.service.tick();
      }
      expect(h.logged.filter((line) => line.includes("log files that nobody needs could not be removed")).length).toBe(
        1,
      );
      const held = files.list("log").length;
      files.heal();
      h.nowMs += 6_000;
      await h.service.tick();
      expect(files.list("log").length).toBeLessThan(held / 2);
      expect([...h.failures, ...(await h.crash()).failures]).toEqual([]);
    }
  });
});

describe("damage in the log", () => {
  test("of operations that are sealed makes no shard red after a stop in order", async () => {
    // In the header of a record nobody can tell whose it was.
    for (const distance of [-30, 2]) {
      const files = new MemoryFiles();
      const h = await harness(files);
      await write(h, "i", 0, 5);
      await write(h, "j", 0, 5);
      await h.service.close();
      await flipInLog(files, '{"a":"4"}', distance);
      const again = await h.crash();
      expect(again.failures).toEqual([]);
      expect([await ids(again, "i"), await ids(again, "j")]).toEqual([numbers(0, 5), numbers(0, 5)]);
      expect(again.logged.some((line) => line.startsWith("error log file"))).toBe(true);
    }
  });

  test("concerns no shard that has a later operation, nor one that held all it promised", async () => {
    const files = new MemoryFiles();
    const h = await harness(files);
    await write(h, "i", 0, 3);
    await write(h, "j", 0, 3);
    await rest(h);
    await write(h, "j", 3, 6);
    await flipInLog(files, '{"a":"2"}', -30);
    const again = await h.crash();
    expect(again.failures).toEqual(["[j][0] operation 3 follows 1"]);
    expect(await ids(again, "i")).toEqual(numbers(0, 3));
  });
});

describe("a log that lost what it held", () => {
  async function lost(): Promise<{ files: MemoryFiles; h: Harness }> {
    const files = new MemoryFiles();
    const h = await harness(files);
    await write(h, "i", 0, 3);
    await write(h, "j", 0, 3);
    await h.service.flush(["uuid-of-j"], { force: true });
    await write(h, "i", 3, 6);
    await rest(h);
    const log = files.read("log/0000000001.log");
    await files.replace("log/0000000001.log", log.slice(0, Buffer.from(log).indexOf('{"a":"4"}') + 3));
    return { files, h: await h.crash() };
  }

  test("is told, and the shards that miss something are red, no others", async () => {
    const { h } = await lost();
    expect(h.failures).toEqual(["[i][0] operations 4 to 5 were durable, and are missing from the log"]);
    expect(h.logged.some((line) => line.startsWith("error log file 1 at") && line.includes("lost"))).toBe(true);
    expect(await ids(h, "j")).toEqual(numbers(0, 3));
    expect(await writeOne(h.service, put("i", "x"), "false")).toMatchObject({ ok: false, error: { status: 503 } });
    // It pins what may repair it, and nothing else keeps its files for it.
    await h.service.reopen("uuid-of-i", 0, "retry");
    expect((await h.service.stats(["uuid-of-i"]))[0]?.failure).toContain("are missing from the log");
  });

  test("goes on with what there is when an operator accepts that", async () => {
    const { files, h } = await lost();
    await h.service.reopen("uuid-of-i", 0, "stale");
    expect((await h.service.stats(["uuid-of-i"]))[0]?.failure).toBeUndefined();
    expect(await ids(h, "i")).toEqual(numbers(0, 4));
    // Numbers of lost operations are not given again.
    expect(orThrow(await writeOne(h.service, put("i", "new"), "false")).seqNo).toBe(6);
    for (const again of [await h.crash(await copyOf(files)), await h.crash(await stopped(h, files))]) {
      expect(again.failures).toEqual([]);
      expect(await ids(again, "i")).toEqual([...numbers(0, 4), "new"]);
      expect(orThrow(await writeOne(again.service, put("i", "newer"), "false")).seqNo).toBe(7);
    }
  });

  test("begins anew when an operator accepts that", async () => {
    const { files, h } = await lost();
    await h.service.reopen("uuid-of-i", 0, "empty");
    expect(await ids(h, "i")).toEqual([]);
    expect(orThrow(await writeOne(h.service, put("i", "new"), "false"))).toMatchObject({ seqNo: 6, version: 1 });
    for (const again of [await h.crash(await copyOf(files)), await h.crash(await stopped(h, files))]) {
      expect(again.failures).toEqual([]);
      expect(await ids(again, "i")).toEqual(["new"]);
      expect(await ids(again, "j")).toEqual(numbers(0, 3));
    }
  });

  test("with a gap in the middle loses what is in the gap alone", async () => {
    const files = new MemoryFiles();
    const h = await harness(files);
    await write(h, "i", 0, 6);
    await rest(h);
    await flipInLog(files, '{"a":"2"}');
    const red = await h.crash();
    expect(red.failures).toEqual(["[i][0] operation 3 follows 1"]);
    await red.service.reopen("uuid-of-i", 0, "stale");
    const kept = numbers(0, 6).filter((id) => id !== "2");
    expect(await ids(red, "i")).toEqual(kept);
    const again = await red.crash(await copyOf(files));
    expect(again.failures).toEqual([]);
    expect(await ids(again, "i")).toEqual(kept);
  });

  test("does nothing to a shard that works", async () => {
    const h = await harness();
    await write(h, "i", 0, 3);
    await h.service.reopen("uuid-of-i", 0, "empty");
    expect(await ids(h, "i")).toEqual(numbers(0, 3));
  });

  async function stopped(h: Harness, files: MemoryFiles): Promise<MemoryFiles> {
    await h.service.close();
    return copyOf(files);
  }
});

describe("a node that is killed again and again", () => {
  test("keeps few log files, and replays little", async () => {
    const files = new MemoryFiles();
    let h = await harness(files);
    for (let start = 0; start < 20; start++) {
      await write(h, "i", start * 3, start * 3 + 3);
      h = await h.crash();
      await h.service.tick();
    }
    expect(files.list("log").filter((name) => name.endsWith(".log")).length).toBeLessThan(9);
    h = await h.crash();
    const [stats] = await h.service.stats(["uuid-of-i"]);
    expect(stats?.recovery.replayed).toBeLessThan(15);
    expect((await ids(h, "i")).length).toBe(60);
    expect(h.failures).toEqual([]);
  });
});

describe("a shard whose disk fails while it opens", () => {
  test("is red, and green again by itself when the disk is", async () => {
    const disk = new MemoryFiles();
    const h = await harness(disk);
    await write(h, "i", 0, 3);
    await h.service.flush(uuids, { force: true });
    await write(h, "i", 3, 6);
    const files = new FaultFiles(await copyOf(disk));
    const again = new Harness(files, h.indices);
    files.inject({ on: "list", call: 1, repeats: 3, code: "EIO" });
    await again.start();
    expect(again.failures.length).toBeGreaterThan(0);
    await again.service.tick();
    expect((await again.service.stats(["uuid-of-i"]))[0]?.failure).toContain("EIO");
    files.heal();
    again.nowMs += 6_000;
    await again.service.tick();
    await expect.poll(() => again.service.stats(["uuid-of-i"]).then(([shard]) => shard?.failure)).toBeUndefined();
    expect(await ids(again, "i")).toEqual(numbers(0, 6));
  });
});

test("ids of documents that were deleted before a restart take less and less room", async () => {
  const files = new MemoryFiles();
  let h = await harness(files);
  await write(h, "i", 0, 200);
  await h.service.flush(uuids, { force: true });
  for (let number = 0; number < 195; number++)
    await writeOne(h.service, { kind: "delete", index: "i", id: `${number}`, options: {} }, "false");
  await h.service.close();
  h = await h.crash();
  for (let flush = 0; flush < 24; flush++) {
    await write(h, "i", 195, 198);
    await h.service.flush(uuids, { force: true });
  }
  const { manifest } = new ManifestStore(files, "indices/uuid-of-i/0").read();
  const entries = manifest?.ids.runs.reduce((sum, run) => sum + run.entries, 0) ?? 0;
  // Of each of the deletes at most one is left, as long as its record is.
  expect(entries).toBeLessThan(250);
  expect(await ids(h, "i")).toEqual(numbers(195, 200));
});

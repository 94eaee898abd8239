import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { BlobChunkLogs } from "../../store/chunks/blob-chunk-logs.ts";
import { LogBeginning } from "../../store/chunks/log-beginning.ts";
import { MemoryFiles } from "../../store/memory-files.ts";
import { ShardFileStore } from "../../store/shard-files/shard-file-store.ts";
import { Harness, testIndex } from "../../testing/documents/documents-harness.ts";
import { writeOne } from "../../testing/documents/one-write.ts";
import { liveStored, settled, type StoredNode } from "../../testing/documents/stored-node.ts";
import { FaultyChunkLogs } from "../../testing/store/faulty-chunk-logs.ts";
import { MemoryBlobs } from "../../testing/store/memory-blobs.ts";
import { StreamChunkLogs } from "../../testing/store/stream-chunk-logs.ts";

const IDS = Array.from({ length: 8 }, (_, at) => `d${at}`);

function beginning({ blobs }: Pick<StoredNode, "blobs">): LogBeginning {
  const writers = Array.from({ length: 50 }, (_, at) => `n.${at + 1}`);
  return new LogBeginning(blobs, "n", writers);
}

async function put(harness: Harness, id: string, n: number, index = "i"): Promise<boolean> {
  return (await writeOne(harness.service, { kind: "index", index, id, source: source(n), options: {} })).ok;
}

function source(n: number): Uint8Array {
  return Buffer.from(JSON.stringify({ n }));
}

/** `_id` → value of what gets find. */
async function contents(harness: Harness, index = "i"): Promise<Map<string, number>> {
  const requests = IDS.map((id) => ({ index, id, realtime: true, options: {} }));
  const found = await harness.service.get(requests);
  return new Map(
    found.flatMap((result, at) => {
      if ("type" in result) throw new Error(JSON.stringify(result));
      const { found: isThere, source: bytes } = result as unknown as { found: boolean; source: Uint8Array };
      return isThere ? [[IDS[at]!, JSON.parse(Buffer.from(bytes).toString()).n as number] as const] : [];
    }),
  );
}

const sorted = (map: Map<string, number>): [string, number][] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

function newNode(logs = new BlobChunkLogs(new MemoryBlobs()), blobs = new MemoryBlobs()): Omit<StoredNode, "life"> {
  const indices = new Map<string, IndexMetadata>([["i", testIndex("i", { "index.number_of_shards": "2" })]]);
  return { logs, blobs, indices, isDiskCurrent: false };
}

describe("a node whose shards are stored elsewhere", () => {
  test("finds everything on an empty disk, from files and the rest of the log alone", async () => {
    const node = newNode();
    const first = await liveStored(new MemoryFiles(), { ...node, life: 1 });
    for (let round = 0; round < 4; round++) for (const [at, id] of IDS.entries()) await put(first, id, at);
    await settled(first);
    // The log gave up what the files hold.
    expect(await beginning(node).read()).toMatchObject({ writer: "n.1" });
    expect(await (await node.logs.open("n.1")).read(1)).toBeUndefined();
    await put(first, "d0", 100);
    await writeOne(first.service, { kind: "delete", index: "i", id: "d1", options: {} });
    const second = await liveStored(new MemoryFiles(), { ...node, life: 2 });
    const expected = new Map(IDS.map((id, at) => [id, at]));
    expected.set("d0", 100).delete("d1");
    expect(sorted(await contents(second))).toEqual(sorted(expected));
    await second.service.refresh(["uuid-of-i"]);
    expect([0, 1].flatMap((shard) => [...second.visible("i", shard).keys()]).sort()).toEqual(
      [...expected.keys()].sort(),
    );
    expect(second.failures).toEqual([]);
    // Nothing of the old life reaches anyone any more.
    expect(await put(first, "d2", 200)).toBe(false);
  });

  test("keeps in the store what its manifest names, and nothing of the log that it does not need", async () => {
    const node = newNode();
    let harness = await liveStored(new MemoryFiles(), { ...node, life: 1 });
    for (let life = 2; life < 6; life++) {
      for (let round = 0; round < 3; round++) {
        for (const id of IDS) await put(harness, id, round);
        await harness.service.flush(["uuid-of-i"], { force: true });
      }
      await harness.service.forceMerge(["uuid-of-i"], { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
      await settled(harness);
      harness = await liveStored(new MemoryFiles(), { ...node, life });
    }
    await settled(harness);
    const store = new ShardFileStore(node.blobs);
    for (const shard of [0, 1]) {
      const { stored, names } = await store.find("uuid-of-i", shard);
      const named = stored?.files.flatMap(({ parts }) => parts) ?? [];
      expect(names.filter((name) => !name.includes("/manifest-")).sort()).toEqual([...named].sort());
      expect(names.filter((name) => name.includes("/manifest-"))).toHaveLength(1);
    }
    expect(await beginning(node).read()).toMatchObject({ writer: "n.5" });
    // Of each log before its end alone is left, so that its writer is told nothing.
    for (const writer of ["n.1", "n.2", "n.3", "n.4"]) {
      const log = await node.logs.open(writer);
      const taken = await Promise.all(Array.from({ length: 200 }, (_, at) => log.read(at + 1)));
      expect(taken.filter(Boolean)).toHaveLength(1);
    }
  });

  test("a shard that comes as files is stored before it is there, and goes with its index", async () => {
    const node = newNode();
    const first = await liveStored(new MemoryFiles(), { ...node, life: 1 });
    for (const [at, id] of IDS.entries()) await put(first, id, at);
    const copy = { ...testIndex("copy", { "index.number_of_shards": "2" }), uuid: "uuid-of-copy" };
    await first.service.resize({ source: "uuid-of-i", sourceShards: 2, target: copy });
    node.indices.set("copy", copy);
    const second = await liveStored(new MemoryFiles(), { ...node, life: 2 });
    expect((await contents(second, "copy")).size).toBe(IDS.length);
    node.indices.delete("copy");
    await second.service.removeIndex("uuid-of-copy");
    await settled(second);
    expect(await new ShardFileStore(node.blobs).indices()).toEqual(["uuid-of-i"]);
    // What a crash left is removed at the next start.
    await node.blobs.write("shards/gone/0/x", new Uint8Array(1));
    const third = await liveStored(new MemoryFiles(), { ...node, life: 3 });
    await settled(third);
    expect(await new ShardFileStore(node.blobs).indices()).toEqual(["uuid-of-i"]);
  });

  test("a data folder without a cluster joins with all that it holds", async () => {
    const files = new MemoryFiles();
    const node = newNode();
    const alone = await new Harness(files, node.indices).start();
    for (const [at, id] of IDS.entries()) await put(alone, id, at);
    await alone.service.flush(["uuid-of-i"], { force: true });
    await put(alone, "d0", 100);
    alone.kill();
    const first = await liveStored(files, { ...node, life: 1, isDiskCurrent: true, firstFile: 2 });
    await put(first, "d1", 101);
    expect(await beginning(node).read()).toMatchObject({ file: 1 });
    await settled(first);
    expect((await beginning(node).read())?.file).toBeGreaterThan(1);
    const second = await liveStored(new MemoryFiles(), { ...node, life: 2 });
    const expected = new Map(IDS.map((id, at) => [id, at]));
    expect(sorted(await contents(second))).toEqual(sorted(expected.set("d0", 100).set("d1", 101)));
  });

  test("a shard that writes little does not keep the log", async () => {
    const node = newNode();
    node.indices.set("rare", testIndex("rare"));
    const harness = await liveStored(new MemoryFiles(), { ...node, life: 1 });
    await put(harness, "d0", 1, "rare");
    for (let chunk = 0; chunk < 1600; chunk++) {
      if (chunk % 100 === 0) {
        // Not idle, so that nothing flushes it by itself.
        await put(harness, "d0", chunk, "rare");
        harness.nowMs += 11_000;
        await harness.service.tick();
      }
      await put(harness, IDS[chunk % 8]!, chunk);
    }
    for (let turn = 0; turn < 100; turn++) await new Promise((go) => setImmediate(go));
    await harness.service.tick();
    const start = await beginning(node).read();
    expect(start?.chunk).toBeGreaterThan(500);
  });

  test("a blob that was altered is found, and the shard is not opened with less", async () => {
    const node = newNode();
    const first = await liveStored(new MemoryFiles(), { ...node, life: 1 });
    for (const [at, id] of IDS.entries()) await put(first, id, at);
    await settled(first);
    const { stored } = await new ShardFileStore(node.blobs).find("uuid-of-i", 0);
    const part = stored!.files[0]!.parts[0]!;
    const bytes = await node.blobs.read(part);
    bytes[bytes.length >> 1]! ^= 1;
    await node.blobs.write(part, bytes);
    await expect(liveStored(new MemoryFiles(), { ...node, life: 2 })).rejects.toThrow("is damaged");
    bytes[bytes.length >> 1]! ^= 1;
    await node.blobs.write(part, bytes);
    expect((await contents(await liveStored(new MemoryFiles(), { ...node, life: 3 }))).size).toBe(IDS.length);
  });
});

type Step =
  | { readonly kind: "put" | "delete"; readonly id: string }
  | { readonly kind: "flush" | "refresh" | "merge" | "tick" | "keep" | "wipe" | "stale" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("put" as const), id: fc.constantFrom(...IDS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), id: fc.constantFrom(...IDS) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom("flush", "flush", "refresh", "merge", "tick", "keep", "wipe", "wipe", "stale"),
    }),
  },
) as fc.Arbitrary<Step>;

test("whatever fails, and whichever disk a life begins with, what was acknowledged is there, once", async () => {
  const runs = process.env["WARDEX_DEEP"] === undefined ? 25 : 600;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), fc.nat(), async (steps, isStream, seed) => {
      const random = seeded(seed);
      const delay = (): Promise<void> => new Promise((go) => setImmediate(go));
      const inner = isStream ? new StreamChunkLogs() : new BlobChunkLogs(new MemoryBlobs());
      const logs = new FaultyChunkLogs(inner, { random, delay, lostAppends: 0.03, lostAnswers: 0.03 });
      const node = { ...newNode(), logs, blobs: faulty(new MemoryBlobs(), random, delay) };
      let files = new MemoryFiles();
      let old = files;
      let life = 1;
      let harness: Harness;
      [harness, life] = await opened(files, { ...node, life });
      const model = new Map<string, number>();
      let value = 0;
      const begin = async (kind: "keep" | "wipe" | "stale"): Promise<void> => {
        const before = harness;
        if (kind !== "wipe") before.kill();
        const disk = kind === "wipe" ? new MemoryFiles() : kind === "stale" ? old : files;
        const isDiskCurrent = disk === files;
        old = files;
        files = disk;
        [harness, life] = await opened(files, { ...node, life: life + 1, isDiskCurrent });
        expect(sorted(await contents(harness))).toEqual(sorted(model));
        // The life before wakes up: what it does is of no consequence.
        if (kind !== "wipe") return;
        expect(await put(before, IDS[0]!, -1)).toBe(false);
        void before.service.flush(["uuid-of-i"], { force: true }).catch(() => undefined);
        void before.service.tick();
      };
      for (const one of steps) {
        if (one.kind === "put") {
          expect(await put(harness, one.id, ++value)).toBe(true);
          model.set(one.id, value);
        } else if (one.kind === "delete") {
          await writeOne(harness.service, { kind: "delete", index: "i", id: one.id, options: {} });
          model.delete(one.id);
        } else if (one.kind === "flush") await harness.service.flush(["uuid-of-i"], { force: true });
        else if (one.kind === "refresh") await harness.service.refresh(["uuid-of-i"]);
        else if (one.kind === "merge")
          await harness.service.forceMerge(["uuid-of-i"], { maxSegments: 1, onlyExpungeDeletes: false, flush: true });
        else if (one.kind === "tick") await settled(harness);
        else await begin(one.kind);
      }
      await settled(harness);
      await begin("wipe");
      await harness.service.refresh(["uuid-of-i"]);
      const seen = [0, 1].flatMap((shard) => [...harness.visible("i", shard).keys()]);
      expect(seen.sort()).toEqual([...model.keys()].sort());
      expect(harness.failures).toEqual([]);
    }),
    { numRuns: runs },
  );
}, 120_000);

/** Opens a life, or when the store did not answer a later one. */
async function opened(files: MemoryFiles, node: StoredNode): Promise<[Harness, number]> {
  for (let { life } = node; ; life++) {
    try {
      return [await liveStored(files, { ...node, life }), life];
    } catch (error) {
      if (life === node.life + 9 || !String(error).includes("the store does not answer")) throw error;
    }
  }
}

/** Blobs that answer late, and sometimes with an error, before or after what was asked for. */
function faulty(blobs: MemoryBlobs, random: () => number, delay: () => Promise<void>): MemoryBlobs {
  return new Proxy(blobs, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function" || key === "stream")
        return typeof value === "function" ? value.bind(target) : value;
      return async (...args: unknown[]): Promise<unknown> => {
        await delay();
        if (random() < 0.02) throw new Error("the store does not answer");
        const answer: unknown = await Reflect.apply(value, target, args);
        await delay();
        if (random() < 0.02) throw new Error("the store does not answer");
        return answer;
      };
    },
  });
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

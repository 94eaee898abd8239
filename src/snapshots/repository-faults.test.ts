import { expect, test } from "vitest";
import { MemoryFiles } from "../store/memory-files.ts";
import { Harness, testIndex } from "../testing/documents/documents-harness.ts";
import { orThrow, writeOne } from "../testing/documents/one-write.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import type { BlobContent } from "../store/blobs/blob-store.ts";
import type { ClusterState } from "../cluster/cluster-state.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { createSnapshot } from "./create-snapshot.ts";
import type { Repository } from "./repositories.ts";
import { BlobRepository } from "./repository/blob-repository.ts";
import { RunningSnapshot } from "./running-snapshot.ts";

/** No feature is in these snapshots. */
const secrets = { seal: (text: string): string => text, open: (text: string): string => text };

const clock = { now: (): number => 1, monotonicMs: (): number => 1 };

/** Blobs whose n-th write or removal fails; all later ones do, too, as after a crash. */
class FailingBlobs extends MemoryBlobs {
  left = Number.POSITIVE_INFINITY;

  #step(): void {
    if (this.left-- <= 0) throw new Error("the store is gone");
  }

  override async write(name: string, content: BlobContent): Promise<void> {
    this.#step();
    await super.write(name, content);
  }

  override async create(name: string, bytes: Uint8Array): Promise<boolean> {
    this.#step();
    return super.create(name, bytes);
  }

  override async remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.#step();
      await super.remove([name]);
    }
  }
}

function repositoryOver(blobs: MemoryBlobs): Repository {
  const limits = { partBytes: 64, snapshotRate: Infinity, restoreRate: Infinity, maximumSnapshots: 500 };
  return { name: "r", blobs, isReadOnly: false, ...limits, data: new BlobRepository("r", blobs) };
}

async function snapshot(h: Harness, repository: Repository, name: string): Promise<void> {
  const index = testIndex("i");
  const state = { clusterUuid: "c", indices: { i: index }, customs: {} } as unknown as ClusterState;
  const running = new RunningSnapshot({
    repository: "r",
    name,
    uuid: `uuid-of-${name}`,
    startMs: 1,
    includeGlobalState: false,
    indices: [{ name: "i", uuid: index.uuid, shards: 1 }],
    dataStreams: [],
    metadata: undefined,
    featureStates: [],
  });
  const parts = { documents: h.service, clock, state: () => state };
  const { failures } = await createSnapshot(parts, { running, repository, version: "8.19.0", secrets });
  expect(failures).toEqual([]);
}

async function remove(repository: Repository, name: string): Promise<void> {
  const before = await repository.blobs.list("");
  const { generation, root } = await repository.data.read();
  const snapshots = root.snapshots.filter((one) => one.name !== name);
  const needed = new Set(snapshots.flatMap(({ indices }) => indices));
  const indices = Object.fromEntries(Object.entries(root.indices).filter(([blob]) => needed.has(blob)));
  await collectGarbage(
    repository.data,
    await repository.data.commit(generation, { ...root, snapshots, indices }),
    before,
  );
}

/** Names of snapshots; each of them has all that it needs. */
async function whole(blobs: MemoryBlobs): Promise<string[]> {
  const data = new BlobRepository("r", blobs);
  const { root } = await data.read();
  for (const { uuid, indices } of root.snapshots) {
    await data.readSnapshot(uuid);
    for (const blob of indices) {
      for (const shard of (await data.readIndex(blob)).shards) {
        for (const { parts, bytes } of shard?.files ?? []) {
          let size = 0;
          for (const part of parts) size += (await blobs.read(part)).length;
          expect(size).toBe(bytes);
        }
      }
    }
  }
  return root.snapshots.map(({ name }) => name);
}

async function write(h: Harness, id: string): Promise<void> {
  const source = Buffer.from('{"a":"x"}');
  orThrow(await writeOne(h.service, { kind: "index", index: "i", id, source, options: {} }, "false"));
}

test("wherever a store fails while snapshots are made and removed, all that it names is whole", async () => {
  let failed = 0;
  for (let left = 0; left < 60; left++) {
    const h = await new Harness(new MemoryFiles()).start();
    await h.create(testIndex("i"));
    await write(h, "1");
    const blobs = new FailingBlobs();
    await snapshot(h, repositoryOver(blobs), "first");
    await write(h, "2");
    blobs.left = left;
    const steps = [() => snapshot(h, repositoryOver(blobs), "second"), () => remove(repositoryOver(blobs), "first")];
    try {
      for (const step of steps) await step();
    } catch {
      failed++;
    }
    blobs.left = Number.POSITIVE_INFINITY;
    const names = await whole(blobs);
    expect(names.length, `after ${left} steps`).toBeGreaterThan(0);
    // And it goes on.
    await snapshot(h, repositoryOver(blobs), "third");
    await remove(repositoryOver(blobs), "third");
    expect(await whole(blobs)).toEqual(names);
  }
  expect(failed).toBeGreaterThan(10);
  expect(failed).toBeLessThan(60);
});

test("of two clusters that write at the same time one is refused, and nothing that the other names is missing", async () => {
  const h = await new Harness(new MemoryFiles()).start();
  await h.create(testIndex("i"));
  await write(h, "1");
  const blobs = new MemoryBlobs();
  await snapshot(h, repositoryOver(blobs), "first");
  const outcomes = await Promise.allSettled([
    snapshot(h, repositoryOver(blobs), "one"),
    snapshot(h, repositoryOver(blobs), "other"),
    remove(repositoryOver(blobs), "first"),
  ]);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) expect(refusal).toContain("concurrent modification of the index-N file");
  await whole(blobs);
});

test("a root of which only a beginning was written counts for nothing, and the next one follows it", async () => {
  const h = await new Harness(new MemoryFiles()).start();
  await h.create(testIndex("i"));
  const blobs = new MemoryBlobs();
  // As where files cannot be linked, and the power is lost.
  await blobs.write("index-1", Buffer.from("half"));
  expect(await whole(blobs)).toEqual([]);
  await snapshot(h, repositoryOver(blobs), "first");
  expect(await whole(blobs)).toEqual(["first"]);
  const { generation } = await new BlobRepository("r", blobs).read();
  await blobs.write(`index-${generation + 1}`, (await blobs.read(`index-${generation}`)).subarray(0, 100));
  expect(await whole(blobs)).toEqual(["first"]);
  await snapshot(h, repositoryOver(blobs), "second");
  expect(await whole(blobs)).toEqual(["first", "second"]);
  // One that was told is not passed over.
  const { generation: told } = await new BlobRepository("r", blobs).read();
  for (const root of ["index", "mirror"]) await blobs.write(`${root}-${told}`, Buffer.from("nothing"));
  await expect(whole(blobs)).rejects.toThrow(`blob is damaged: file [index-${told}]`);
});

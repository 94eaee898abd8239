import { expect, test } from "vitest";
import { FaultFiles } from "../store/fault-files.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { clusterStateStoreContract, state } from "./cluster-state-store.contract.ts";
import { FileClusterStateStore } from "./file-cluster-state-store.ts";
import { MemoryClusterStateStore } from "./memory-cluster-state-store.ts";

const undamaged = (damage: Error): never => {
  throw damage;
};

clusterStateStoreContract("MemoryClusterStateStore", () => new MemoryClusterStateStore());
clusterStateStoreContract("FileClusterStateStore", () => new FileClusterStateStore(new MemoryFiles(), "state", undamaged));

test("the state survives a restart, without its transient settings and with its 64-bit numbers", async () => {
  const files = new MemoryFiles();
  const first = new FileClusterStateStore(files, "state", undamaged);
  const customs = { things: { one: { limit: 2n ** 60n + 1n, ["__proto__"]: "plain" } } };
  const revision = await first.compareAndSet(0, { ...state(1), customs, transientSettings: { x: "1" } });
  expect((await first.read())?.state.transientSettings).toEqual({ x: "1" });
  const second = new FileClusterStateStore(files, "state", undamaged);
  expect(await second.read()).toEqual({ state: { ...state(1), customs }, revision });
  expect(await second.compareAndSet(revision!, state(2))).toBeGreaterThan(revision!);
});

/** Three versions, of which two are kept, and how to damage a file of them. */
async function written(): Promise<{ files: MemoryFiles; revision: number; damage: (name: string) => Promise<void> }> {
  const files = new MemoryFiles();
  const store = new FileClusterStateStore(files, "state", undamaged);
  let revision = 0;
  for (let version = 1; version <= 3; version++) revision = (await store.compareAndSet(revision, state(version)))!;
  expect(files.list("state").sort()).toEqual(["cluster-state-2", "cluster-state-2.mirror", "cluster-state-3", "cluster-state-3.mirror"]);
  const damage = async (name: string): Promise<void> => {
    const bytes = files.read(`state/${name}`).slice();
    bytes[bytes.length - 3] = 0;
    await files.replace(`state/${name}`, bytes);
  };
  return { files, revision, damage };
}

async function reopened(files: MemoryFiles): Promise<{ store: FileClusterStateStore; damages: string[]; version: number | undefined }> {
  const damages: string[] = [];
  const store = new FileClusterStateStore(files, "state", (found) => void damages.push(found.file));
  return { store, damages, version: (await store.read())?.state.version };
}

test.each(["cluster-state-3", "cluster-state-3.mirror"])("damage to %s is told, and costs nothing: the other copy is whole", async (name) => {
  const { files, revision, damage } = await written();
  await damage(name);
  const { store, damages, version } = await reopened(files);
  expect([damages, version, store.isOutdated]).toEqual([[`state/${name}`], 3, false]);
  await store.compareAndSet(revision, state(4));
  await store.compareAndSet(revision + 1, state(5));
  expect((await reopened(files)).damages).toEqual([]);
});

test("a copy that a crash left out is not missed, whichever it is", async () => {
  for (const name of ["cluster-state-3", "cluster-state-3.mirror"]) {
    const { files } = await written();
    files.remove(`state/${name}`);
    const { store, damages, version } = await reopened(files);
    expect([damages, version, store.isOutdated]).toEqual([[], 3, false]);
  }
});

test("with both copies damaged the state before is taken, and known to be outdated; with none left the start is refused", async () => {
  const { files, revision, damage } = await written();
  await damage("cluster-state-3");
  await damage("cluster-state-3.mirror");
  const { store, damages, version } = await reopened(files);
  expect([damages.length, version, store.isOutdated]).toEqual([2, 2, true]);
  const next = await store.compareAndSet((await store.read())!.revision, state(9));
  expect(next).toBeGreaterThan(revision);
  // The damaged version went with the next one.
  expect((await reopened(files)).damages).toEqual([]);
  for (const name of files.list("state")) await damage(name);
  expect(() => new FileClusterStateStore(files, "state", () => undefined)).toThrow("is damaged");
});

test("a change that fails half way is not there after a restart", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const store = new FileClusterStateStore(files, "state", undamaged);
  const revision = (await store.compareAndSet(0, state(1)))!;
  files.inject({ on: "replace", call: 2, code: "ENOSPC" });
  await expect(store.compareAndSet(revision, state(2))).rejects.toMatchObject({ name: "StorageFull" });
  expect((await new FileClusterStateStore(files, "state", undamaged).read())?.state.version).toBe(1);
});

test("a full disk leaves the state as it was, and the next change goes through", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const store = new FileClusterStateStore(files, "state", undamaged);
  const revision = (await store.compareAndSet(0, state(1)))!;
  files.inject({ on: "replace", call: 1, code: "ENOSPC" });
  await expect(store.compareAndSet(revision, state(2))).rejects.toMatchObject({ name: "StorageFull" });
  expect((await store.read())?.state.version).toBe(1);
  expect(await store.compareAndSet(revision, state(3))).toBeGreaterThan(revision);
});

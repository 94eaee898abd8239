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

test("a damaged state is told, and the one before it is taken; with none left the start is refused", async () => {
  const files = new MemoryFiles();
  const store = new FileClusterStateStore(files, "state", undamaged);
  let revision = 0;
  for (let version = 1; version <= 3; version++) revision = (await store.compareAndSet(revision, state(version)))!;
  const damage = async (name: string): Promise<void> => {
    const bytes = files.read(`state/${name}`);
    bytes[bytes.length - 3] = 0;
    await files.replace(`state/${name}`, bytes);
  };
  const names = files.list("state");
  expect(names.length).toBe(2);
  await damage(names[1]!);
  const damages: Error[] = [];
  const again = new FileClusterStateStore(files, "state", (found) => damages.push(found));
  expect([damages.length, (await again.read())?.state.version]).toEqual([1, 2]);
  const next = await again.compareAndSet((await again.read())!.revision, state(9));
  expect(next).toBeGreaterThan(revision);
  for (const name of files.list("state")) await damage(name);
  expect(() => new FileClusterStateStore(files, "state", () => undefined)).toThrow("is damaged");
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

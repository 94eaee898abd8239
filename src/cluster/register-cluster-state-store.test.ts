import { expect, test, vi } from "vitest";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { state } from "./cluster-state-store.contract.ts";
import type { ClusterState } from "./cluster-state.ts";
import { RegisterClusterStateStore } from "./register-cluster-state-store.ts";

function withThings(version: number, ...kinds: string[]): ClusterState {
  return { ...state(version), customs: Object.fromEntries(kinds.map((kind) => [kind, { one: { version } }])) };
}

test("a change writes the parts that it changes, and removes those that nothing names any more", async () => {
  const registers = new BlobRegisters(new MemoryBlobs(), { pollMs: 1 });
  const store = new RegisterClusterStateStore(registers);
  const first = withThings(1, "a", "b");
  const revision = (await store.compareAndSet(0, first))!;
  const before = await registers.list("state-part-");
  expect(before).toHaveLength(2);
  const second = { ...first, customs: { ...first.customs, b: { two: {} } } };
  expect(await store.compareAndSet(revision, second)).toBe(revision + 1);
  const after = await registers.list("state-part-");
  expect(after.filter((name) => before.includes(name))).toHaveLength(1);
  expect(after).toHaveLength(2);
  const other = new RegisterClusterStateStore(registers);
  expect(await other.read()).toEqual({ state: second, revision: revision + 1 });
  // What did not change is the same object, by which others see that it did not.
  const read = (await other.read())!;
  const third = { ...read.state, version: 3 };
  await store.compareAndSet(revision + 1, { ...second, version: 3 });
  expect((await other.read())!.state.customs["b"]).toBe(third.customs["b"]);
});

test("a change that was too late leaves nothing, and one that broke off nothing for long", async () => {
  const registers = new BlobRegisters(new MemoryBlobs(), { pollMs: 1 });
  const [one, other] = [new RegisterClusterStateStore(registers), new RegisterClusterStateStore(registers)];
  const revision = (await one.compareAndSet(0, withThings(1, "a")))!;
  await other.read();
  await one.compareAndSet(revision, withThings(2, "a"));
  expect(await other.compareAndSet(revision, withThings(3, "a"))).toBeUndefined();
  expect(await registers.list("state-part-")).toHaveLength(1);
  await registers.compareAndSet("state-part-1-left", 0, Buffer.from("{}"));
  await registers.compareAndSet("state-part-2-begun", 0, Buffer.from("{}"));
  await other.removeUnnamed();
  expect(await registers.list("state-part-")).toContain("state-part-2-begun");
  expect(await registers.list("state-part-")).toHaveLength(2);
});

test("nodes hear of each other's changes", async () => {
  const blobs = new MemoryBlobs();
  const store = (): RegisterClusterStateStore => new RegisterClusterStateStore(new BlobRegisters(blobs, { pollMs: 1 }));
  const [one, other] = [store(), store()];
  const heard: number[] = [];
  const stop = other.watch(({ version }) => void heard.push(version));
  let revision = 0;
  for (let version = 1; version <= 6; version++)
    revision = (await one.compareAndSet(revision, withThings(version, "a")))!;
  await vi.waitFor(() => expect(heard.at(-1)).toBe(6), { timeout: 10_000, interval: 2 });
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
  stop();
});

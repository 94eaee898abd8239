import fc from "fast-check";
import { expect, test } from "vitest";
import { FaultFiles } from "../testing/store/fault-files.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { seal } from "../store/sealed-file.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { BlobRegisters } from "../store/registers/blob-registers.ts";
import { MemoryBlobs } from "../testing/store/memory-blobs.ts";
import { clusterStateStoreContract, state } from "./cluster-state-store.contract.ts";
import { FileClusterStateStore } from "./file-cluster-state-store.ts";
import { MemoryClusterStateStore } from "./memory-cluster-state-store.ts";
import { RegisterClusterStateStore } from "./register-cluster-state-store.ts";

const undamaged = (damage: Error): never => {
  throw damage;
};

clusterStateStoreContract("MemoryClusterStateStore", () => new MemoryClusterStateStore());
clusterStateStoreContract(
  "FileClusterStateStore",
  () => new FileClusterStateStore(new MemoryFiles(), "state", undamaged),
);
clusterStateStoreContract(
  "RegisterClusterStateStore",
  () => new RegisterClusterStateStore(new BlobRegisters(new MemoryBlobs(), { pollMs: 1 })),
);

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

/** Every change except the first after a version starts a new journal. */
const eager = { bytes: 0, share: 0 };

/** Writes versions with journals, of which two are kept; `damage` damages a file of them. */
async function written(): Promise<{ files: MemoryFiles; revision: number; damage: (name: string) => Promise<void> }> {
  const files = new MemoryFiles();
  const store = new FileClusterStateStore(files, "state", undamaged, eager);
  let revision = 0;
  for (let version = 1; version <= 4; version++) revision = (await store.compareAndSet(revision, state(version)))!;
  const kept = [2, 3]
    .flatMap((generation) => [`cluster-changes-${generation}`, `cluster-state-${generation}`])
    .flatMap((name) => [name, `${name}.mirror`]);
  expect(files.list("state").sort()).toEqual(kept.sort());
  const damage = async (name: string): Promise<void> => {
    const bytes = files.read(`state/${name}`).slice();
    bytes[bytes.length - 3] = 0;
    await files.replace(`state/${name}`, bytes);
  };
  return { files, revision, damage };
}

async function reopened(
  files: MemoryFiles,
): Promise<{ store: FileClusterStateStore; damages: string[]; version: number | undefined }> {
  const damages: string[] = [];
  const store = new FileClusterStateStore(files, "state", (found) => void damages.push(found.file), eager);
  return { store, damages, version: (await store.read())?.state.version };
}

test.each(["cluster-state-3", "cluster-state-3.mirror"])(
  "damage to %s is told, and costs nothing: the other copy is whole",
  async (name) => {
    const { files, revision, damage } = await written();
    await damage(name);
    const { store, damages, version } = await reopened(files);
    expect([damages, version, store.isOutdated]).toEqual([[`state/${name}`], 4, false]);
    for (let more = 0; more < 3; more++) await store.compareAndSet(revision + more, state(5 + more));
    expect((await reopened(files)).damages).toEqual([]);
  },
);

test.each(["cluster-changes-3", "cluster-changes-3.mirror"])(
  "a change that only %s lost is there: the other copy has it",
  async (name) => {
    const { files, revision, damage } = await written();
    await damage(name);
    const { store, version } = await reopened(files);
    expect([version, store.isOutdated]).toEqual([4, false]);
    await store.compareAndSet(revision, state(5));
    expect((await reopened(files)).version).toBe(5);
  },
);

test("a copy missing after a crash is not needed, whichever it is", async () => {
  for (const name of ["cluster-state-3", "cluster-state-3.mirror", "cluster-changes-3", "cluster-changes-3.mirror"]) {
    const { files } = await written();
    files.remove(`state/${name}`);
    const { store, damages, version } = await reopened(files);
    expect([damages, version, store.isOutdated]).toEqual([[], 4, false]);
  }
});

test("with both copies of a version damaged, the journals of the previous one lead to the newest state", async () => {
  const { files, revision, damage } = await written();
  await damage("cluster-state-3");
  await damage("cluster-state-3.mirror");
  const { store, damages, version } = await reopened(files);
  expect([damages.length, version, store.isOutdated]).toEqual([2, 4, false]);
  expect(await store.compareAndSet(revision, state(9))).toBe(revision + 1);
  // The damaged version was removed with the next one.
  const again = await reopened(files);
  expect([again.damages, again.version]).toEqual([[], 9]);
});

test("a lost version without the changes that led to it is reported; without any version the start is refused", async () => {
  const { files, damage } = await written();
  for (const name of ["cluster-state-3", "cluster-state-3.mirror", "cluster-changes-2", "cluster-changes-2.mirror"])
    await damage(name);
  const { store, version } = await reopened(files);
  expect([version, store.isOutdated]).toEqual([4, true]);
  for (const name of files.list("state")) await damage(name);
  expect(() => new FileClusterStateStore(files, "state", () => undefined)).toThrow("is damaged");
});

test("a state of the format before, without a journal, is read; of two damaged versions the older counts as outdated", async () => {
  const files = new MemoryFiles();
  const old = (version: number): Uint8Array =>
    seal(Buffer.from(JSON.stringify({ format: 1, state: state(version) })), version);
  await files.replace("state/cluster-state-6", old(6));
  await files.replace("state/cluster-state-7", old(7));
  const { store, version } = await reopened(files);
  expect([version, (await store.read())?.revision, store.isOutdated]).toEqual([7, 7, false]);
  await files.replace("state/cluster-state-7", Buffer.from("garbage"));
  const older = await reopened(files);
  expect([older.version, older.store.isOutdated]).toEqual([6, true]);
  expect(await older.store.compareAndSet(6, state(8))).toBe(7);
  expect((await reopened(files)).version).toBe(8);
});

test("whatever fails and wherever a crash cuts, what was acknowledged is there and what was refused is not, unless nobody can know", async () => {
  const change = fc.record({
    indices: fc.uniqueArray(fc.constantFrom("a", "b", "__proto__")),
    settings: fc.boolean(),
    kind: fc.constantFrom("k", "constructor"),
  });
  const fault = fc.record({
    on: fc.constantFrom("append", "sync", "replace"),
    call: fc.integer({ min: 1, max: 12 }),
    code: fc.constantFrom("EIO", "ENOSPC"),
  });
  const limits = fc.constantFrom(eager, { bytes: 600, share: 0 }, { bytes: 1 << 20, share: 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 12 }),
      fc.array(fault, { maxLength: 3 }),
      limits,
      fc.boolean(),
      async (changes, faults, limit, cut) => {
        const files = new FaultFiles(new MemoryFiles());
        for (const one of faults) files.inject(one);
        const store = new FileClusterStateStore(files, "state", undamaged, limit);
        let acknowledged: ClusterState | undefined;
        let last: ClusterState | undefined;
        let revision = 0;
        for (const [at, { indices, settings, kind }] of changes.entries()) {
          const named = Object.fromEntries(
            indices.map((name) => [name, { name, mappingVersion: at } as unknown as IndexMetadata]),
          );
          const next = {
            ...(acknowledged ?? state(0)),
            version: at + 1,
            indices: named,
            ...(settings ? { persistentSettings: { s: String(at) } } : {}),
          };
          last = { ...next, customs: { ...next.customs, [kind]: { one: { at } } } };
          try {
            revision = (await store.compareAndSet(revision, last))!;
            acknowledged = last;
          } catch (error) {
            expect(error).toMatchObject({ name: expect.stringMatching(/^Storage/) });
          }
        }
        files.heal();
        if (cut) files.losePower(() => 0);
        const found = (await new FileClusterStateStore(files, "state", () => undefined).read())?.state;
        // A change that failed in its last sync may have reached the disk; the next start may find it.
        expect(faults.length > 0 ? [acknowledged, last] : [acknowledged]).toContainEqual(found);
      },
    ),
    { numRuns: 300 },
  );
});

test("a change costs what it changes: with a thousand indices it writes a few hundred bytes", async () => {
  const files = new MemoryFiles();
  const store = new FileClusterStateStore(files, "state", undamaged);
  const index = (name: string): IndexMetadata =>
    ({ name, mapping: { properties: { field: { type: "keyword" } } } }) as unknown as IndexMetadata;
  const indices = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`i${at}`, index(`i${at}`)]));
  const before = { ...state(1), indices };
  await store.compareAndSet(0, before);
  await store.compareAndSet(1, { ...before, version: 2, indices: { ...indices, more: index("more") } });
  expect(files.read("state/cluster-changes-1").length).toBeLessThan(400);
  expect(
    Object.keys((await reopened(files)).store ? (await (await reopened(files)).store.read())!.state.indices : {})
      .length,
  ).toBe(1001);
});

test("a change that fails half way is not there after a restart", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const store = new FileClusterStateStore(files, "state", undamaged);
  const revision = (await store.compareAndSet(0, state(1)))!;
  for (const fault of [
    { on: "append", call: 2, code: "ENOSPC" },
    { on: "sync", call: 1, code: "EIO" },
  ] as const) {
    files.inject(fault);
    await expect(store.compareAndSet(revision, state(2))).rejects.toMatchObject({
      name: expect.stringMatching(/^Storage/),
    });
    files.heal();
    expect((await new FileClusterStateStore(files, "state", undamaged).read())?.state.version).toBe(1);
  }
});

test("a full disk leaves the state as it was, and the next change goes through", async () => {
  const files = new FaultFiles(new MemoryFiles());
  const store = new FileClusterStateStore(files, "state", undamaged);
  const revision = (await store.compareAndSet(0, state(1)))!;
  files.inject({ on: "append", call: 1, code: "ENOSPC" });
  await expect(store.compareAndSet(revision, state(2))).rejects.toMatchObject({ name: "StorageFull" });
  expect((await store.read())?.state.version).toBe(1);
  expect(await store.compareAndSet(revision, state(3))).toBeGreaterThan(revision);
});

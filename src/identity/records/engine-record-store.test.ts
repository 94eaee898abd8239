import { describe, expect, test } from "vitest";
import { EngineIdentityIndex, openEngineRecordStore } from "./engine-identity-index.ts";
import { EngineRecordStore } from "./engine-record-store.ts";
import { startTestEngine, testDisk } from "../../testing/identity/engine.ts";
import { IDENTITY_INDEX, type IdentityIndex, type IdentityWrite } from "./identity-index.ts";
import { models } from "./models.ts";
import { contractModels, recordStoreContract } from "./record-store.contract.ts";

describe("over the engine", () => {
  recordStoreContract(async () => openEngineRecordStore(await startTestEngine(), contractModels), true);
});

/** An index in which a crash comes after some of a group's writes. */
class CrashingIndex implements IdentityIndex {
  readonly #index: IdentityIndex;
  readonly #survivors: number;

  constructor(index: IdentityIndex, survivors: number) {
    this.#index = index;
    this.#survivors = survivors;
  }

  get(ids: readonly string[]): ReturnType<IdentityIndex["get"]> {
    return this.#index.get(ids);
  }

  async writeGroup(writes: readonly IdentityWrite[]): Promise<string | undefined> {
    const conflict = await this.#index.writeGroup(writes.slice(0, this.#survivors));
    if (conflict !== undefined) return conflict;
    throw new Error("crash");
  }

  refresh(): Promise<void> {
    return this.#index.refresh();
  }

  search(body: Parameters<IdentityIndex["search"]>[0]): ReturnType<IdentityIndex["search"]> {
    return this.#index.search(body);
  }
}

describe("crashes", () => {
  const pet = (at: number, claims: readonly string[]) => ({
    kind: "create" as const,
    id: `pet:${at}`,
    model: "pet",
    fields: { name: `Pet ${at}` },
    claims,
  });

  test("records are there after a restart", async () => {
    const disk = testDisk();
    const store = await openEngineRecordStore(await startTestEngine(disk), contractModels);
    await store.change([pet(1, ["name:1"])]);
    const again = await openEngineRecordStore(await startTestEngine(disk), contractModels);
    expect((await again.get("pet:1"))?.fields).toEqual({ name: "Pet 1" });
    expect(await again.claimed("name:1")).toBe("pet:1");
    expect(
      (
        await again.list({
          model: "pet",
          filters: {},
          search: "pet",
          searchFields: ["name"],
          ordering: [],
          from: 0,
          size: 9,
        })
      ).count,
    ).toBe(1);
    expect(await again.nextNumber("pet")).toBe(1);
  });

  // Journal, two claims, two records, the mark: a crash leaves the first 0 to 6 of them.
  test.each([1, 2, 3, 4, 5, 6])("a group of which %i writes survived is completed", async (survivors) => {
    const engine = await startTestEngine();
    const store = await openEngineRecordStore(engine, contractModels);
    await store.change([pet(0, ["name:0"])]);
    const metadata = engine.cluster.state.indices[IDENTITY_INDEX];
    if (!metadata) throw new Error("no index");
    const index = new EngineIdentityIndex(engine, metadata);
    const crashing = await EngineRecordStore.open(new CrashingIndex(index, survivors), contractModels);
    const before = await store.get("pet:0");
    const group = [
      { kind: "delete" as const, id: "pet:0", ifSeqNo: before?.seqNo ?? -1 },
      pet(1, ["name:0", "name:1"]),
    ];
    await expect(crashing.change(group)).rejects.toThrow("crash");
    const again = await EngineRecordStore.open(index, contractModels);
    expect(await again.get("pet:0")).toBeUndefined();
    expect((await again.get("pet:1"))?.fields).toEqual({ name: "Pet 1" });
    expect(await Promise.all(["name:0", "name:1"].map((claim) => again.claimed(claim)))).toEqual(["pet:1", "pet:1"]);
    expect(
      (
        await again.list({
          model: "pet",
          filters: {},
          search: undefined,
          searchFields: [],
          ordering: [],
          from: 0,
          size: 9,
        })
      ).count,
    ).toBe(1);
  });

  test("a start after a complete group changes nothing", async () => {
    const engine = await startTestEngine();
    const store = await openEngineRecordStore(engine, contractModels);
    await store.change([pet(1, ["name:1"])]);
    const made = await store.get("pet:1");
    await store.change([
      { kind: "replace", id: "pet:1", fields: { name: "Later" }, ifSeqNo: made?.seqNo ?? -1, claims: ["name:1"] },
    ]);
    const again = await openEngineRecordStore(engine, contractModels);
    expect((await again.get("pet:1"))?.fields).toEqual({ name: "Later" });
  });
});

test("the mapping takes every model, and is extended by a later one", async () => {
  const engine = await startTestEngine();
  await openEngineRecordStore(engine, contractModels);
  const store = await openEngineRecordStore(engine, [...contractModels, ...models]);
  await store.change([
    { kind: "create", id: "user:1", model: "user", fields: { username: "ann", is_active: true }, claims: [] },
  ]);
  expect(
    (
      await store.list({
        model: "user",
        filters: { is_active: true },
        search: "ANN",
        searchFields: ["username"],
        ordering: ["-username"],
        from: 0,
        size: 1,
      })
    ).count,
  ).toBe(1);
});

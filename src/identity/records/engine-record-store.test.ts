import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { EngineIdentityIndex, openEngineRecordStore } from "./engine-identity-index.ts";
import { EngineRecordStore } from "./engine-record-store.ts";
import { startTestEngine, testDisk } from "../../testing/identity/engine.ts";
import type { IdentityWrite } from "./identity-index.ts";
import { models } from "./models.ts";
import type { RecordChange } from "./record-store.ts";
import { contractModels, recordStoreContract } from "./record-store.contract.ts";

describe("over the engine", () => {
  recordStoreContract(async () => openEngineRecordStore(await startTestEngine(), contractModels), true);
});

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

  /** What a version before this one wrote in front of a group of changes. */
  const journal = (group: string, writes: readonly JsonObject[]): IdentityWrite => ({
    kind: "index",
    id: "journal:begun",
    source: { model: "journal", group, fields: { writes: [...writes] } },
    onlyIf: undefined,
  });

  test("a group that an older version had begun is completed, and its journal goes", async () => {
    const engine = await startTestEngine();
    const store = await openEngineRecordStore(engine, contractModels);
    await store.change([pet(0, ["name:0"])]);
    const index = new EngineIdentityIndex(engine);
    const source = { model: "pet", fields: { name: "Pet 1" }, claims: ["name:0"] };
    const claim = { model: "claim", holder: "pet:1" };
    const writes = [{ id: "claim:name:0", source: claim }, { id: "pet:0" }, { id: "pet:1", source }];
    await index.writeGroup([journal("g", writes), { kind: "delete", id: "pet:0", onlyIf: undefined }], []);
    const again = await EngineRecordStore.open(index, contractModels);
    expect(await again.get("pet:0")).toBeUndefined();
    expect((await again.get("pet:1"))?.fields).toEqual({ name: "Pet 1" });
    expect(await again.claimed("name:0")).toBe("pet:1");
    expect(await index.get(["journal:begun", "journal:done"])).toEqual([undefined, undefined]);
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

describe("sequences", () => {
  const numbered = (at: number): RecordChange => ({
    kind: "create",
    id: `pet:${at}`,
    model: "pet",
    fields: { name: `Pet ${at}` },
    claims: [],
  });

  test("go on behind the numbers that changes were made with, in whatever order these are written", async () => {
    const disk = testDisk();
    const store = await openEngineRecordStore(await startTestEngine(disk), contractModels);
    const numbers = await Promise.all(Array.from({ length: 30 }, () => store.nextNumber("pet")));
    await Promise.all(numbers.reverse().map((number) => store.change([numbered(number)])));
    const again = await openEngineRecordStore(await startTestEngine(disk), contractModels);
    expect(await again.nextNumber("pet")).toBe(31);
    await again.change([numbered(31)]);
    const third = await openEngineRecordStore(await startTestEngine(disk), contractModels);
    expect(await Promise.all([third.nextNumber("pet"), third.nextNumber("pet")])).toEqual([32, 33]);
  });

  test("a lower number that comes late is refused, and the change made once more", async () => {
    const engine = await startTestEngine();
    const [one, other] = [
      await openEngineRecordStore(engine, contractModels),
      await openEngineRecordStore(engine, contractModels),
    ];
    await one.nextNumber("pet");
    for (let count = 0; count < 3; count++) await other.nextNumber("pet");
    await other.change([numbered(3)]);
    await expect(one.change([numbered(1)])).rejects.toThrow("changed since it was read");
    expect(await one.get("pet:1")).toBeUndefined();
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

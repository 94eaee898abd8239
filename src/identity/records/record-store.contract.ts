/** What every RecordStore promises. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import {
  type RecordChange,
  RecordConflict,
  type RecordModel,
  type RecordQuery,
  type RecordStore,
} from "./record-store.ts";
import { stringOf } from "./stored-values.ts";

/** Models of the contract's records. */
export const contractModels: readonly RecordModel[] = [
  {
    name: "pet",
    filters: ["name", "tame", "tags", "age", "owner"],
    searchFields: ["name", "notes"],
    ordering: ["name", "age", "born"],
  },
  { name: "toy", filters: ["name"], searchFields: ["name"], ordering: ["name"] },
];

const create = (id: string, fields: JsonObject, claims: readonly string[] = []): RecordChange => ({
  kind: "create",
  id,
  model: "pet",
  fields,
  claims,
});
const all: RecordQuery = {
  model: "pet",
  filters: {},
  search: undefined,
  searchFields: ["name", "notes"],
  ordering: [],
  from: 0,
  size: 1000,
};

/** Runs the contract. `open` makes an empty store; `slow`: few rounds in the properties. */
export function recordStoreContract(open: () => Promise<RecordStore>, slow = false): void {
  let store: RecordStore;
  beforeEach(async () => {
    store = await open();
  });

  const names = async (query: Partial<RecordQuery>): Promise<string[]> =>
    (await store.list({ ...all, ...query })).records.map((record) => stringOf(record.fields, "name"));

  describe("records", () => {
    test("are there at once, as they were given, and do not share their fields with the caller", async () => {
      const fields = { name: "Rex", nested: { a: [1, null, "x"] } };
      await store.change([create("pet:1", fields)]);
      fields.nested.a.push("later");
      const read = await store.get("pet:1");
      expect(read).toMatchObject({ id: "pet:1", model: "pet", fields: { name: "Rex", nested: { a: [1, null, "x"] } } });
      expect((await store.getMany(["pet:2", "pet:1"])).map((record) => record?.id)).toEqual([undefined, "pet:1"]);
      expect(await store.getMany([])).toEqual([]);
    });

    test("are replaced and deleted only at the version that was read", async () => {
      await store.change([create("pet:1", { name: "Rex" })]);
      const read = await store.get("pet:1");
      const ifSeqNo = read?.seqNo ?? -1;
      await store.change([{ kind: "replace", id: "pet:1", fields: { name: "Max" }, ifSeqNo, claims: [] }]);
      await expect(
        store.change([{ kind: "replace", id: "pet:1", fields: { name: "Old" }, ifSeqNo, claims: [] }]),
      ).rejects.toThrow(RecordConflict);
      await expect(store.change([{ kind: "delete", id: "pet:1", ifSeqNo }])).rejects.toThrow(RecordConflict);
      const now = await store.get("pet:1");
      expect(now?.fields).toEqual({ name: "Max" });
      await store.change([{ kind: "delete", id: "pet:1", ifSeqNo: now?.seqNo ?? -1 }]);
      expect(await store.get("pet:1")).toBeUndefined();
      await expect(store.change([{ kind: "delete", id: "pet:1", ifSeqNo: now?.seqNo ?? -1 }])).rejects.toThrow(
        RecordConflict,
      );
    });

    test("are made once", async () => {
      await store.change([create("pet:1", { name: "Rex" })]);
      await expect(store.change([create("pet:1", { name: "Max" })])).rejects.toMatchObject({ claim: undefined });
      expect((await store.get("pet:1"))?.fields).toEqual({ name: "Rex" });
    });
  });

  describe("claims", () => {
    test("belong to one record, and are free again when it gives them up or goes", async () => {
      await store.change([create("pet:1", { name: "Rex" }, ["name:Rex", "chip:7"])]);
      expect(await store.claimed("name:Rex")).toBe("pet:1");
      await expect(store.change([create("pet:2", { name: "Rex" }, ["name:Rex"])])).rejects.toMatchObject({
        claim: "name:Rex",
      });
      expect(await store.get("pet:2")).toBeUndefined();
      const first = await store.get("pet:1");
      await store.change([
        {
          kind: "replace",
          id: "pet:1",
          fields: { name: "Max" },
          ifSeqNo: first?.seqNo ?? -1,
          claims: ["name:Max", "chip:7"],
        },
      ]);
      expect(await store.claimed("name:Rex")).toBeUndefined();
      await store.change([create("pet:2", { name: "Rex" }, ["name:Rex"])]);
      const second = await store.get("pet:1");
      await store.change([{ kind: "delete", id: "pet:1", ifSeqNo: second?.seqNo ?? -1 }]);
      expect(await Promise.all(["name:Rex", "name:Max", "chip:7"].map((claim) => store.claimed(claim)))).toEqual([
        "pet:2",
        undefined,
        undefined,
      ]);
    });

    test("pass from one record to another within a group, and are not held by two", async () => {
      await store.change([create("pet:1", { name: "Rex" }, ["name:Rex"])]);
      const first = await store.get("pet:1");
      await store.change([
        { kind: "delete", id: "pet:1", ifSeqNo: first?.seqNo ?? -1 },
        create("pet:2", { name: "Rex" }, ["name:Rex"]),
      ]);
      expect(await store.claimed("name:Rex")).toBe("pet:2");
      await expect(store.change([create("pet:3", {}, ["x"]), create("pet:4", {}, ["x"])])).rejects.toMatchObject({
        claim: "x",
      });
      expect(await store.get("pet:3")).toBeUndefined();
    });

    test("of any length are told apart", async () => {
      const long = "ö".repeat(600);
      await store.change([create("pet:1", {}, [`${long}1`]), create("pet:2", {}, [`${long}2`])]);
      expect(await store.claimed(`${long}2`)).toBe("pet:2");
      await expect(store.change([create("pet:3", {}, [`${long}1`])])).rejects.toMatchObject({ claim: `${long}1` });
    });

    test("of 64 who want the same, one gets it", async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 64 }, (_, at) => store.change([create(`pet:${at}`, { name: "Rex" }, ["name:Rex"])])),
      );
      expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
      expect((await store.list(all)).count).toBe(1);
    });
  });

  describe("groups of changes", () => {
    test("happen as a whole or not at all", async () => {
      await store.change([create("pet:1", { name: "Rex" }, ["name:Rex"])]);
      await expect(
        store.change([create("pet:2", { name: "Max" }, ["name:Max"]), create("pet:3", { name: "Rex" }, ["name:Rex"])]),
      ).rejects.toThrow(RecordConflict);
      expect(await store.get("pet:2")).toBeUndefined();
      expect(await store.claimed("name:Max")).toBeUndefined();
      expect(await names({})).toEqual(["Rex"]);
    });

    test("64 writers on one record lose nothing", async () => {
      await store.change([create("pet:1", { name: "Rex", count: 0 })]);
      const add = async (): Promise<void> => {
        for (;;) {
          const read = await store.get("pet:1");
          const fields = { ...read?.fields, count: Number(read?.fields["count"]) + 1 };
          try {
            return await store.change([
              { kind: "replace", id: "pet:1", fields, ifSeqNo: read?.seqNo ?? -1, claims: [] },
            ]);
          } catch (error) {
            if (!(error instanceof RecordConflict)) throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: 64 }, add));
      expect((await store.get("pet:1"))?.fields["count"]).toBe(64);
    });
  });

  describe("sequences", () => {
    test("start at 1, are apart, and never give a number twice", async () => {
      const numbers = await Promise.all(Array.from({ length: 20 }, () => store.nextNumber("pet")));
      expect([...new Set(numbers)].sort((one, other) => one - other)).toEqual(
        Array.from({ length: 20 }, (_, at) => at + 1),
      );
      expect(await store.nextNumber("toy")).toBe(1);
    });
  });

  describe("lists", () => {
    const pets: readonly JsonObject[] = [
      {
        name: "Rex",
        tame: true,
        tags: ["dog", "big"],
        age: 3,
        owner: null,
        notes: "Barks a lot",
        born: "2020-01-01T00:00:00Z",
      },
      {
        name: "max",
        tame: false,
        tags: ["dog"],
        age: 12,
        owner: "ann",
        notes: "Sleeps (100%)",
        born: "2011-01-01T00:00:00Z",
      },
      { name: "Ada", tame: true, tags: [], age: 7, owner: "bob", notes: { likes: "Fish*" } },
      { name: "Ümit", tame: true, tags: ["cat"], owner: "ann", notes: "", born: "2022-01-01T00:00:00Z" },
    ];
    beforeEach(async () => {
      await store.change([{ kind: "create", id: "toy:1", model: "toy", fields: { name: "Ball" }, claims: [] }]);
      for (const [at, pet] of pets.entries()) await store.change([create(`pet:${at + 1}`, pet)]);
    });

    test.each([
      [{}, ["Rex", "max", "Ada", "Ümit"]],
      [{ ordering: ["name"] }, ["Ada", "max", "Rex", "Ümit"]],
      [{ ordering: ["-name"] }, ["Ümit", "Rex", "max", "Ada"]],
      [{ ordering: ["age"] }, ["Rex", "Ada", "max", "Ümit"]],
      [{ ordering: ["-age"] }, ["Ümit", "max", "Ada", "Rex"]],
      [{ filters: { name: "Rex" } }, ["Rex"]],
      [{ filters: { name: "rex" } }, []],
      [{ filters: { tame: true }, ordering: ["name"] }, ["Ada", "Rex", "Ümit"]],
      [{ filters: { owner: null } }, ["Rex"]],
      [{ filters: { age: 12 } }, ["max"]],
      [{ filters: { tags: "dog" } }, ["Rex", "max"]],
      [{ filters: { tags: ["cat", "big"] } }, ["Rex", "Ümit"]],
      [{ filters: { tags: "dog", owner: "ann" } }, ["max"]],
      [{ atLeast: { born: "2020-01-01T00:00:00Z" } }, ["Rex", "Ümit"]],
      [{ search: "REX" }, ["Rex"]],
      [{ search: "ümi" }, ["Ümit"]],
      [{ search: "a" }, ["Rex", "max", "Ada"]],
      [{ search: "a, x" }, ["Rex", "max"]],
      [{ search: "(100%)" }, ["max"]],
      [{ search: "*" }, ["Ada"]],
      [{ search: "fish" }, ["Ada"]],
      [{ search: "dog" }, []],
      [{ search: "notes" }, []],
      [{ search: "a", searchFields: ["name"] }, ["max", "Ada"]],
      [{ search: " , " }, ["Rex", "max", "Ada", "Ümit"]],
    ] as readonly (readonly [Partial<RecordQuery>, string[]])[])("%j", async (query, expected) => {
      expect(await names(query)).toEqual(expected);
      expect((await store.list({ ...all, ...query })).count).toBe(expected.length);
    });

    test("have pages, and count what is on none of them", async () => {
      const page = await store.list({ ...all, ordering: ["name"], from: 1, size: 2 });
      expect(page.records.map((record) => record.fields["name"])).toEqual(["max", "Rex"]);
      expect(page.count).toBe(4);
      expect(await store.list({ ...all, from: 9, size: 2 })).toEqual({ count: 4, records: [] });
      expect((await store.list({ ...all, size: 0 })).count).toBe(4);
    });

    test.each([[[]], [["name"]], [["-age", "name"]], [["age"]], [["-born"]]])(
      "in order %j each page is a piece of the whole, far behind too",
      async (ordering) => {
        const more = Array.from({ length: 2300 }, (_, at) =>
          create(`pet:m${at}`, { name: `Many ${at % 97}`, ...(at % 3 === 0 ? {} : { age: at % 50 }) }),
        );
        await store.change(more);
        const whole = await store.list({ ...all, ordering, size: 3000 });
        expect(whole.records).toHaveLength(2304);
        const ids = whole.records.map((record) => record.id);
        for (const [from, size] of [
          [990, 20],
          [1000, 20],
          [1190, 7],
          [1500, 100],
          [2290, 14],
          [2290, 100],
          [2303, 1],
          [2304, 1],
          [5000, 10],
        ] as const) {
          const page = await store.list({ ...all, ordering, from, size });
          expect(page.count).toBe(2304);
          expect(page.records.map((record) => record.id)).toEqual(ids.slice(from, from + size));
        }
      },
    );

    test("show a write and its version at once", async () => {
      const [rex] = (await store.list({ ...all, filters: { name: "Rex" } })).records;
      await store.change([
        { kind: "replace", id: "pet:1", fields: { name: "Rex II" }, ifSeqNo: rex?.seqNo ?? -1, claims: [] },
      ]);
      expect(await names({ search: "rex" })).toEqual(["Rex II"]);
      const [again] = (await store.list({ ...all, search: "rex" })).records;
      await store.change([{ kind: "delete", id: "pet:1", ifSeqNo: again?.seqNo ?? -1 }]);
      expect(await names({ search: "rex" })).toEqual([]);
    });

    test("find a term wherever it stands in a long text, and filter by long values", async () => {
      const text = Array.from({ length: 3000 }, (_, at) => `word${at}`).join(" ");
      await store.change([create("pet:9", { name: text.slice(0, 2000), notes: text })]);
      for (const at of [0, 1, 700, 1499, 2998, 2999])
        expect((await store.list({ ...all, search: `word${at}` })).records.map((record) => record.id)).toContain(
          "pet:9",
        );
      expect((await store.list({ ...all, search: "word3000" })).count).toBe(0);
      expect((await store.list({ ...all, filters: { name: text.slice(0, 2000) } })).count).toBe(1);
      expect((await store.list({ ...all, filters: { name: text.slice(0, 1999) } })).count).toBe(0);
    });

    test("a search finds what contains it, whatever the characters", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ minLength: 1, maxLength: 8 }),
          fc.string({ maxLength: 8 }),
          async (inside, around) => {
            const id = `pet:p${await store.nextNumber("property")}`;
            await store.change([create(id, { name: `${around}${inside}${around}` })]);
            const found = await store.list({ ...all, search: inside, searchFields: ["name"] });
            expect(found.records.map((record) => record.id)).toContain(id);
            const made = await store.get(id);
            await store.change([{ kind: "delete", id, ifSeqNo: made?.seqNo ?? -1 }]);
          },
        ),
        { numRuns: slow ? 20 : 100 },
      );
    });
  });
}

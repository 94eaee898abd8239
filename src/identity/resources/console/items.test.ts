import { beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../core/json.ts";
import { isJsonObject } from "../../../core/json.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";
import { consoleItemModel } from "../../records/models.ts";
import { listAll } from "../../records/list-all.ts";
import { LARGEST_ITEM_BYTES, MOST_ITEMS } from "./items.ts";

const PATH = "console/items/";
const SEARCH = { name: "largest towns", kind: "search", content: { query: "population:>1000" } };

let t: TestIdentity;
let ada: string;
let bo: string;
let adasPk: number;
beforeEach(async () => {
  t = await TestIdentity.open();
  adasPk = await t.user("ada");
  ada = await t.token(adasPk);
  bo = await t.token(await t.user("bo"));
});

const keep = (as: string, body: JsonObject): ReturnType<TestIdentity["call"]> => t.call("POST", PATH, { as, body });
const names = async (as: string, query = ""): Promise<Json[]> => {
  const { results } = (await t.call("GET", `${PATH}${query}`, { as })).object;
  return (Array.isArray(results) ? results : []).map((one) => (isJsonObject(one) ? (one["name"] ?? null) : null));
};

describe("what somebody keeps", () => {
  test("is theirs: made, listed, found, changed and deleted, and nobody else is told that it is there", async () => {
    const made = await keep(ada, SEARCH);
    expect([made.status, made.object]).toEqual([
      201,
      { ...SEARCH, pk: expect.any(String), shared: false, owner: "ada", mine: true },
    ]);
    const one = `${PATH}${String(made.object["pk"])}/`;
    expect(await names(ada)).toEqual(["largest towns"]);
    expect(await names(ada, "?kind=request")).toEqual([]);
    expect(await names(ada, "?search=towns")).toEqual(["largest towns"]);
    for (const other of [bo, t.admin]) {
      expect(await names(other)).toEqual([]);
      expect(await names(other, "?search=towns")).toEqual([]);
      for (const method of ["GET", "PUT", "PATCH", "DELETE"])
        expect((await t.call(method, one, { as: other, ...(method === "PUT" ? { body: SEARCH } : {}) })).status).toBe(
          404,
        );
    }
    const content = { query: "*" };
    expect((await t.call("PATCH", one, { as: ada, body: { content } })).object).toMatchObject({ ...SEARCH, content });
    expect((await t.call("DELETE", one, { as: ada })).status).toBe(204);
    expect(await names(ada)).toEqual([]);
  });

  test("can be shared: everybody sees it then, and its owner alone changes it", async () => {
    const made = await keep(ada, { ...SEARCH, shared: true });
    const one = `${PATH}${String(made.object["pk"])}/`;
    expect((await t.call("GET", one, { as: bo })).object).toMatchObject({ owner: "ada", mine: false, shared: true });
    expect(await names(bo)).toEqual(["largest towns"]);
    for (const as of [bo, t.admin]) {
      expect((await t.call("PATCH", one, { as, body: { name: "mine" } })).status).toBe(403);
      expect((await t.call("DELETE", one, { as })).status).toBe(403);
    }
    await t.call("PATCH", one, { as: ada, body: { shared: false } });
    expect(await names(bo)).toEqual([]);
    expect((await t.call("GET", one, { as: bo })).status).toBe(404);
  });

  test("has a name once for each person and kind", async () => {
    await keep(ada, SEARCH);
    expect(await keep(ada, SEARCH)).toMatchObject({
      status: 400,
      body: { name: ["You keep something of this name already."] },
    });
    expect((await keep(ada, { ...SEARCH, kind: "request" })).status).toBe(201);
    expect((await keep(bo, SEARCH)).status).toBe(201);
  });

  test("goes with the person", async () => {
    await keep(ada, SEARCH);
    await t.call("DELETE", `core/users/${adasPk}/`);
    expect(await listAll(t.identity.store, { model: consoleItemModel.name, filters: {} })).toEqual([]);
  });
});

describe("limits", () => {
  test("one has 256 KiB at most", async () => {
    const of = (bytes: number): JsonObject => ({ ...SEARCH, content: { a: "x".repeat(bytes - '{"a":""}'.length) } });
    expect((await keep(ada, of(LARGEST_ITEM_BYTES))).status).toBe(201);
    expect(await keep(ada, { ...of(LARGEST_ITEM_BYTES + 1), name: "larger" })).toMatchObject({
      status: 400,
      body: { content: [`Ensure this has at most 262144 bytes (it has 262145).`] },
    });
  });

  test("a person keeps 500 at most, whatever others keep", async () => {
    for (let at = 0; at < MOST_ITEMS; at++) await keep(ada, { ...SEARCH, name: `search ${at}` });
    expect(await keep(ada, SEARCH)).toMatchObject({
      status: 400,
      body: { non_field_errors: ["You keep 500 already. Delete some first."] },
    });
    expect((await keep(bo, SEARCH)).status).toBe(201);
  });
});

import { describe, expect, test } from "vitest";
import type { IndexGrant, IndexRule } from "./index-grant.ts";
import { accessTo, seesPart, showsField } from "./index-access.ts";
import { filterFields } from "./source-field-filter.ts";

const READ = ["read", "all"];
const EUROPE = '{"term":{"continent":"europe"}}';
const ASIA = '{"term":{"continent":"asia"}}';

function rule(names: readonly string[], more: Partial<IndexRule> = {}): IndexRule {
  return { names, privileges: ["read"], allowRestricted: false, ...more };
}

function grant(...rules: readonly IndexRule[]): IndexGrant {
  return { all: false, user: "ada", rules };
}

function fieldsOf(granted: readonly string[], except: readonly string[] = []): Partial<IndexRule> {
  return { fields: { grant: granted, except } };
}

/** What remains of a source for who has only some fields. */
function shown(source: object, granted: readonly string[], except: readonly string[] = []): unknown {
  return filterFields(JSON.parse(JSON.stringify(source)), { queries: [], fields: [[{ grant: granted, except }]] });
}

describe("what roles show of an index", () => {
  test("who has no restriction at all sees everything", () => {
    expect(accessTo(grant(rule(["*"])), "towns", undefined, READ)).toBeUndefined();
    expect(accessTo({ all: true, user: "ada", rules: [] }, "towns", undefined, READ)).toBeUndefined();
  });

  test("queries and fields of several roles unite", () => {
    const both = grant(
      rule(["towns"], { query: EUROPE, ...fieldsOf(["name"]) }),
      rule(["t*"], { query: ASIA, ...fieldsOf(["size"]) }),
    );
    const access = accessTo(both, "towns", undefined, READ);
    expect(access?.queries).toEqual([[ASIA, EUROPE]]);
    expect(["name", "size", "mayor"].map((field) => access && showsField(access, field))).toEqual([true, true, false]);
  });

  test("one role without a query lifts that of the others, one without fields those of the others", () => {
    expect(
      accessTo(
        grant(rule(["towns"], { query: EUROPE }), rule(["towns"], fieldsOf(["name"]))),
        "towns",
        undefined,
        READ,
      ),
    ).toBeUndefined();
    const some = accessTo(
      grant(rule(["towns"], { query: EUROPE, ...fieldsOf(["name"]) }), rule(["towns"], fieldsOf(["size"]))),
      "towns",
      undefined,
      READ,
    );
    expect(some?.queries).toEqual([]);
    expect(some?.fields).toHaveLength(1);
  });

  test("a role without the privilege, or for another index, lifts nothing", () => {
    const restricted = rule(["towns"], { query: EUROPE });
    expect(
      accessTo(grant(restricted, rule(["towns"], { privileges: ["view_index_metadata"] })), "towns", undefined, READ)
        ?.queries,
    ).toEqual([[EUROPE]]);
    expect(accessTo(grant(restricted, rule(["rivers"])), "towns", undefined, READ)?.queries).toEqual([[EUROPE]]);
    expect(accessTo(grant(restricted, rule(["rivers"])), "rivers", undefined, READ)).toBeUndefined();
  });

  test("where no role gives the privilege nothing is shown", () => {
    const access = accessTo(grant(rule(["towns"], { query: EUROPE })), "rivers", undefined, READ);
    expect(access).toEqual({ queries: [[]], fields: [[]] });
    expect(access && showsField(access, "name")).toBe(false);
  });

  test("what limits a caller restricts as well", () => {
    const key: IndexGrant = {
      ...grant(rule(["towns"], fieldsOf(["name", "size"]))),
      limitedBy: grant(rule(["towns"], { query: EUROPE, ...fieldsOf(["name", "mayor"]) })),
    };
    const access = accessTo(key, "towns", undefined, READ);
    expect(access?.queries).toEqual([[EUROPE]]);
    expect(["name", "size", "mayor"].map((field) => access && showsField(access, field))).toEqual([true, false, false]);
    expect(
      accessTo(
        { all: true, user: "ada", rules: [], limitedBy: grant(rule(["towns"], { query: ASIA })) },
        "towns",
        undefined,
        READ,
      )?.queries,
    ).toEqual([[ASIA]]);
  });

  test("rules for the aliases by which it was reached count alone, where there are any", () => {
    const roles = grant(rule(["towns"], { query: EUROPE }), rule(["cities"], { query: ASIA }));
    expect(accessTo(roles, "towns", ["cities"], READ)?.queries).toEqual([[ASIA]]);
    expect(accessTo(roles, "towns", ["places"], READ)?.queries).toEqual([[EUROPE]]);
  });

  test("who may change all but reads only a part sees a part", () => {
    const writer = rule(["towns"], { privileges: ["write"] });
    expect(seesPart(grant(writer, rule(["towns"], { query: EUROPE })), "towns", undefined, ["write", "all"])).toBe(
      true,
    );
    const byAction = rule(["towns"], { privileges: ["indices:data/read/*"], query: EUROPE });
    expect(seesPart(grant(writer, byAction), "towns", undefined, ["write", "all"])).toBe(true);
    expect(seesPart(grant(writer, rule(["rivers"], { query: EUROPE })), "towns", undefined, ["write", "all"])).toBe(
      false,
    );
  });

  test("metadata is always shown, a field of the user's with such a name is not", () => {
    const access = { queries: [], fields: [[{ grant: ["name"], except: [] }]] };
    expect(["_id", "_routing", "_mayor"].map((field) => showsField(access, field))).toEqual([true, true, false]);
  });
});

// As Elasticsearch 8.19 answers for the same source and roles.
describe("what fields show of a source", () => {
  const whole = {
    name: "Bern",
    obj: { a: "x", b: "y" },
    list: [{ a: 1, b: 2 }, { b: 3 }],
    "dotted.a": 5,
    nul: null,
    arr: [[1, 2], [3]],
  };
  const source = { ...whole, obj: { ...whole.obj, empty: {} }, none: [] };

  test("patterns are those of full paths, and dots are in what a star stands for", () => {
    expect(shown(source, ["name", "obj.a", "list.b"])).toEqual({
      name: "Bern",
      obj: { a: "x" },
      list: [{ b: 2 }, { b: 3 }],
    });
    expect(shown(source, ["obj*", "dotted.*"])).toEqual({ obj: { a: "x", b: "y" }, "dotted.a": 5 });
    expect(shown(source, ["?ame", "/l.*/"])).toEqual({ name: "Bern", list: whole.list });
  });

  test("the name of an object alone shows nothing of it, and hides nothing of it", () => {
    expect(shown(source, ["obj"])).toEqual({});
    expect(shown(source, ["list"])).toEqual({});
    expect(shown(source, ["*"], ["obj"])).toEqual(whole);
    expect(shown(source, ["*"], ["obj.*", "list.*", "d*"])).toEqual({ name: "Bern", nul: null, arr: whole.arr });
  });
});

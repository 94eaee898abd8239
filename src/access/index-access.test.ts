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

/** The source as filtered for a caller with these fields. */
function shown(source: object, granted: readonly string[], except: readonly string[] = []): unknown {
  return filterFields(JSON.parse(JSON.stringify(source)), { queries: [], fields: [[{ grant: granted, except }]] });
}

describe("the part of an index that roles allow", () => {
  test("a caller without restrictions sees everything", () => {
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

  test("a role without a query lifts the queries of others, one without fields lifts their field restrictions", () => {
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

  test("without a role that gives the privilege nothing is visible", () => {
    const access = accessTo(grant(rule(["towns"], { query: EUROPE })), "rivers", undefined, READ);
    expect(access).toEqual({ queries: [[]], fields: [[]] });
    expect(access && showsField(access, "name")).toBe(false);
  });

  test("a limiting grant restricts as well", () => {
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

  test("if there are rules for the aliases in use, only they count", () => {
    const roles = grant(rule(["towns"], { query: EUROPE }), rule(["cities"], { query: ASIA }));
    expect(accessTo(roles, "towns", ["cities"], READ)?.queries).toEqual([[ASIA]]);
    expect(accessTo(roles, "towns", ["places"], READ)?.queries).toEqual([[EUROPE]]);
  });

  test("a caller who may change everything but read only a part sees that part", () => {
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

  test("metadata fields are always visible, user fields with similar names are not", () => {
    const access = { queries: [], fields: [[{ grant: ["name"], except: [] }]] };
    expect(["_id", "_routing", "_mayor"].map((field) => showsField(access, field))).toEqual([true, true, false]);
  });
});

// As Elasticsearch 8.19 answers for the same source and roles.
describe("the visible fields of a source", () => {
  const whole = {
    name: "Bern",
    obj: { a: "x", b: "y" },
    list: [{ a: 1, b: 2 }, { b: 3 }],
    "dotted.a": 5,
    nul: null,
    arr: [[1, 2], [3]],
  };
  const source = { ...whole, obj: { ...whole.obj, empty: {} }, none: [] };

  test("patterns match full paths, and a star matches dots", () => {
    expect(shown(source, ["name", "obj.a", "list.b"])).toEqual({
      name: "Bern",
      obj: { a: "x" },
      list: [{ b: 2 }, { b: 3 }],
    });
    expect(shown(source, ["obj*", "dotted.*"])).toEqual({ obj: { a: "x", b: "y" }, "dotted.a": 5 });
    expect(shown(source, ["?ame", "/l.*/"])).toEqual({ name: "Bern", list: whole.list });
  });

  test("the name of an object alone neither grants nor hides its fields", () => {
    expect(shown(source, ["obj"])).toEqual({});
    expect(shown(source, ["list"])).toEqual({});
    expect(shown(source, ["*"], ["obj"])).toEqual(whole);
    expect(shown(source, ["*"], ["obj.*", "list.*", "d*"])).toEqual({ name: "Bern", nul: null, arr: whole.arr });
  });
});

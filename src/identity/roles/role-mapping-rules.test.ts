import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { holds, parseRule } from "./role-mapping-rules.ts";

const user: Readonly<Record<string, readonly Json[]>> = {
  username: ["ann"],
  groups: ["staff", "chiefs"],
  "metadata.floor": [3],
};
const fits = (rule: Json): boolean => holds(parseRule("test", rule), (field) => user[field] ?? []);

describe("rules of role mappings", () => {
  test.each<[Json, boolean]>([
    [{ field: { username: "ann" } }, true],
    [{ field: { username: "a*" } }, true],
    [{ field: { username: "/a.n/" } }, true],
    [{ field: { username: ["bob", "ann"] } }, true],
    [{ field: { username: "bob" } }, false],
    [{ field: { groups: "chiefs" } }, true],
    [{ field: { "metadata.floor": 3 } }, true],
    [{ field: { "metadata.floor": "3" } }, false],
    [{ field: { dn: null } }, true],
    [{ field: { username: null } }, false],
    [{ any: [] }, false],
    [{ all: [] }, true],
    [{ all: [{ field: { username: "ann" } }, { except: { field: { groups: "chiefs" } } }] }, false],
    [{ any: [{ field: { username: "bob" } }, { field: { groups: "staff" } }] }, true],
  ])("%j: %s", (rule, expected) => {
    expect(fits(rule)).toBe(expected);
  });

  test("any and all are each other's opposite of opposites", () => {
    const leaf = fc.constantFrom<Json>(
      { field: { username: "ann" } },
      { field: { username: "bob" } },
      { field: { groups: "staff" } },
    );
    fc.assert(
      fc.property(fc.array(leaf), (rules) => {
        // Within all, as `except` may stand nowhere else.
        const opposites = rules.map((rule): Json => ({ except: rule }));
        expect(fits({ any: rules })).toBe(!fits({ all: opposites }));
      }),
    );
  });
});

import { expect, test } from "vitest";
import { grants } from "./grants.ts";

const grant = (names: string[], privileges: string[], allowRestricted = false) => ({
  all: false,
  user: "u",
  rules: [{ names, privileges, allowRestricted }],
});

test("a rule grants its privileges on the names that its patterns match", () => {
  expect(grants(grant(["logs-*"], ["create_doc"]), "logs-1", ["create_doc", "write"])).toBe(true);
  expect(grants(grant(["logs-*"], ["create_doc"]), "logs-1", ["delete", "write"])).toBe(false);
  expect(grants(grant(["logs-*"], ["all"]), "other", ["all"])).toBe(false);
  expect(grants({ all: true, user: "u", rules: [] }, "x", ["all"])).toBe(true);
});

test("restricted names need a rule that allows them", () => {
  expect(grants(grant(["*"], ["all"]), ".wardex-identity", ["all"])).toBe(false);
  expect(grants(grant([".wardex-*"], ["all"], true), ".wardex-identity", ["all"])).toBe(true);
});

test("the limiting grant must give the privilege as well", () => {
  const wide = grant(["*"], ["read"]);
  const limited = { ...wide, limitedBy: grant(["logs-*"], ["read"]) };
  expect(grants(limited, "logs-1", ["read"])).toBe(true);
  expect(grants(limited, "other", ["read"])).toBe(false);
  expect(grants({ all: true, user: "u", rules: [], limitedBy: grant(["logs-*"], ["read"]) }, "other", ["read"])).toBe(
    false,
  );
});

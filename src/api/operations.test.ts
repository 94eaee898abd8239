import { expect, test } from "vitest";
import observed from "../../spec/operation-actions.json" with { type: "json" };
import { operationRoutes } from "../http/operation-routes.ts";
import { operations } from "../testing/server/all-operations.ts";

const documented = new Set(operationRoutes.map(({ op }) => op));

test("every operation is documented, and stands in the list once", () => {
  const names = operations.map(({ name }) => name);
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(50);
});

test("the documented operations were read", () => {
  expect(documented.size).toBeGreaterThan(500);
  expect(documented.has("search")).toBe(true);
});

test("every operation asks for the actions that Elasticsearch was seen to ask for", () => {
  const seen = new Map<string, readonly string[]>(Object.entries(observed.operations));
  const known = operations.filter(({ name }) => seen.has(name));
  expect(known.length).toBeGreaterThan(100);
  for (const { name, actions } of known) expect(actions, name).toEqual(seen.get(name));
});

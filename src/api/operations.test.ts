import { expect, test } from "vitest";
import { operationRoutes } from "../http/operation-routes.ts";
import { operations } from "./operations.ts";

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

import { describe, expect, test } from "vitest";
import { operationRoutes } from "./operation-routes.ts";
import { PathTable, shapeOf } from "./path-table.ts";

const shapes = new Map(
  operationRoutes.flatMap(({ urls }) => urls.map(({ path }) => [shapeOf(path).shape, shapeOf(path).shape] as const)),
);
const table = new PathTable(shapes);

describe("a path", () => {
  test("of each documented operation leads to it", () => {
    for (const shape of shapes.keys()) {
      const names = [...shape.matchAll(/:p\d/g)].map(([name]) => `a${name}`);
      const found = table.find(shape.replaceAll(/:p\d/g, "a$&"));
      expect([found?.place, found?.values]).toEqual([shape, names]);
    }
  });

  // Elasticsearch 8.19 finds the same.
  const cases: [string, string | undefined, string[]][] = [
    ["/", "/", []],
    ["/_cluster/health///", "/_cluster/health", []],
    ["/towns/_count//", "/:p1/_count", ["towns"]],
    ["//_count", "/:p1/_count", [""]],
    ["/_cluster//health", undefined, []],
    ["//_cluster/health", undefined, []],
    ["/towns//_count", undefined, []],
    ["towns/_count", undefined, []],
    ["/towns/_doc/a%2Fb%C3%A9", "/:p1/_doc/:p2", ["towns", "a/bé"]],
    ["/towns/%5fcount", undefined, []],
    ["/towns/_count#part", "/:p1/_count", ["towns"]],
    // An explicit part is tried first; where nothing stands below it, it is a parameter.
    ["/_cat/_count", "/:p1/_count", ["_cat"]],
    [`/${"a".repeat(65_536)}/_count`, "/:p1/_count", ["a".repeat(65_536)]],
    [`/${"a".repeat(65_537)}/_count`, undefined, []],
  ];
  test.each(cases)("%.40s", (path, place, values) => {
    const found = table.find(path);
    expect([found?.place, found?.values ?? []]).toEqual([place, values]);
  });
});

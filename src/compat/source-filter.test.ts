import { expect, test } from "vitest";
import { filterSource } from "./source-filter.ts";

const source = { a: 1, o: { x: 7, y: [1, 2], z: { w: 1 } }, list: [{ p: 1, q: 2 }, { q: 3 }], "d.e": 5 };

test("includes select paths, whole objects, and wildcards that match dots", () => {
  expect(filterSource(source, ["o.x"], [])).toEqual({ o: { x: 7 } });
  expect(filterSource(source, ["o"], [])).toEqual({ o: source.o });
  expect(filterSource(source, ["*.w", "d.e"], [])).toEqual({ o: { z: { w: 1 } }, "d.e": 5 });
  expect(filterSource(source, ["list.p"], [])).toEqual({ list: [{ p: 1 }] });
});

test("a name with dots counts as being below its prefixes", () => {
  const dotted = { "o.p": { n: [{}] }, "q.r.s": 1, t: { "u.v": 2, w: 3 } };
  expect(filterSource(dotted, ["o", "q.r"], [])).toEqual({ "o.p": { n: [{}] }, "q.r.s": 1 });
  expect(filterSource(dotted, [], ["o", "q", "t.u"])).toEqual({ t: { w: 3 } });
});

test("excludes win over includes and leave empty objects unless the object itself was excluded", () => {
  expect(filterSource(source, ["o"], ["o.y", "o.z.w"])).toEqual({ o: { x: 7, z: {} } });
  expect(filterSource({ a: { b: 1 } }, [], ["a.b"])).toEqual({ a: {} });
});

test("empty objects and lists are dropped from lists", () => {
  expect(filterSource({ a: [{ b: 1, c: 2 }, { b: 3 }, []], e: [{}] }, [], ["*.b"])).toEqual({ a: [{ c: 2 }], e: [] });
});

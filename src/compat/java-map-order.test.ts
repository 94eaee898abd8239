import { expect, test } from "vitest";
import { inJavaOrder, javaComputedMapOrder, javaMapOrder } from "./java-map-order.ts";

// Recorded from java.util.HashMap of JDK 21.
test("keys are in the order of Java's map", () => {
  expect(javaMapOrder(["lat", "lon"])).toEqual(["lon", "lat"]);
  expect(javaMapOrder(["type", "coordinates"])).toEqual(["coordinates", "type"]);
  expect(javaMapOrder(["gte", "lte", "gt", "lt"])).toEqual(["lt", "gte", "lte", "gt"]);
});

test("more than twelve keys make the map grow", () => {
  const keys = Array.from({ length: 13 }, (_none, index) => `key${index}`);
  expect(javaMapOrder(keys)).toEqual([
    "key1",
    "key2",
    "key0",
    "key5",
    "key6",
    "key3",
    "key4",
    "key9",
    "key7",
    "key8",
    "key11",
    "key10",
    "key12",
  ]);
});

test("keys of computeIfAbsent come before those already in their bucket", () => {
  expect(javaComputedMapOrder(["n3", "n3.gte", "n1", "n1.gte", "n1.lte"])).toEqual([
    "n1.gte",
    "n1",
    "n3.gte",
    "n3",
    "n1.lte",
  ]);
  const keys = Array.from({ length: 13 }, (_none, index) => `key${index}`);
  const grown = [
    "key1",
    "key2",
    "key0",
    "key5",
    "key6",
    "key3",
    "key4",
    "key9",
    "key7",
    "key8",
    "key11",
    "key10",
    "key13",
    "key12",
  ];
  expect(javaComputedMapOrder(keys)).toEqual([
    "key1",
    "key2",
    "key12",
    "key0",
    "key5",
    "key6",
    "key3",
    "key4",
    "key9",
    "key7",
    "key8",
    "key11",
    "key10",
  ]);
  expect(javaComputedMapOrder([...keys, "key13"])).toEqual(grown);
});

test("whole values are reordered, lists keep their order", () => {
  expect(JSON.stringify(inJavaOrder({ lat: { gte: 1, lt: 2 }, lon: [{ type: "x", coordinates: [2, 1] }] }))).toBe(
    '{"lon":[{"coordinates":[2,1],"type":"x"}],"lat":{"lt":2,"gte":1}}',
  );
});

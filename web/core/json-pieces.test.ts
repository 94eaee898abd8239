import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonPieces } from "./json-pieces.ts";

test("objects come back whole, from lines and from a list, however the text is cut", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(fc.array(object, { maxLength: 4 }), fc.array(fc.nat()), fc.boolean(), (all, cuts, asList) => {
      const text = asList ? JSON.stringify(all, undefined, 1) : all.map((one) => JSON.stringify(one)).join("\n");
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
      const pieces = new JsonPieces();
      const found = places.slice(1).flatMap((to, at) => pieces.push(text.slice(places[at], to)));
      expect(found.map((one): unknown => JSON.parse(one))).toEqual(JSON.parse(JSON.stringify(all)));
      expect(pieces.isOpen).toBe(false);
    }),
  );
});

test("a text that is cut off says so", () => {
  const pieces = new JsonPieces();
  expect(pieces.push('[{"a":1},{"b":')).toEqual(['{"a":1}']);
  expect(pieces.isOpen).toBe(true);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { TransformText } from "./transform-text.ts";

test("a text is edited like a string", () => {
  const change = fc.tuple(fc.nat(), fc.nat(), fc.string({ unit: "binary", maxLength: 40 }));
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.array(change, { maxLength: 8 }), (given, changes) => {
      const text = new TransformText();
      text.setText(given);
      let expected = given;
      for (const [one, other, put] of changes) {
        const places = [one % (expected.length + 1), other % (expected.length + 1)];
        const [from, to] = [Math.min(...places), Math.max(...places)];
        text.replaceText(from, to, put);
        expected = expected.slice(0, from) + put + expected.slice(to);
        if (text.toString() !== expected) break;
      }
      expect(text.toString()).toBe(expected);
      expect(text.length).toBe(expected.length);
      expect(String.fromCharCode(...Array.from({ length: expected.length }, (_, offset) => text.unitAt(offset)))).toBe(
        expected,
      );
    }),
  );
});

test("a unit belongs to its surrogate pair from either side", () => {
  const text = new TransformText();
  text.setText("a😀\ud83d");
  expect([0, 1, 2, 3].map((offset) => text.codePointAt(offset))).toEqual([0x61, 0x1f600, 0x1f600, 0xd83d]);
});

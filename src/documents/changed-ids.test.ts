import fc from "fast-check";
import { expect, test } from "vitest";
import { ChangedIds } from "./changed-ids.ts";

test("every id that was added is found, and few others are", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 200 }), (ids) => {
      const changed = new ChangedIds();
      for (const id of ids) changed.add(id);
      const seen = new ChangedIds(changed.buffer);
      expect(ids.every((id) => seen.mayHave(id))).toBe(true);
      expect(changed.isEmpty).toBe(ids.length === 0);
    }),
  );
  const changed = new ChangedIds();
  for (let at = 0; at < 160; at++) changed.add(`changed-${at}`);
  const mistaken = Array.from({ length: 10_000 }, (_, at) => `other-${at}`).filter((id) => changed.mayHave(id));
  expect(mistaken.length).toBeLessThan(300);
  changed.addAll();
  expect(changed.mayHave("anything")).toBe(true);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { documentIds } from "./document-ids.ts";

test("generated ids are 20 url-safe characters and never repeat, whatever the clock does", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2 ** 41 }), { minLength: 1, maxLength: 200 }),
      fc.uint8Array({ minLength: 9, maxLength: 9 }),
      (times, entropy) => {
        let at = 0;
        const ids = documentIds({ now: () => times[at++ % times.length] ?? 0 }, entropy);
        const made = Array.from({ length: 300 }, () => ids.next());
        expect(new Set(made).size).toBe(made.length);
        for (const id of made) expect(id).toMatch(/^[\w-]{20}$/);
      },
    ),
    { numRuns: 30 },
  );
});

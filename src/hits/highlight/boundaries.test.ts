/** Boundaries found one by one equal those of a pass over the whole text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { OffsetBoundaries, segmentBoundaries } from "./boundaries.ts";

const piece = fc.constantFrom(
  "word",
  "Mr. ",
  "e.g. ",
  "It's ",
  "3.14",
  " ",
  ". ",
  "? ",
  "!",
  "\n",
  "\0",
  "日本。",
  "é",
  "😀",
  "(a)",
  "\u2029",
  '"Yes." ',
  "x.Y ",
);

test("sentences and words begin where they do when the text is read from its start", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.nat(5),
      fc.constantFrom("sentence" as const, "word" as const),
      (pieces, base, granularity) => {
        const text = pieces.join("");
        const offsets = Array.from(
          new Intl.Segmenter("en", { granularity }).segment(text),
          ({ index }) => base + index,
        );
        const whole = new OffsetBoundaries([...offsets, base + text.length]);
        const asked = segmentBoundaries(text, base, granularity, undefined);
        for (let offset = -1; offset <= base + text.length + 2; offset++) {
          expect([offset, asked.preceding(offset)]).toEqual([offset, whole.preceding(offset)]);
          expect([offset, asked.following(offset)]).toEqual([offset, whole.following(offset)]);
        }
      },
    ),
  );
});

/**
 * Chunks of texts: cases of Elasticsearch's own suites (`25_semantic_text_field_mapping_chunking.yml`), and what holds
 * for all.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunkText } from "./chunk-text.ts";

const LONG =
  "Elasticsearch is an open source, distributed, RESTful, search engine which is built on top of Lucene internally and enjoys all the features it provides.";
const chunks = (text: string, settings: object): string[] =>
  chunkText(text, settings as never).map(({ start, end }) => text.slice(start, end));
const words = (text: string): number => [...text.matchAll(/\p{L}+/gu)].length;

describe("words", () => {
  test("are divided as Elasticsearch divides them", () => {
    const settings = { strategy: "word", max_chunk_size: 10, overlap: 1 };
    expect(chunks(LONG, settings)).toEqual([
      "Elasticsearch is an open source, distributed, RESTful, search engine which",
      " which is built on top of Lucene internally and enjoys",
      " enjoys all the features it provides.",
    ]);
    const second =
      "Elasticsearch is a free, open-source search engine and analytics tool that stores and indexes data.";
    expect(chunks(second, settings)).toEqual([
      "Elasticsearch is a free, open-source search engine and analytics",
      " analytics tool that stores and indexes data.",
    ]);
  });

  test("that are an overlap and nothing more are no chunk", () => {
    const settings = { strategy: "word", max_chunk_size: 3, overlap: 1 };
    expect(chunks("a b c", settings)).toEqual(["a b c"]);
    expect(chunks("a b c d e", settings)).toEqual(["a b c", " c d e"]);
    expect(chunks("...", settings)).toEqual(["..."]);
  });
});

describe("sentences", () => {
  const sentence = (most: number, sentence_overlap: number): object => ({
    strategy: "sentence",
    max_chunk_size: most,
    sentence_overlap,
  });

  test("stay together as long as they fit", () => {
    expect(chunks(LONG, sentence(250, 1))).toEqual([LONG]);
    const text = "One two three. Four five six. Seven eight nine. ";
    expect(chunks(text, sentence(6, 0))).toEqual(["One two three. Four five six. ", "Seven eight nine. "]);
    expect(chunks(text, sentence(6, 1))).toEqual([
      "One two three. Four five six. ",
      "Four five six. Seven eight nine. ",
    ]);
  });

  test("are cut where the last one and the next one do not fit together", () => {
    const text = "A b c d e f g h. I j k l m n o p q. ";
    // Half of ten words of the first go with the nine of the second, and this is too long: words are divided.
    expect(chunks(text, sentence(10, 1))).toEqual(["A b c d e f g h. ", " d e f g h. I j k l m", " j k l m n o p q. "]);
  });

  test("of a length beyond the size are divided between words", () => {
    expect(chunks(LONG, sentence(20, 0))).toHaveLength(2);
    expect(words(chunks(LONG, sentence(20, 0))[0]!)).toBe(20);
  });
});

test("no text is lost, and no chunk is too long", () => {
  const text = fc
    .array(fc.constantFrom("a", "word ", "two words", ". ", "! ", ", ", "\n", "漢字", "…", "é "), { maxLength: 60 })
    .map((parts) => parts.join(""));
  const settings = fc.oneof(
    fc.record({
      strategy: fc.constant("sentence"),
      max_chunk_size: fc.integer({ min: 20, max: 40 }),
      sentence_overlap: fc.constantFrom(0, 1),
    }),
    fc.record({
      strategy: fc.constant("word"),
      max_chunk_size: fc.integer({ min: 10, max: 30 }),
      overlap: fc.integer({ min: 0, max: 5 }),
    }),
  );
  fc.assert(
    fc.property(text, settings, (value, chosen) => {
      const ranges = chunkText(value, chosen);
      let reached = 0;
      for (const { start, end } of ranges) {
        expect(start).toBeLessThanOrEqual(reached);
        reached = Math.max(reached, end);
      }
      expect(ranges[0]!.start).toBe(0);
      // Behind the last word of the last full chunk there may be spaces and marks.
      expect(words(value.slice(reached))).toBe(0);
      const segmenter = new Intl.Segmenter("und", { granularity: "word" });
      for (const { start, end } of ranges)
        expect(
          [...segmenter.segment(value.slice(start, end))].filter((one) => one.isWordLike).length,
        ).toBeLessThanOrEqual(chosen.max_chunk_size + 1);
    }),
    { numRuns: 100 },
  );
});

import { expect, test } from "vitest";
import { type Explanation, partsOf, sentenceOf } from "./explain.ts";

const leaf = (value: number, description: string): Explanation => ({ value, description, details: [] });
/** As the server explains a word of a text, recorded. */
const jose: Explanation = {
  value: 7.334,
  description: "weight(name:jose in 25698) [PerFieldSimilarity], result of:",
  details: [
    {
      value: 7.334,
      description: "score(freq=1.0), computed as boost * idf * tf from:",
      details: [
        leaf(2.2, "boost"),
        {
          value: 8.501,
          description: "idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:",
          details: [
            leaf(27, "n, number of documents containing term"),
            leaf(135_233, "N, total number of documents with field"),
          ],
        },
        {
          value: 0.392,
          description: "tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:",
          details: [
            leaf(1, "freq, occurrences of term within document"),
            leaf(2, "dl, length of field"),
            leaf(1.44, "avgdl, average length of field"),
          ],
        },
      ],
    },
  ],
};
const filter: Explanation = {
  value: 0,
  description: "match on required clause, product of:",
  details: [leaf(0, "# clause"), leaf(0, "weight(country:PH in 25698) [PerFieldSimilarity], result of:")],
};

test("a word becomes a sentence: how rare it is, how often it stands there, what it weighs", () => {
  const { title, note, parts } = sentenceOf(jose);
  expect(title).toBe("jose in name");
  expect(note.replaceAll(/[\u202F\u00A0,.](?=\d{3}\b)/g, "")).toMatch(
    /^rarity 8\.50 \(in 27 of 135233\) × frequency 0\.39 \(2 words, 1\.4 on average\) × weight 2\.2$/,
  );
  expect(parts).toEqual([]);
});

test("a filter has no part in the score, and says so", () => {
  expect(sentenceOf(filter)).toEqual({ title: "PH in country", note: "a filter: no part in the score", parts: [] });
});

test("a score is told by what it is the sum of; what is not known as it came", () => {
  expect(partsOf({ value: 7.334, description: "sum of:", details: [filter, jose] })).toEqual([filter, jose]);
  expect(partsOf(jose)).toEqual([jose]);
  const unknown = { value: 2, description: "function score, product of:", details: [jose] };
  expect(sentenceOf(unknown)).toEqual({ title: "function score", note: "", parts: [jose] });
});

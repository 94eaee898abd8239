/**
 * The examples of Elasticsearch's documentation ("Scripted similarity"): two documents, `foo bar foo` and `bar baz`,
 * and the query `foo^1.7`.
 */
import { expect, test } from "vitest";
import type { SimilarityDefinition } from "../../mapping/similarities.ts";
import type { SimilarityProgram } from "../../scripting/script-programs.ts";
import type { InlineScript } from "../../scripting/script.ts";
import { explained } from "./explanation.ts";
import { computedOf, scorerOf } from "./similarity.ts";

const field = { docCount: 2, sumDocFreq: 4, sumTotalTermFreq: 5 };
const term = { docFreq: 1, totalTermFreq: 2 };
/** The norm of a field of three tokens: short lengths are encoded exactly. */
const NORM = 3;

const script = (source: string): InlineScript => ({
  kind: "inline",
  source,
  lang: "painless",
  params: {},
  options: {},
});

const WHOLE =
  "double tf = Math.sqrt(doc.freq); double idf = Math.log((field.docCount+1.0)/(term.docFreq+1.0)) + 1.0; double norm = 1/Math.sqrt(doc.length); return query.boost * tf * idf * norm;";

/** The formula of the script as a program. */
const whole: SimilarityProgram = {
  score(_weight, { boost, docCount, docFreq }, frequency, length) {
    return boost * Math.sqrt(frequency) * (Math.log((docCount + 1) / (docFreq + 1)) + 1) * (1 / Math.sqrt(length));
  },
};

test("scores are what the script answers", () => {
  const definition: SimilarityDefinition = {
    type: "scripted",
    values: {},
    scripts: { score: { script: script(WHOLE), program: () => whole }, weight: undefined },
  };
  const scorer = computedOf(scorerOf(definition, Math.fround(1.7), field, [term]))!;
  expect(scorer.compute(2, NORM)).toBe(Math.fround(1.9508477));
  const explanation = scorer.explain(explained(2, "doc.freq"), NORM);
  expect(explanation.description).toBe(
    `score from ScriptedSimilarity(weightScript=[null], script=[Script{type=inline, lang='painless', idOrCode='${WHOLE}', options={}, params={}}]) computed from:`,
  );
  expect([explanation.value, ...explanation.details.map(({ value }) => value)]).toEqual([
    1.9508477, 1, 1.7, 2, 4, 5, 1, 2, 2, 3,
  ]);
});

test("the part that is the same for all documents can be a weight script", () => {
  const weight = {
    weight: ({ boost, docCount, docFreq }: { boost: number; docCount: number; docFreq: number }) =>
      boost * (Math.log((docCount + 1) / (docFreq + 1)) + 1),
  };
  const rest: SimilarityProgram = {
    score: (known, _term, frequency, length) => known * Math.sqrt(frequency) * (1 / Math.sqrt(length)),
  };
  const scripts = {
    score: { script: script("s"), program: () => rest },
    weight: { script: script("w"), program: () => weight },
  };
  const scorer = computedOf(scorerOf({ type: "scripted", values: {}, scripts }, Math.fround(1.7), field, [term]))!;
  expect(scorer.compute(2, NORM)).toBe(Math.fround(1.9508477));
  expect(scorer.explain(explained(2, "doc.freq"), NORM).details[0]).toMatchObject({
    value: 2.3892908,
    description: "weight",
  });
});

test("the terms of a phrase add up", () => {
  const one: SimilarityProgram = { score: () => 1.5 };
  const scripts = { score: { script: script("s"), program: () => one }, weight: undefined };
  const scorer = computedOf(scorerOf({ type: "scripted", values: {}, scripts }, 1, field, [term, term]))!;
  expect(scorer.compute(1, NORM)).toBe(3);
  expect(scorer.explain(explained(1, "phraseFreq=1.0"), NORM)).toMatchObject({ value: 3, description: "Sum of:" });
});

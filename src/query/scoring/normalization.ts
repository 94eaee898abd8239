/**
 * How the term frequency is normalized by the length of the field (Lucene's `Normalization` and its subclasses), for
 * `DFR` and `IB`.
 */
import type { Explanation } from "../query.ts";
import { log2, type TermInField, told } from "./computed-similarity.ts";

/** `c`: the parameter of the normalization. */
export interface Normalization {
  frequency(term: TermInField, frequency: number, length: number, c: number): number;
  explain(term: TermInField, frequency: Explanation, length: number, c: number): Explanation;
}

const tf = (frequency: Explanation): Explanation =>
  told(frequency.value, "tf, number of occurrences of term in the document");
const lengths = ({ averageLength }: TermInField, length: number): Explanation[] => [
  told(averageLength, "avgfl, average length of field across all documents"),
  told(length, "fl, field length of the document"),
];
const parameter = (c: number): Explanation => told(c, "c, hyper-parameter");

const no: Normalization = {
  frequency: (_term, frequency) => frequency,
  explain: () => told(1, "no normalization"),
};

const h1: Normalization = {
  frequency: ({ averageLength }, frequency, length, c) => frequency * c * (averageLength / length),
  explain: (term, frequency, length, c) =>
    told(h1.frequency(term, frequency.value, length, c), "NormalizationH1, computed as tf * c * (avgfl / fl) from:", [
      tf(frequency),
      parameter(c),
      ...lengths(term, length),
    ]),
};

const h2: Normalization = {
  frequency: ({ averageLength }, frequency, length, c) => frequency * log2(1 + (c * averageLength) / length),
  explain: (term, frequency, length, c) =>
    told(
      h2.frequency(term, frequency.value, length, c),
      "NormalizationH2, computed as tf * log2(1 + c * avgfl / fl) from:",
      [tf(frequency), parameter(c), ...lengths(term, length)],
    ),
};

const h3: Normalization = {
  frequency: ({ occurrences, tokens }, frequency, length, mu) =>
    ((frequency + mu * Math.fround(Math.fround(occurrences + 1) / Math.fround(tokens + 1))) / (length + mu)) * mu,
  explain: (term, frequency, length, mu) =>
    told(
      h3.frequency(term, frequency.value, length, mu),
      "NormalizationH3, computed as (tf + mu * ((F+1) / (T+1))) / (fl + mu) * mu from:",
      [
        tf(frequency),
        told(mu, "mu, smoothing parameter"),
        told(term.occurrences, "F,  total number of occurrences of term across all documents"),
        told(term.tokens, "T, total number of tokens of the field across all documents"),
        told(length, "fl, field length of the document"),
      ],
    ),
};

const z: Normalization = {
  frequency: ({ averageLength }, frequency, length, exponent) => frequency * Math.pow(averageLength / length, exponent),
  explain: (term, frequency, length, exponent) =>
    told(
      z.frequency(term, frequency.value, length, exponent),
      "NormalizationZ, computed as tf * Math.pow(avgfl / fl, z) from:",
      [tf(frequency), ...lengths(term, length), told(exponent, "z, relates to specificity of the language")],
    ),
};

/** By documented name. */
export const normalizations: Readonly<Record<string, Normalization>> = { no, h1, h2, h3, z };

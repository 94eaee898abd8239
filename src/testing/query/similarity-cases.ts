/** Test support: one field for each similarity that settings can make, and what is asked of it. */
import type { JsonObject } from "../../core/json.ts";
import { numbersFrom } from "../segment/segment-model.ts";

/** Similarities by the name of their field. */
export const definitions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bm25: { type: "BM25", k1: "2", b: "0.3" },
  flat: { type: "BM25", k1: "0", b: "0" },
  dfi_standardized: { type: "DFI", independence_measure: "standardized" },
  dfi_saturated: { type: "DFI", independence_measure: "saturated" },
  dfi_chisquared: { type: "DFI", independence_measure: "chisquared" },
  dfr_g_b_h2: { type: "DFR", basic_model: "g", after_effect: "b", normalization: "h2" },
  dfr_if_l_h1: { type: "DFR", basic_model: "if", after_effect: "l", normalization: "h1", "normalization.h1.c": "2" },
  dfr_in_b_h3: { type: "DFR", basic_model: "in", after_effect: "b", normalization: "h3" },
  dfr_ine_l_z: { type: "DFR", basic_model: "ine", after_effect: "l", normalization: "z" },
  dfr_in_l_no: { type: "DFR", basic_model: "in", after_effect: "l", normalization: "no" },
  ib_ll_df_h2: { type: "IB", distribution: "ll", lambda: "df", normalization: "h2", "normalization.h2.c": "3.5" },
  ib_spl_ttf_h1: { type: "IB", distribution: "spl", lambda: "ttf", normalization: "h1" },
  ib_spl_df_z: { type: "IB", distribution: "spl", lambda: "df", normalization: "z", "normalization.z.z": "0.2" },
  dirichlet: { type: "LMDirichlet", mu: "50" },
  dirichlet_usual: { type: "LMDirichlet" },
  jelinek_mercer: { type: "LMJelinekMercer", lambda: "0.3" },
};

/** As index settings. */
export const settings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(definitions).flatMap(([name, keys]) =>
    Object.entries(keys).map(([key, value]) => [`index.similarity.${name}.${key}`, value]),
  ),
);

export const mapping: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.keys(definitions).map((name) => [name, { type: "text", similarity: name }]),
);

const words = ["red", "green", "blue", "white", "black", "yellow"];

/** Documents whose fields all hold the same text; words come often and seldom, in short and long texts. */
export const documents: readonly JsonObject[] = (() => {
  const next = numbersFrom(11);
  return Array.from({ length: 60 }, () => {
    const text = Array.from(
      { length: 1 + Math.floor(next() * next() * 60) },
      () => words[Math.floor(next() ** 2 * words.length)],
    ).join(" ");
    return Object.fromEntries(Object.keys(definitions).map((name) => [name, text]));
  });
})();

/** For each field: a term, a boosted one, several, a phrase, a sloppy one, and a term among others. */
export function queriesOf(field: string): JsonObject[] {
  return [
    { match: { [field]: "yellow" } },
    { match: { [field]: { query: "red", boost: 2.5 } } },
    { match: { [field]: "white black" } },
    { match_phrase: { [field]: "red green" } },
    { match_phrase: { [field]: { query: "green red blue", slop: 3 } } },
    {
      bool: {
        must: [{ term: { [field]: "black" } }],
        should: [{ term: { [field]: { value: "red", boost: 0.5 } } }],
        must_not: [{ term: { [field]: "blue" } }],
      },
    },
  ];
}

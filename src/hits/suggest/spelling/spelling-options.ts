/** Which terms a word may be meant as: options that the term suggester and direct generators share. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { RequestText } from "../../../compat/request-text.ts";
import type { JsonObject } from "../../../core/json.ts";
import { valueText } from "../../../compat/value-text.ts";
import { ownOf } from "../../../core/names.ts";
import type { OptionReader } from "../suggestion-body.ts";
import { distances, type DistanceName } from "./string-distances.ts";

const MODES = ["missing", "popular", "always"] as const;
const SORTS = ["score", "frequency"] as const;

/** Which words are looked at: those that the index lacks, or more frequent ones for any word, or all. */
export type SuggestMode = (typeof MODES)[number];

/** Options as documented. */
export interface SpellingOptions {
  suggestMode: SuggestMode;
  /** Least similarity, 0 to 1. */
  accuracy: number;
  sort: (typeof SORTS)[number];
  distance: DistanceName;
  maxEdits: 1 | 2;
  /** Candidates that are kept for each suggestion asked for. */
  maxInspections: number;
  /** Words that more documents have are right as they are; from 1 on a number of documents, below a share. */
  maxTermFreq: number;
  prefixLength: number;
  minWordLength: number;
  /** Terms that fewer documents have are not suggested; from 1 on a number of documents, below a share. */
  minDocFreq: number;
}

/** The defaults. */
export function defaultSpelling(): SpellingOptions {
  return {
    suggestMode: "missing",
    accuracy: 0.5,
    sort: "score",
    distance: "internal",
    maxEdits: 2,
    maxInspections: 5,
    maxTermFreq: Math.fround(0.01),
    prefixLength: 1,
    minWordLength: 4,
    minDocFreq: 0,
  };
}

/** Readers by documented key. */
export const SPELLING_OPTIONS: Readonly<Record<string, OptionReader<SpellingOptions>>> = {
  suggest_mode: (target, _request, body, key) =>
    void (target.suggestMode = constant(MODES, body, key, "term.TermSuggestionBuilder.SuggestMode")),
  sort: (target, _request, body, key) => void (target.sort = constant(SORTS, body, key, "SortBy")),
  string_distance: (target, _request, body, key) => void (target.distance = distanceOf(valueText(ownOf(body, key)))),
  accuracy(target, request, body, key) {
    const accuracy = float(request, body, key);
    if (accuracy < 0 || accuracy > 1) throw illegalArgument("accuracy must be between 0 and 1");
    target.accuracy = accuracy;
  },
  max_edits(target, request, body, key) {
    const edits = request.number(body, key, true);
    if (edits !== 1 && edits !== 2) throw illegalArgument("maxEdits must be between 1 and 2");
    target.maxEdits = edits;
  },
  max_inspections: (target, request, body, key) =>
    void (target.maxInspections = atLeast(request.number(body, key, true), 0, "maxInspections must be positive")),
  max_term_freq: (target, request, body, key) =>
    void (target.maxTermFreq = frequency("maxTermFreq", request, body, key)),
  prefix_length: (target, request, body, key) =>
    void (target.prefixLength = atLeast(request.number(body, key, true), 0, "prefixLength must be positive")),
  min_word_length: (target, request, body, key) =>
    void (target.minWordLength = atLeast(
      request.number(body, key, true),
      1,
      "minWordLength must be greater or equal to 1",
    )),
  min_doc_freq: (target, request, body, key) => void (target.minDocFreq = frequency("minDocFreq", request, body, key)),
};

/** Options that were checked by another parser; what is left is that names are known. */
export function readSpelling(target: SpellingOptions, body: JsonObject): SpellingOptions {
  const { suggest_mode: mode, sort, string_distance: distance } = body;
  if (mode !== undefined) target.suggestMode = constant(MODES, body, "suggest_mode", "SuggestMode");
  if (sort !== undefined) target.sort = constant(SORTS, body, "sort", "SortBy");
  if (distance !== undefined) target.distance = distanceOf(valueText(distance));
  const numbers = [
    ["accuracy", "accuracy"],
    ["max_edits", "maxEdits"],
    ["max_inspections", "maxInspections"],
    ["max_term_freq", "maxTermFreq"],
    ["prefix_length", "prefixLength"],
    ["min_word_length", "minWordLength"],
    ["min_doc_freq", "minDocFreq"],
  ] as const;
  const given = numbers.flatMap(([key, name]) =>
    body[key] === undefined ? [] : [[name, Math.fround(Number(body[key]))]],
  );
  return { ...target, ...(Object.fromEntries(given) as Partial<SpellingOptions>) };
}

/** One of the constants of a Java enumeration, in any case. */
function constant<Name extends string>(names: readonly Name[], body: JsonObject, key: string, type: string): Name {
  const given = valueText(ownOf(body, key));
  const found = names.find((name) => name.toUpperCase() === given.toUpperCase());
  if (found) return found;
  throw illegalArgument(`No enum constant org.elasticsearch.search.suggest.${type}.${given.toUpperCase()}`);
}

function distanceOf(given: string): DistanceName {
  const name = given.toLowerCase();
  const found = Object.hasOwn(distances, name) ? (name as DistanceName) : undefined;
  if (!found) throw illegalArgument(`Illegal distance option ${given}`);
  return found;
}

function float(request: RequestText, body: JsonObject, key: string): number {
  return Math.fround(request.number(body, key, false));
}

function atLeast(value: number, least: number, reason: string): number {
  if (value < least) throw illegalArgument(reason);
  return value;
}

function frequency(name: string, request: RequestText, body: JsonObject, key: string): number {
  const value = atLeast(float(request, body, key), 0, `${name} must be positive`);
  if (value > 1 && !Number.isInteger(value))
    throw illegalArgument(`if ${name} is greater than 1, it must not be a fraction`);
  return value;
}

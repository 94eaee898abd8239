/** How the values of functions make one factor, and how this and the score of the query make the new score. */
import { illegalArgument } from "../../compat/errors.ts";
import type { Explanation } from "../query.ts";
import { explained } from "../scoring/explanation.ts";

const scoreModes = ["first", "avg", "max", "sum", "min", "multiply"] as const;
const boostModes = ["multiply", "replace", "sum", "avg", "min", "max"] as const;

export type ScoreMode = (typeof scoreModes)[number];
export type BoostMode = (typeof boostModes)[number];

const PACKAGE = "org.elasticsearch.common.lucene.search.function";

export function readScoreMode(text: string): ScoreMode {
  const found = scoreModes.find((mode) => mode === text.toLowerCase());
  if (!found) throw illegalArgument(`No enum constant ${PACKAGE}.FunctionScoreQuery.ScoreMode.${text.toUpperCase()}`);
  return found;
}

export function readBoostMode(text: string): BoostMode {
  const found = boostModes.find((mode) => mode === text.toLowerCase());
  if (!found) throw illegalArgument(`No enum constant ${PACKAGE}.CombineFunction.${text.toUpperCase()}`);
  return found;
}

/** Gathers the values of the functions that apply to a document. */
export class FactorSum {
  readonly #mode: ScoreMode;
  #value = 1;
  #weights = 0;
  #count = 0;

  constructor(mode: ScoreMode) {
    this.#mode = mode;
  }

  reset(): void {
    this.#value = 1;
    this.#weights = 0;
    this.#count = 0;
  }

  /** Whether further functions have no effect. */
  get isComplete(): boolean {
    return this.#mode === "first" && this.#count > 0;
  }

  add(value: number, weight: number): void {
    const isFirst = this.#count++ === 0;
    this.#weights += weight;
    if (isFirst) this.#value = value;
    else if (this.#mode === "max") this.#value = Math.max(this.#value, value);
    else if (this.#mode === "min") this.#value = Math.min(this.#value, value);
    else if (this.#mode === "multiply") this.#value *= value;
    else if (this.#mode !== "first") this.#value += value;
  }

  /** The factor; 1 when no function applied. */
  get factor(): number {
    return this.#mode === "avg" && this.#count > 0 ? this.#value / this.#weights : this.#value;
  }
}

/** The new score, a float32. `most` limits the factor. */
export function combine(mode: BoostMode, score: number, factor: number, most: number): number {
  const limited = Math.min(factor, most);
  switch (mode) {
    case "multiply":
      return Math.fround(score * limited);
    case "replace":
      return Math.fround(limited);
    case "sum":
      return Math.fround(score + limited);
    case "avg":
      return Math.fround((limited + score) / 2);
    case "min":
      return Math.fround(Math.min(score, limited));
    case "max":
      return Math.fround(Math.max(score, limited));
  }
}

const TEXTS: Readonly<Record<Exclude<BoostMode, "replace">, string>> = {
  multiply: "function score, product of:",
  sum: "sum of",
  avg: "avg of",
  min: "min of",
  max: "max of:",
};

/** The explanation of `combine`. */
export function explainCombined(mode: BoostMode, query: Explanation, factor: Explanation, most: number): Explanation {
  const limited = explained(Math.min(Math.fround(factor.value), most), "min of:", [
    factor,
    explained(most, "maxBoost"),
  ]);
  if (mode === "replace") return limited;
  const score = combine(mode, Math.fround(query.value), Math.fround(limited.value), most);
  return explained(score, TEXTS[mode], [query, limited]);
}

/**
 * Puts messages into categories: each into the one whose first message it resembles most, if it does by the threshold
 * and shares a token that all its messages have; else it is the first of a new one.
 */
import { type WeighedTokens, commonTokens, similarity } from "./alignment.ts";
import type { Category } from "./category.ts";
import { tokenWeights, totalOf } from "./token-weights.ts";

/** Bytes of a category, and of each of its tokens, for accounting. */
const CATEGORY_BYTES = 400;
const TOKEN_BYTES = 120;

interface OpenCategory {
  readonly first: WeighedTokens;
  common: readonly string[];
  longest: number;
}

/** Differences of weights are whole numbers, those of the threshold are not. */
const ROUNDING = 1e-9;

export class Categorizer {
  readonly #threshold: number;
  readonly #reserve: (bytes: number) => void;
  readonly #categories: OpenCategory[] = [];
  /** The category of tokens that were met before. */
  readonly #known = new Map<string, number>();
  /** By token: the categories whose first message has it, and the weight of all its occurrences there. */
  readonly #holders = new Map<string, Map<number, number>>();

  /** `threshold`: from 0 to 1. */
  constructor(threshold: number, reserve: (bytes: number) => void) {
    this.#threshold = threshold - ROUNDING;
    this.#reserve = reserve;
  }

  /** The number of the category that takes a message of these tokens: from 0, in order of their first ones. */
  add(tokens: readonly string[], length: number): number {
    return this.#take({ first: tokens, common: tokens, longest: length });
  }

  /** The number of the category that takes all messages of one that was made elsewhere. */
  addAll(category: Category): number {
    return this.#take(category);
  }

  category(number: number): Category {
    const { first, common, longest } = this.#categories[number]!;
    return { first: first.tokens, common, longest };
  }

  get size(): number {
    return this.#categories.length;
  }

  #take({ first, common, longest }: Category): number {
    const key = first.join("\0");
    let number = this.#known.get(key);
    if (number === undefined || !haveOneOf(common, this.#categories[number]!.common)) {
      number = this.#find(first, common);
      this.#known.set(key, number);
      this.#reserve(TOKEN_BYTES + 2 * key.length);
    }
    const found = this.#categories[number]!;
    if (found.longest < longest) found.longest = longest;
    if (found.common !== common) found.common = commonTokens(found.common, common);
    return number;
  }

  #find(tokens: readonly string[], common: readonly string[]): number {
    const weights = tokenWeights(tokens);
    const message: WeighedTokens = { tokens, weights, total: totalOf(weights) };
    let best = -1;
    let bestSimilarity = 0;
    for (const [number, shared] of this.#sharing(message)) {
      const category = this.#categories[number]!;
      const least = Math.max(category.first.total, message.total) * this.#threshold;
      if (shared < least || !haveOneOf(common, category.common)) continue;
      const found = similarity(category.first, message);
      if (found < this.#threshold || found < bestSimilarity) continue;
      if (found > bestSimilarity || number < best) best = number;
      bestSimilarity = found;
    }
    return best >= 0 ? best : this.#open(message, common);
  }

  /** Categories with tokens of the message, and the most that these may weigh in both: what is less is not aligned. */
  #sharing({ tokens }: WeighedTokens): Map<number, number> {
    const shared = new Map<number, number>();
    for (const token of new Set(tokens))
      for (const [number, weight] of this.#holders.get(token) ?? [])
        shared.set(number, (shared.get(number) ?? 0) + weight);
    return shared;
  }

  #open(first: WeighedTokens, common: readonly string[]): number {
    const number = this.#categories.push({ first, common, longest: 0 }) - 1;
    for (const [at, token] of first.tokens.entries()) {
      let holders = this.#holders.get(token);
      if (!holders) this.#holders.set(token, (holders = new Map<number, number>()));
      holders.set(number, (holders.get(number) ?? 0) + first.weights[at]!);
    }
    this.#reserve(CATEGORY_BYTES + TOKEN_BYTES * first.tokens.length);
    return number;
  }
}

function haveOneOf(left: readonly string[], right: readonly string[]): boolean {
  return left === right || (left.length === 0 && right.length === 0) || left.some((token) => right.includes(token));
}

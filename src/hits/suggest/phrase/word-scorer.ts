/** How likely words follow each other (Elasticsearch's `WordScorer` and its models). */
import type { ShardTerms } from "../spelling/shard-terms.ts";
import type { Candidate } from "./candidates.ts";

/** The model of a phrase suggestion. Plain data. */
export type SmoothingModel =
  | { readonly kind: "laplace"; readonly alpha: number }
  | { readonly kind: "stupid_backoff"; readonly discount: number }
  | { readonly kind: "linear"; readonly unigram: number; readonly bigram: number; readonly trigram: number };

/** What scoring reads. */
export interface ScorerField {
  readonly terms: ShardTerms;
  /** Number of different terms, or about that. */
  readonly termCount: number;
  /** Between the words of a shingle. */
  readonly separator: Buffer;
  /** Of a word that is right. */
  readonly realWordLikelihood: number;
}

/** Keeps division by nothing away. */
const NEARLY_NOTHING = 0.000_000_000_01;

export class WordScorer {
  readonly #field: ScorerField;
  readonly #model: SmoothingModel;
  readonly #words: number;

  constructor(field: ScorerField, model: SmoothingModel) {
    this.#field = field;
    this.#model = model;
    this.#words = field.terms.sumTotalTermFreq;
  }

  /** Logarithm of how likely the word at `at` follows those before it. */
  score(path: readonly Candidate[], at: number, gramSize: number): number {
    const word = path[at]!;
    const channel = word.nearness === 1 ? this.#field.realWordLikelihood : word.nearness;
    if (at === 0 || gramSize === 1) return Math.log10(channel * this.#unigram(word));
    if (at === 1 || gramSize === 2) return Math.log10(channel * this.#bigram(word, path[at - 1]!));
    return Math.log10(channel * this.#trigram(word, path[at - 1]!, path[at - 2]!));
  }

  #unigram({ term }: Candidate): number {
    const { terms, termCount } = this.#field;
    if (this.#model.kind === "laplace") {
      const { alpha } = this.#model;
      return (alpha + terms.totalTermFreq(term)) / (this.#words + alpha * termCount);
    }
    return (1 + terms.totalTermFreq(term)) / (this.#words + termCount);
  }

  #bigram(word: Candidate, before: Candidate): number {
    const model = this.#model;
    const count = this.#joined(before, word);
    switch (model.kind) {
      case "laplace":
        return (model.alpha + count) / (before.frequency + model.alpha * this.#field.termCount);
      case "stupid_backoff":
        return count < 1 ? model.discount * this.#unigram(word) : count / (before.frequency + NEARLY_NOTHING);
      case "linear": {
        const alone = model.unigram * this.#unigram(word);
        return count < 1 ? alone : model.bigram * (count / (0.5 + before.frequency)) + alone;
      }
    }
  }

  #trigram(word: Candidate, before: Candidate, first: Candidate): number {
    const model = this.#model;
    switch (model.kind) {
      case "laplace": {
        const count = this.#joined(first, before, word);
        return (model.alpha + count) / (this.#joined(before, word) + model.alpha * this.#field.termCount);
      }
      case "stupid_backoff": {
        const pairs = this.#joined(before, word);
        if (pairs < 1) return model.discount * this.#unigram(word);
        const count = this.#joined(first, before, word);
        if (count < 1) return model.discount * (pairs / (before.frequency + NEARLY_NOTHING));
        return count / (pairs + NEARLY_NOTHING);
      }
      case "linear": {
        // Elasticsearch joins these words backwards.
        const count = this.#joined(word, before, first);
        if (count < 1) return this.#bigram(word, before);
        return model.trigram * (count / (1 + this.#joined(word, before))) + this.#bigram(word, before);
      }
    }
  }

  /** Occurrences of a shingle. */
  #joined(...words: readonly Candidate[]): number {
    const { terms, separator } = this.#field;
    const parts = words.flatMap(({ term }, at) => (at === 0 ? [term] : [separator, term]));
    return terms.totalTermFreq(Buffer.concat(parts));
  }
}

/** What may be meant by each word of a phrase (Elasticsearch's `DirectCandidateGenerator`). */
import type { Analyzer } from "../../../analysis/analyzer.ts";
import type { PlanningWork } from "../../../query/automata/request-automata.ts";
import type { ShardTerms } from "../spelling/shard-terms.ts";
import { spellCheck } from "../spelling/spell-checker.ts";
import type { SpellingOptions } from "../spelling/spelling-options.ts";

/** A term in the place of a word. */
export interface Candidate {
  readonly term: Buffer;
  /** Occurrences in the field of the generator. */
  readonly frequency: number;
  /** How near it is to the word; 1: the word itself. */
  readonly nearness: number;
  readonly score: number;
  /** Whether it is what was given. */
  readonly given: boolean;
}

/** The terms for one word. */
export interface CandidateSet {
  readonly original: Candidate;
  candidates: readonly Candidate[];
}

/** Documents by whose logarithm frequent words are taken to be right. */
const LOG_BASE = 5;
const MOST_FREQUENCY = 2 ** 31 - 1;

/** One `direct_generator` on a shard. */
export class CandidateGenerator {
  readonly #terms: ShardTerms;
  readonly #options: SpellingOptions;
  readonly #size: number;
  readonly #filters: { readonly before: Analyzer | undefined; readonly after: Analyzer | undefined };
  readonly #words: number;
  /** Words in fewer documents have no plateau. */
  readonly #plateau: number;

  constructor(
    terms: ShardTerms,
    options: SpellingOptions,
    size: number,
    filters: { readonly before: Analyzer | undefined; readonly after: Analyzer | undefined },
  ) {
    this.#terms = terms;
    this.#options = options;
    this.#size = size;
    this.#filters = filters;
    this.#words = terms.sumTotalTermFreq;
    const { minDocFreq } = options;
    this.#plateau = Math.trunc(minDocFreq >= 1 ? minDocFreq : Math.fround(this.#words * minDocFreq));
  }

  /** The word as it was given. */
  original(word: string): Candidate {
    const frequency = this.#terms.totalTermFreq(Buffer.from(this.#before(word)));
    return this.#candidate(Buffer.from(word), frequency, 1, 1, true);
  }

  /** A word that stands for another one. */
  synonym(word: string, likelihood: number): Candidate | undefined {
    const frequency = this.#terms.totalTermFreq(Buffer.from(this.#before(word)));
    return frequency > 0 ? this.#candidate(Buffer.from(word), frequency, likelihood, likelihood, false) : undefined;
  }

  /** Adds the terms near the word of a set. */
  draw(set: CandidateSet, nonErrorLikelihood: number, planning: PlanningWork | undefined): void {
    const options = this.#optionsFor(this.#before(set.original.term.toString()));
    if (!options) return;
    const word = this.#before(set.original.term.toString());
    const found: Candidate[] = [];
    for (const { text, score } of spellCheck(word, this.#terms, options, this.#size, planning))
      found.push(...this.#after(text, score, nonErrorLikelihood));
    const byTerm = new Map([...found.toReversed(), ...set.candidates].map((one) => [one.term.toString("hex"), one]));
    set.candidates = [...byTerm.values()].sort(strongestFirst);
  }

  /** Undefined: the word is so frequent that none is better. */
  #optionsFor(word: string): SpellingOptions | undefined {
    if (this.#options.suggestMode === "always") return this.#options;
    const least = this.#leastFrequency(this.#terms.docFreq(Buffer.from(word)));
    return least === MOST_FREQUENCY
      ? undefined
      : { ...this.#options, minDocFreq: Math.max(least, this.#options.minDocFreq) };
  }

  #leastFrequency(docFreq: number): number {
    if (docFreq === 0) return 0;
    const plateau = Math.log10(docFreq - this.#plateau) * (1 / Math.log10(LOG_BASE));
    const least = Math.floor(docFreq * plateau + 1 + 0.5);
    return Number.isNaN(least) ? 0 : Math.min(Math.max(0, least), MOST_FREQUENCY);
  }

  /** The word as it stands in the field: the last token. */
  #before(word: string): string {
    return this.#filters.before?.tokens(word).at(-1)?.text ?? word;
  }

  #after(text: string, nearness: number, nonErrorLikelihood: number): Candidate[] {
    const frequency = this.#terms.totalTermFreq(Buffer.from(text));
    const { after } = this.#filters;
    if (!after) return [this.#candidate(Buffer.from(text), frequency, nearness, nearness, false)];
    let position = -1;
    return after.tokens(text).map((token) => {
      const isNext = token.position > position;
      position = token.position;
      const isSame = isNext && token.text === text;
      return this.#candidate(
        Buffer.from(token.text),
        frequency,
        isSame ? nearness : nonErrorLikelihood,
        nearness,
        false,
      );
    });
  }

  #candidate(term: Buffer, frequency: number, nearness: number, error: number, given: boolean): Candidate {
    return { term, frequency, nearness, score: (error * (frequency + 1)) / (this.#words + 1), given };
  }
}

/** Higher scores first, of equal ones the earlier term. */
function strongestFirst(one: Candidate, other: Candidate): number {
  return other.score - one.score || Buffer.compare(one.term, other.term);
}

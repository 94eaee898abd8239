/** The best ways to replace words of a phrase (Elasticsearch's `CandidateScorer`). */
import type { Candidate, CandidateSet } from "./candidates.ts";
import type { WordScorer } from "./word-scorer.ts";

/** A phrase with some of its words replaced. */
export interface Correction {
  readonly score: number;
  readonly words: readonly Candidate[];
}

/** What is looked for. */
export interface CorrectionLimits {
  /** From 1 on a number of words, below a share of them. */
  readonly maxErrors: number;
  readonly gramSize: number;
  readonly count: number;
  /** Only better ones are found. */
  readonly cutoff: number;
  /** Called between phrases; throws to stop. */
  readonly checkpoint: () => void;
}

const PHRASES_PER_CHECKPOINT = 256;

/** How likely the phrase is as it was given. */
export function scoreOfPhrase(scorer: WordScorer, words: readonly Candidate[], gramSize: number): number {
  return Math.exp(words.reduce((sum, _word, at) => sum + scorer.score(words, at, gramSize), 0));
}

/** The best first. */
export function bestCorrections(
  scorer: WordScorer,
  sets: readonly CandidateSet[],
  limits: CorrectionLimits,
): readonly Correction[] {
  const { maxErrors } = limits;
  const errors = maxErrors >= 1 ? Math.trunc(maxErrors) : Math.floor(Math.fround(maxErrors * sets.length) + 0.5);
  const search = new CorrectionSearch(scorer, sets, limits);
  search.from(0, Math.max(1, errors), 0);
  return search.best;
}

class CorrectionSearch {
  readonly best: Correction[] = [];
  readonly #scorer: WordScorer;
  readonly #sets: readonly CandidateSet[];
  readonly #limits: CorrectionLimits;
  readonly #path: Candidate[] = [];
  #looked = 0;

  constructor(scorer: WordScorer, sets: readonly CandidateSet[], limits: CorrectionLimits) {
    this.#scorer = scorer;
    this.#sets = sets;
    this.#limits = limits;
  }

  /** Tries the words from `at` on with `errors` more replaced; the phrases have few words (`token_limit`). */
  from(at: number, errors: number, score: number): void {
    const { original, candidates } = this.#sets[at]!;
    this.#take(original, at, errors, score);
    if (errors > 0) for (const candidate of candidates) this.#take(candidate, at, errors - 1, score);
  }

  #take(word: Candidate, at: number, errors: number, before: number): void {
    const path = this.#path;
    path[at] = word;
    const score = before + this.#scorer.score(path, at, this.#limits.gramSize);
    if (at + 1 < this.#sets.length) return this.from(at + 1, errors, score);
    if (++this.#looked % PHRASES_PER_CHECKPOINT === 0) this.#limits.checkpoint();
    this.#offer(Math.exp(score));
  }

  #offer(score: number): void {
    const { best } = this;
    const { cutoff, count } = this.#limits;
    if (!(score > cutoff)) return;
    const found = { score, words: [...this.#path] };
    let at = best.length;
    while (at > 0 && compare(found, best[at - 1]!) < 0) at--;
    if (at >= count) return;
    best.splice(at, 0, found);
    if (best.length > count) best.pop();
  }
}

/** Higher scores first, of equal ones the earlier words. */
function compare(one: Correction, other: Correction): number {
  if (one.score !== other.score) return other.score - one.score;
  for (let at = 0; at < one.words.length; at++) {
    const order = Buffer.compare(one.words[at]!.term, other.words[at]!.term);
    if (order !== 0) return order;
  }
  return 0;
}

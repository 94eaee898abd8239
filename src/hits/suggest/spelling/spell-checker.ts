/** The terms of an index that a word may be meant as (Lucene's `DirectSpellChecker`). */
import { fuzzyWords } from "../../../query/automata/fuzzy-words.ts";
import type { PlanningWork } from "../../../query/automata/request-automata.ts";
import type { ShardTerms } from "./shard-terms.ts";
import type { SpellingOptions } from "./spelling-options.ts";
import { distances } from "./string-distances.ts";

/** A term that may be meant. */
export interface SuggestedWord {
  readonly text: string;
  /** A float32. */
  readonly score: number;
  readonly freq: number;
}

/** A term near the word; `boost` is its nearness by edits. */
interface NearTerm {
  readonly bytes: Buffer;
  readonly boost: number;
  readonly edits: number;
  freq: number;
}

interface Candidate extends SuggestedWord {
  readonly bytes: Buffer;
}

const decoder = new TextDecoder();
/** What a candidate holds besides its bytes. */
const CANDIDATE_BYTES = 200;

/** The best `count` terms for a word, in the order that is asked for. */
export function spellCheck(
  word: string,
  terms: ShardTerms,
  options: SpellingOptions,
  count: number,
  planning: PlanningWork | undefined,
): SuggestedWord[] {
  const length = Array.from(word).length;
  if (length < options.minWordLength) return [];
  const bytes = Buffer.from(word, "utf8");
  const least = leastFrequency(terms.docFreq(bytes), terms.maxDoc, options);
  if (least === undefined) return [];
  const inspections = count * options.maxInspections;
  const find = (edits: 1 | 2): Candidate[] => {
    // Lucene asks for one more equal character when it allows for two edits.
    const prefixLength = Math.max(options.prefixLength, edits - 1);
    const near = nearTerms(word, terms, { edits, prefixLength }, planning);
    const others = near.filter((term) => !term.bytes.equals(bytes) && term.freq > least);
    return best(others, word, length, { edits, inspections, options });
  };
  const found = find(1);
  if (options.maxEdits > 1 && found.length < inspections) {
    const known = new Set(found.map(({ text }) => text));
    found.push(...find(2).filter(({ text }) => !known.has(text)));
  }
  const compare = options.sort === "score" ? byScore : byFrequency;
  return found
    .sort(compare)
    .slice(0, count)
    .map(({ text, score, freq }) => ({ text, score, freq }));
}

/** Higher scores first, then more frequent terms, then by text. */
export function byScore(one: SuggestedWord, other: SuggestedWord): number {
  return other.score - one.score || other.freq - one.freq || (one.text < other.text ? -1 : 1);
}

/** More frequent terms first, then higher scores, then by text. */
export function byFrequency(one: SuggestedWord, other: SuggestedWord): number {
  return other.freq - one.freq || other.score - one.score || (one.text < other.text ? -1 : 1);
}

/** Only terms that more documents have are suggested; undefined: none, since the word is right. */
function leastFrequency(docFreq: number, maxDoc: number, options: SpellingOptions): number | undefined {
  const { suggestMode, maxTermFreq, minDocFreq } = options;
  if (suggestMode === "missing" && docFreq > 0) return undefined;
  if (docFreq > (maxTermFreq >= 1 ? maxTermFreq : Math.ceil(Math.fround(maxTermFreq * maxDoc)))) return undefined;
  const own = suggestMode === "popular" ? docFreq : 0;
  if (minDocFreq >= 1) return Math.max(own, minDocFreq);
  return minDocFreq > 0 ? Math.max(own, Math.trunc(Math.fround(minDocFreq * maxDoc)) - 1) : own;
}

/** The terms within the edits, in byte order, with the documents of all segments. */
function nearTerms(
  word: string,
  { dictionaries }: ShardTerms,
  { edits, prefixLength }: { readonly edits: 1 | 2; readonly prefixLength: number },
  planning: PlanningWork | undefined,
): NearTerm[] {
  const nearness = {
    edits,
    prefixLength,
    transpositions: true,
    checkpoint: planning?.checkpoint,
    slot: planning?.slot,
  };
  const near = fuzzyWords(word, nearness);
  const found = new Map<string, NearTerm>();
  for (const terms of dictionaries) {
    planning?.checkpoint();
    const { ordinals, edits: away, boosts } = near.weigh(terms);
    ordinals.forEach((ordinal, at) => {
      const bytes = Buffer.from(terms.bytes(ordinal));
      const key = bytes.toString("latin1");
      const known = found.get(key);
      const freq = terms.docFreq(ordinal);
      if (known) known.freq += freq;
      else {
        planning?.reserve(CANDIDATE_BYTES + bytes.length);
        found.set(key, { bytes, boost: boosts[at]!, edits: away[at]!, freq });
      }
    });
  }
  return Array.from(found.values()).sort((one, other) => Buffer.compare(one.bytes, other.bytes));
}

interface Search {
  readonly edits: number;
  /** As many candidates are kept. */
  readonly inspections: number;
  readonly options: SpellingOptions;
}

/**
 * The candidates that stay when terms come in byte order and only so many are kept. Once these are full, a term that
 * is less near than the worst of them is not looked at, however alike another measure finds it: as in Lucene.
 */
function best(near: readonly NearTerm[], word: string, length: number, search: Search): Candidate[] {
  const { options, inspections } = search;
  const similarity = distances[options.distance];
  const accuracy = Math.fround(options.accuracy);
  // Worst first: the lowest score, and of equal ones the last term.
  const kept: Candidate[] = [];
  let most = search.edits;
  for (const { bytes, boost, edits, freq } of near) {
    const isFull = kept.length >= inspections;
    const worst = isFull ? (kept[0]?.score ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY;
    while (most > 0 && worst >= Math.fround(1 - Math.fround(most / length))) most--;
    if (edits > most || (isFull && boost <= worst)) continue;
    const text = decoder.decode(bytes);
    const score = similarity ? similarity(word, text) : boost;
    if (score < accuracy) continue;
    insert(kept, { bytes, text, score, freq });
    if (kept.length > inspections) kept.shift();
  }
  return kept;
}

function insert(kept: Candidate[], candidate: Candidate): void {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Of equal scores the later term is worse, and terms come in their order.
    if (kept[middle]!.score < candidate.score) low = middle + 1;
    else high = middle;
  }
  kept.splice(low, 0, candidate);
}

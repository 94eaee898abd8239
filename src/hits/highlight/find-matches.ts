/** Finds the terms and phrases of a query in an analyzed text. */
import type { Token } from "../../analysis/analyzer.ts";
import type { HighlightTerm } from "../../query/query.ts";
import type { AnalyzedText } from "./analyzed-value.ts";
import { nearSpans, nearWords, phraseMatches, type PhraseSpan } from "./phrase-matches.ts";

/** A range of characters to mark. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** Key of the term or phrase: matches with equal keys count as the same term. */
  readonly term: string;
  /** Occurrences of the term in the text. */
  readonly frequency: number;
  /** Boost of the query it comes from. */
  readonly weight: number;
  /** Indices of its tokens. */
  readonly tokens: readonly number[];
}

/**
 * What a phrase becomes. `whole`: one match, and frequencies count as 1, as when Elasticsearch takes matches from the
 * query's weight. `words`: each word is a match. `near`: also words of it that are near each other in another order.
 */
export type PhraseForm = "whole" | "words" | "near";

/** All matches by offset. */
export function findMatches(text: AnalyzedText, terms: readonly HighlightTerm[], form: PhraseForm): Match[] {
  const whole = form === "whole";
  const matches: Match[] = [];
  const seen = new Set<string>();
  for (const term of terms) {
    const key = keyOf(term);
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    for (const places of occurrences(text, term, form === "near")) {
      if (whole) matches.push(matchOf(text.tokens, places, key ?? "pattern", 1, term.boost));
      else for (const place of places) matches.push(wordMatch(text, place, term.boost));
    }
  }
  const unique = whole ? matches : withoutRepeats(matches);
  return unique.sort((left, right) => left.start - right.start || left.end - right.end);
}

/** What its matches call it (`term`); undefined: a pattern. */
export function keyOf(term: HighlightTerm): string | undefined {
  return term.matches ? undefined : JSON.stringify([term.words, term.slop]);
}

/** The occurrences of phrases by each of their words. */
export function phraseSpans(
  text: AnalyzedText,
  terms: readonly HighlightTerm[],
): ReadonlyMap<string, readonly PhraseSpan[]> {
  const byWord = new Map<string, readonly PhraseSpan[]>();
  for (const { words, slop, matches } of terms) {
    if (matches || words.length < 2) continue;
    const lists = words.map((word) => text.byTerm.get(word) ?? []);
    const spans =
      slop > 0
        ? nearSpans(text.tokens, lists, slop)
        : phraseMatches(text.tokens, lists, 0).map((places) => spanOf(text.tokens, places));
    for (const word of new Set(words)) byWord.set(word, [...(byWord.get(word) ?? []), ...spans]);
  }
  return byWord;
}

function spanOf(tokens: readonly Token[], places: readonly number[]): PhraseSpan {
  const positions = places.map((place) => tokens[place]?.position ?? 0);
  return { start: Math.min(...positions), end: Math.max(...positions) };
}

/** The tokens of each occurrence. */
function occurrences(text: AnalyzedText, term: HighlightTerm, isNear: boolean): number[][] {
  const { matches, words } = term;
  if (matches) {
    const places: number[][] = [];
    for (const [word, found] of text.byTerm) if (matches(word)) for (const place of found) places.push([place]);
    return places;
  }
  const lists = words.map((word) => text.byTerm.get(word) ?? []);
  if (lists.length === 1) return (lists[0] ?? []).map((place) => [place]);
  if (isNear && term.slop > 0) return nearWords(text.tokens, lists, term.slop).map((place) => [place]);
  return phraseMatches(text.tokens, lists, term.slop);
}

function matchOf(
  tokens: readonly Token[],
  places: readonly number[],
  term: string,
  frequency: number,
  weight: number,
): Match {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const place of places) {
    start = Math.min(start, tokens[place]?.startOffset ?? 0);
    end = Math.max(end, tokens[place]?.endOffset ?? 0);
  }
  return { start, end, term, frequency, weight, tokens: places };
}

function wordMatch(text: AnalyzedText, place: number, weight: number): Match {
  const word = text.tokens[place]?.text ?? "";
  return matchOf(text.tokens, [place], word, text.byTerm.get(word)?.length ?? 1, weight);
}

function withoutRepeats(matches: readonly Match[]): Match[] {
  const seen = new Set<number>();
  return matches.filter((match) => {
    const place = match.tokens[0] ?? 0;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

/** The `plain` highlighter (Lucene's Highlighter with QueryScorer and its fragmenters). */
import type { Token } from "../../analysis/analyzer.ts";
import type { AnalyzedText } from "./analyzed-value.ts";
import type { FieldSettings } from "./field-settings.ts";
import type { Match } from "./find-matches.ts";

/** A piece of marked text. */
interface Fragment {
  text: string;
  score: number;
  readonly number: number;
  readonly seen: Set<string>;
}

/** The best fragments of one value, in order of the text; those without a match are left out. */
export function plainFragments(
  value: string,
  analyzed: AnalyzedText,
  matches: readonly Match[],
  settings: FieldSettings,
): { text: string; score: number }[] {
  const marked = new Map<number, number>();
  for (const match of matches)
    for (const token of match.tokens) marked.set(token, Math.max(marked.get(token) ?? 0, match.weight));
  const fragments = cut(value, analyzed.tokens, marked, settings);
  const wanted = settings.numberOfFragments === 0 ? 1 : settings.numberOfFragments;
  return fragments
    .filter((fragment) => fragment.score > 0)
    .sort((left, right) => right.score - left.score || left.number - right.number)
    .slice(0, wanted)
    .sort((left, right) => left.number - right.number);
}

/** Splits the value into fragments: a new one begins at each token for which the fragmenter says so. */
function cut(
  value: string,
  tokens: readonly Token[],
  marked: ReadonlyMap<number, number>,
  settings: FieldSettings,
): Fragment[] {
  const { encode, preTag, postTag } = settings;
  const fragmenter = new Fragmenter(value.length, settings);
  let current: Fragment = { text: "", score: 0, number: 0, seen: new Set() };
  const fragments = [current];
  let lastEnd = 0;
  for (let first = 0; first < tokens.length;) {
    const group = groupFrom(tokens, first, marked);
    if (fragmenter.startsNew(tokens[first]?.endOffset ?? 0)) {
      current = { text: "", score: 0, number: fragments.length, seen: new Set() };
      fragments.push(current);
    }
    if (group.start > lastEnd) current.text += encode(value.slice(lastEnd, group.start));
    const text = encode(value.slice(Math.max(group.start, lastEnd), group.end));
    current.text += group.score > 0 ? preTag + text + postTag : text;
    for (let place = first; place < group.next; place++)
      addScore(current, tokens[place]?.text ?? "", marked.get(place) ?? 0);
    lastEnd = Math.max(lastEnd, group.end);
    first = group.next;
  }
  if (lastEnd < value.length) current.text += encode(value.slice(lastEnd));
  return fragments;
}

/** A term counts once per fragment. */
function addScore(fragment: Fragment, term: string, weight: number): void {
  if (weight === 0 || fragment.seen.has(term)) return;
  fragment.seen.add(term);
  fragment.score += weight;
}

/** The group of overlapping tokens from `first` on; marked at the offsets of its marked tokens. */
function groupFrom(
  tokens: readonly Token[],
  first: number,
  marked: ReadonlyMap<number, number>,
): { start: number; end: number; score: number; next: number } {
  let end = tokens[first]?.endOffset ?? 0;
  const start = tokens[first]?.startOffset ?? 0;
  let score = 0;
  let place = first;
  let markedStart = Number.POSITIVE_INFINITY;
  let markedEnd = 0;
  while (place < tokens.length && (place === first || (tokens[place]?.startOffset ?? 0) < end)) {
    const weight = marked.get(place) ?? 0;
    if (weight > 0) {
      markedStart = Math.min(markedStart, tokens[place]?.startOffset ?? 0);
      markedEnd = Math.max(markedEnd, tokens[place]?.endOffset ?? 0);
    }
    score += weight;
    end = Math.max(end, tokens[place]?.endOffset ?? 0);
    place++;
  }
  return score > 0 ? { start: markedStart, end: markedEnd, score, next: place } : { start, end, score, next: place };
}

/** Decides where fragments begin (SimpleFragmenter, SimpleSpanFragmenter, NullFragmenter). */
class Fragmenter {
  readonly #length: number;
  readonly #size: number;
  readonly #kind: "none" | "simple" | "span";
  #count = 1;

  constructor(length: number, settings: FieldSettings) {
    this.#length = length;
    this.#size = settings.fragmentSize;
    this.#kind = settings.numberOfFragments === 0 ? "none" : settings.fragmenter === "simple" ? "simple" : "span";
  }

  /** Whether a token that ends at `end` begins a new fragment. */
  startsNew(end: number): boolean {
    if (this.#kind === "none") return false;
    const full = end >= this.#size * this.#count;
    const starts = this.#kind === "simple" ? full : full && this.#length - end >= this.#size >>> 1;
    if (starts) this.#count++;
    return starts;
  }
}

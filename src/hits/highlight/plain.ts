/** The `plain` highlighter (Lucene's Highlighter with QueryScorer and its fragmenters). */
import type { Token } from "../../analysis/analyzer.ts";
import type { AnalyzedText } from "./analyzed-value.ts";
import type { FieldSettings } from "./field-settings.ts";
import type { Match } from "./find-matches.ts";
import type { PhraseSpan } from "./phrase-matches.ts";

/** A text with what was found in it. */
export interface FoundWords {
  readonly analyzed: AnalyzedText;
  readonly matches: readonly Match[];
  /** Occurrences of phrases by word. */
  readonly spans: ReadonlyMap<string, readonly PhraseSpan[]>;
}

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
  { analyzed, matches, spans }: FoundWords,
  settings: FieldSettings,
): { text: string; score: number }[] {
  const marked = new Map<number, number>();
  for (const match of matches)
    for (const token of match.tokens) marked.set(token, Math.max(marked.get(token) ?? 0, match.weight));
  const fragmenter = new Fragmenter(value.length, settings, spans);
  const fragments = cut(value, analyzed.tokens, marked, { settings, fragmenter });
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
  { settings, fragmenter }: { readonly settings: FieldSettings; readonly fragmenter: Fragmenter },
): Fragment[] {
  const { encode, preTag, postTag } = settings;
  let current: Fragment = { text: "", score: 0, number: 0, seen: new Set() };
  const fragments = [current];
  let lastEnd = 0;
  for (let first = 0; first < tokens.length;) {
    const group = groupFrom(tokens, first, marked);
    // Nobody asks about the first one.
    if (first > 0 && fragmenter.startsNew(tokens[first]!, tokens[first]!.position - tokens[first - 1]!.position)) {
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
  readonly #spans: FoundWords["spans"];
  #count = 1;
  /** Of the token that was asked about last, as Lucene counts: the first token is left out. */
  #position = -1;
  /** Behind the phrase that goes on; -1: none does. */
  #waitFor = -1;

  constructor(length: number, settings: FieldSettings, spans: FoundWords["spans"]) {
    this.#spans = spans;
    this.#length = length;
    this.#size = settings.fragmentSize;
    this.#kind = settings.numberOfFragments === 0 ? "none" : settings.fragmenter === "simple" ? "simple" : "span";
  }

  /** Whether a token begins a new fragment; `increment`: how far its position is behind that of the one before it. */
  startsNew({ endOffset: end, text }: Token, increment: number): boolean {
    if (this.#kind === "none") return false;
    if (this.#kind === "span" && this.#isWithin(text, increment)) return false;
    const full = end >= this.#size * this.#count;
    const starts = this.#kind === "simple" ? full : full && this.#length - end >= this.#size >>> 1;
    if (starts) this.#count++;
    return starts;
  }

  /** Whether the token is within a phrase that began before it; notes one that begins with it. */
  #isWithin(text: string, increment: number): boolean {
    this.#position += increment;
    if (this.#waitFor > this.#position) return true;
    this.#waitFor = -1;
    const begun = this.#spans.get(text)?.find(({ start }) => start === this.#position);
    if (begun) this.#waitFor = begun.end + 1;
    return false;
  }
}

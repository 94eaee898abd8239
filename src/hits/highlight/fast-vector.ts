/** The `fvh` highlighter (Lucene's FastVectorHighlighter): fragments of so many characters around matches. */
import { illegalArgument } from "../../compat/errors.ts";
import type { AnalyzedText } from "./analyzed-value.ts";
import { segmentBoundaries } from "./boundaries.ts";
import type { FieldSettings } from "./field-settings.ts";
import type { HighlightTerm } from "../../query/query.ts";
import { findMatches, keyOf } from "./find-matches.ts";

/** Least characters before a match. */
const DEFAULT_MARGIN = 6;
const SEPARATOR = " ";

/** A range of characters. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A term or a phrase that was found: words side by side are marked together. */
interface Phrase extends Range {
  readonly marks: readonly Range[];
  /** Which of the terms of the query it is, for its tags. */
  readonly number: number;
  readonly boost: number;
}

interface Fragment extends Range {
  readonly phrases: readonly Phrase[];
}

/** Fragments of the values, which are joined by one character, as they are in `analyzed`. */
export function fastVectorFragments(
  values: readonly string[],
  analyzed: AnalyzedText,
  terms: readonly HighlightTerm[],
  settings: FieldSettings,
): string[] {
  const phrases = phrasesOf(analyzed, terms).slice(0, settings.phraseLimit);
  const whole = settings.numberOfFragments === 0;
  let fragments = whole ? wholeFragment(phrases) : fragmentsOf(phrases, settings);
  let count = whole ? Number.POSITIVE_INFINITY : settings.numberOfFragments;
  if (fragments.length === 0) {
    if (settings.noMatchSize <= 0) return [];
    fragments = [{ start: 0, end: settings.noMatchSize, phrases: [] }];
    count = 1;
  }
  const apart = fragments.flatMap((fragment) => byValue(fragment, values)).sort((a, b) => a.start - b.start);
  if (settings.order === "score")
    apart.sort((left, right) => boostOf(right) - boostOf(left) || left.start - right.start);
  const read = new ReadValues(values);
  return apart.slice(0, count).map((fragment) => marked(read.upTo(fragment.end), fragment, settings));
}

/** The values as far as fragments needed them: the last of them ends the text. */
class ReadValues {
  readonly #values: readonly string[];
  #text = "";
  #next = 0;

  constructor(values: readonly string[]) {
    this.#values = values;
  }

  upTo(end: number): string {
    while (this.#text.length < end && this.#next < this.#values.length)
      this.#text += this.#values[this.#next++] + SEPARATOR;
    return this.#text;
  }
}

/** What is found of the terms; of what overlaps, the first and longest. */
function phrasesOf(analyzed: AnalyzedText, terms: readonly HighlightTerm[]): Phrase[] {
  const { tokens } = analyzed;
  const numbers = new Map<string | undefined, number>();
  for (const key of terms.map(keyOf)) if (!numbers.has(key)) numbers.set(key, numbers.size);
  const matches = findMatches(analyzed, terms, "whole");
  const sorted = matches.sort((left, right) => left.start - right.start || right.end - left.end);
  const phrases: Phrase[] = [];
  let end = -1;
  for (const match of sorted) {
    if (match.start < end) continue;
    end = match.end;
    const marks: { start: number; end: number; position: number }[] = [];
    for (const place of [...match.tokens].sort((left, right) => left - right)) {
      const { startOffset, endOffset, position } = tokens[place]!;
      const last = marks.at(-1);
      if (last && position - last.position === 1) [last.end, last.position] = [endOffset, position];
      else marks.push({ start: startOffset, end: endOffset, position });
    }
    phrases.push({
      start: match.start,
      end: match.end,
      marks,
      number: numbers.get(match.term) ?? 0,
      boost: match.weight,
    });
  }
  return phrases;
}

function wholeFragment(phrases: readonly Phrase[]): Fragment[] {
  return phrases.length === 0 ? [] : [{ start: 0, end: Number.MAX_SAFE_INTEGER, phrases }];
}

/** `BaseFragListBuilder`: as many phrases as fit, in the middle of their fragment. */
function fragmentsOf(phrases: readonly Phrase[], { fragmentSize, fragmentOffset }: FieldSettings): Fragment[] {
  const margin = fragmentOffset ?? DEFAULT_MARGIN;
  const least = Math.max(1, margin * 3);
  if (fragmentSize < least)
    throw illegalArgument(`fragCharSize(${fragmentSize}) is too small. It must be ${least} or higher.`);
  const fits = ({ marks }: Phrase, length: number): boolean => marks.length <= 1 || length <= fragmentSize;
  const fragments: Fragment[] = [];
  let from = 0;
  for (let at = 0; at < phrases.length;) {
    const first = phrases[at]!;
    at++;
    if (first.start < from) continue;
    const within: Phrase[] = fits(first, first.end - first.start) ? [first] : [];
    let { end } = first;
    const spanEnd = Math.max(end, Math.max(first.start - margin, from) + fragmentSize);
    for (; at < phrases.length && phrases[at]!.end <= spanEnd; at++) {
      ({ end } = phrases[at]!);
      if (fits(phrases[at]!, end - first.start)) within.push(phrases[at]!);
    }
    if (within.length === 0) continue;
    const length = end - first.start;
    const start = Math.max(from, first.start - Math.max(0, Math.trunc((fragmentSize - length) / 2)));
    from = start + Math.max(length, fragmentSize);
    fragments.push({ start, end: from, phrases: within });
  }
  return fragments;
}

/** A fragment cut where values end (`discreteMultiValueHighlighting`). */
function byValue(fragment: Fragment, values: readonly string[]): Fragment[] {
  const parts: Fragment[] = [];
  let end = 0;
  for (const value of values) {
    const start = end;
    end += value.length + 1;
    if (value === "") continue;
    if (fragment.start >= start && fragment.end <= end) return [...parts, fragment];
    if (fragment.phrases.length === 0)
      return parts.length > 0 ? parts : [{ ...fragment, end: Math.min(fragment.end, end) }];
    if (fragment.start >= end) continue;
    const phrases = fragment.phrases.flatMap((phrase) => {
      const marks = phrase.marks
        .filter((mark) => mark.start < end && mark.end >= start)
        .map((mark) => ({ start: Math.max(mark.start, start), end: Math.min(mark.end, end - 1) }));
      return marks.length === 0 ? [] : [{ ...phrase, marks }];
    });
    if (phrases.length === 0) continue;
    parts.push({ start: Math.max(start, fragment.start), end: Math.min(end, fragment.end), phrases });
  }
  return parts;
}

function boostOf({ phrases }: Fragment): number {
  return phrases.reduce((sum, { boost }) => Math.fround(sum + boost), 0);
}

function marked(text: string, fragment: Fragment, settings: FieldSettings): string {
  const { encode, preTags, postTags } = settings;
  const length = text.length - SEPARATOR.length;
  const end = length < fragment.end ? length : boundaryBehind(text, fragment.end, settings);
  let position = boundaryBefore(text, fragment.start, settings);
  let shown = "";
  for (const { marks, number } of fragment.phrases) {
    for (const mark of marks) {
      const [pre = "", post = ""] = [preTags[number % preTags.length], postTags[number % postTags.length]];
      shown += encode(text.slice(position, mark.start)) + pre + encode(text.slice(mark.start, mark.end)) + post;
      position = mark.end;
    }
  }
  return shown + encode(text.slice(position, end));
}

/** The nearest boundary before; the place itself where none is near. */
function boundaryBefore(text: string, start: number, settings: FieldSettings): number {
  if (start > text.length || start < 1) return start;
  const unit = unitOf(settings);
  if (unit) return segmentBoundaries(text.slice(0, start), 0, unit, settings.locale).preceding(start);
  let at = start;
  for (let left = settings.boundaryMaxScan; at > 0 && left > 0; left--, at--)
    if (settings.boundaryChars.includes(text[at - 1]!)) return at;
  return at === 0 ? 0 : start;
}

function boundaryBehind(text: string, end: number, settings: FieldSettings): number {
  if (end > text.length || end < 0) return end;
  const unit = unitOf(settings);
  if (unit) return end + Math.max(0, segmentBoundaries(text.slice(end), 0, unit, settings.locale).following(0));
  let at = end;
  for (let left = settings.boundaryMaxScan; at < text.length && left > 0; left--, at++)
    if (settings.boundaryChars.includes(text[at]!)) return at;
  return end;
}

function unitOf({ boundaryScanner }: FieldSettings): "sentence" | "word" | undefined {
  if (boundaryScanner === "SENTENCE") return "sentence";
  return boundaryScanner === "WORD" ? "word" : undefined;
}

/** The `unified` highlighter (Lucene's UnifiedHighlighter with Elasticsearch's break iterators and formatter). */
import { type Boundaries, BoundedBoundaries, segmentBoundaries, wholeBoundaries } from "./boundaries.ts";
import type { Match } from "./find-matches.ts";
import type { FieldSettings } from "./field-settings.ts";
import { findPassages, type Passage } from "./passages.ts";

/** Fragments of the values, which are joined by one character; `matches` refer to the joined text. */
export function unifiedFragments(
  values: readonly string[],
  matches: readonly Match[],
  settings: FieldSettings,
): string[] {
  const content = values.join("\0");
  const passages = findPassages(
    matches,
    new ValueBoundaries(values, settings),
    content.length,
    settings.numberOfFragments === 0 ? Number.POSITIVE_INFINITY : settings.numberOfFragments,
  );
  if (passages.length === 0) return summary(content, settings);
  if (settings.order === "score") passages.sort((left, right) => right.score - left.score);
  return passages.map((passage) => format(content, passage, settings));
}

/** The beginning of the first value, if `no_match_size` requests it. */
function summary(content: string, settings: FieldSettings): string[] {
  if (settings.noMatchSize <= 0) return [];
  let start = 0;
  while (start < content.length && content[start] === "\0") start++;
  if (start >= content.length) return [];
  const separator = content.indexOf("\0", start);
  let end = separator < 0 ? content.length : separator;
  if (settings.noMatchSize + start < end) {
    const boundary = segmentBoundaries(content, 0, "word", settings.locale).following(settings.noMatchSize + start);
    end = boundary === -1 ? content.length : boundary;
  }
  return [format(content, { start, end, matches: [], score: 0 }, settings)];
}

/** Boundaries that never cross a value; created for a value when it contains a match. */
class ValueBoundaries implements Boundaries {
  readonly #values: readonly string[];
  readonly #starts: readonly number[];
  readonly #settings: FieldSettings;
  readonly #made = new Map<number, Boundaries>();

  constructor(values: readonly string[], settings: FieldSettings) {
    this.#values = values;
    this.#settings = settings;
    let start = 0;
    this.#starts = values.map((value) => {
      const own = start;
      start += value.length + 1;
      return own;
    });
  }

  preceding(offset: number): number {
    return this.#at(offset - 1).preceding(offset);
  }

  following(offset: number): number {
    return this.#at(offset).following(offset);
  }

  #at(offset: number): Boundaries {
    let number = this.#starts.length - 1;
    while (number > 0 && (this.#starts[number] ?? 0) > offset) number--;
    let boundaries = this.#made.get(number);
    if (!boundaries)
      this.#made.set(number, (boundaries = this.#make(this.#values[number] ?? "", this.#starts[number] ?? 0)));
    return boundaries;
  }

  #make(text: string, base: number): Boundaries {
    const { numberOfFragments, boundaryScanner, fragmentSize, locale } = this.#settings;
    if (numberOfFragments === 0) return wholeBoundaries(text, base);
    if (boundaryScanner === "WORD") return segmentBoundaries(text, base, "word", locale);
    const sentences = segmentBoundaries(text, base, "sentence", locale);
    if (fragmentSize <= 0) return sentences;
    // Words are segmented only if a sentence is too long.
    let words: Boundaries | undefined;
    const lazyWords: Boundaries = {
      preceding: (offset) => (words ??= segmentBoundaries(text, base, "word", locale)).preceding(offset),
      following: (offset) => (words ??= segmentBoundaries(text, base, "word", locale)).following(offset),
    };
    return new BoundedBoundaries(sentences, lazyWords, fragmentSize);
  }
}

function format(content: string, passage: Passage, settings: FieldSettings): string {
  const { encode, preTag, postTag } = settings;
  const { matches } = passage;
  let text = "";
  let position = passage.start;
  for (let i = 0; i < matches.length; i++) {
    const start = matches[i]?.start ?? 0;
    let end = matches[i]?.end ?? 0;
    // Overlapping matches are merged.
    while (i + 1 < matches.length && (matches[i + 1]?.start ?? 0) < end) end = Math.max(end, matches[++i]?.end ?? 0);
    end = Math.min(end, passage.end);
    if (start > position) text += encode(content.slice(position, start));
    if (end > position) {
      text += preTag + encode(content.slice(Math.max(position, start), end)) + postTag;
      position = end;
    }
  }
  text += encode(content.slice(position, Math.max(position, passage.end)));
  if (text.endsWith("\0") || text.endsWith("\u2029")) text = text.slice(0, -1);
  return settings.numberOfFragments === 0 ? text : trimLow(text);
}

/** Java's String.trim: strips everything up to and including the space character. */
function trimLow(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

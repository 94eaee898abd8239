/** Where sentences and words begin: passages are cut there (`BreakIterator`). */

/** Ascending boundaries of a text, 0 and its length included. */
export interface Boundaries {
  /** Last boundary before `offset`; -1 when there is none. */
  preceding(offset: number): number;
  /** First boundary after `offset`; -1 when there is none. */
  following(offset: number): number;
}

/** Boundaries given as ascending offsets. */
export class OffsetBoundaries implements Boundaries {
  readonly #offsets: readonly number[];

  constructor(offsets: readonly number[]) {
    this.#offsets = offsets;
  }

  preceding(offset: number): number {
    const place = lowerBound(this.#offsets, offset);
    return place > 0 ? (this.#offsets[place - 1] ?? -1) : -1;
  }

  following(offset: number): number {
    return this.#offsets[lowerBound(this.#offsets, offset + 1)] ?? -1;
  }
}

/** Boundaries of the segmenter's sentences or words in `text`, shifted by `base`; each is computed on demand. */
export function segmentBoundaries(
  text: string,
  base: number,
  granularity: "sentence" | "word",
  locale: string | undefined,
): Boundaries {
  return new SegmentBoundaries(segmenterFor(locale ?? "en", granularity).segment(text), base, text.length);
}

class SegmentBoundaries implements Boundaries {
  readonly #segments: Intl.Segments;
  readonly #base: number;
  readonly #length: number;
  /** The last segment found: after the start of a match's sentence, its end is usually requested next. */
  #start = 0;
  #end = 0;

  constructor(segments: Intl.Segments, base: number, length: number) {
    this.#segments = segments;
    this.#base = base;
    this.#length = length;
  }

  preceding(offset: number): number {
    const before = offset - 1 - this.#base;
    if (before < 0) return -1;
    if (before >= this.#length) return this.#base + this.#length;
    this.#find(before);
    return this.#base + this.#start;
  }

  following(offset: number): number {
    const at = offset - this.#base;
    if (at < 0) return this.#base;
    if (at >= this.#length) return -1;
    this.#find(at);
    return this.#base + this.#end;
  }

  #find(at: number): void {
    if (at >= this.#start && at < this.#end) return;
    const found = this.#segments.containing(at);
    this.#start = found?.index ?? 0;
    this.#end = this.#start + (found?.segment.length ?? 0);
  }
}

/** Creating a segmenter takes longer than using it. */
const segmenters = new Map<string, Intl.Segmenter>();
/** Locales come from requests, so the cache is limited. */
const MAX_SEGMENTERS = 64;

function segmenterFor(locale: string, granularity: "sentence" | "word"): Intl.Segmenter {
  const key = `${granularity} ${locale}`;
  let segmenter = segmenters.get(key);
  if (!segmenter) {
    if (segmenters.size >= MAX_SEGMENTERS) segmenters.clear();
    segmenters.set(key, (segmenter = new Intl.Segmenter(locale, { granularity })));
  }
  return segmenter;
}

/** Only the two ends of a text: it is a single passage. */
export function wholeBoundaries(text: string, base: number): Boundaries {
  return new OffsetBoundaries([base, base + text.length]);
}

/** Index of the first offset that is at least `value`. */
function lowerBound(offsets: readonly number[], value: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Sentences, joined while they stay shorter than `maximum` characters, and cut at words around the match if one is
 * longer (`BoundedBreakIteratorScanner`). Must be called in ascending order, `preceding` before `following`.
 */
export class BoundedBoundaries implements Boundaries {
  readonly #sentences: Boundaries;
  readonly #words: Boundaries;
  readonly #maximum: number;
  #windowStart = -1;
  #windowEnd = -1;
  #innerStart = -1;
  #innerEnd = 0;

  constructor(sentences: Boundaries, words: Boundaries, maximum: number) {
    this.#sentences = sentences;
    this.#words = words;
    this.#maximum = maximum;
  }

  preceding(offset: number): number {
    if (offset > this.#windowStart && offset < this.#windowEnd) {
      this.#innerStart = this.#innerEnd;
      this.#innerEnd = this.#windowEnd;
    } else {
      this.#openWindow(offset);
    }
    if (this.#innerEnd - this.#innerStart > this.#maximum) this.#cut(offset);
    return this.#innerStart;
  }

  following(): number {
    return this.#innerEnd;
  }

  /** Sets the window to the sentence of the offset, and following ones that still fit. */
  #openWindow(offset: number): void {
    this.#windowStart = this.#innerStart = this.#sentences.preceding(offset);
    this.#windowEnd = this.#innerEnd = this.#sentences.following(offset - 1);
    while (this.#innerEnd - this.#innerStart < this.#maximum) {
      const end = this.#sentences.following(this.#innerEnd);
      if (end === -1 || end - this.#innerStart > this.#maximum) return;
      this.#windowEnd = this.#innerEnd = end;
    }
  }

  /** Takes words before the match first, then after it with the remaining length. */
  #cut(offset: number): void {
    if (offset - this.#maximum > this.#innerStart)
      this.#innerStart = Math.max(this.#innerStart, this.#words.preceding(offset - this.#maximum));
    const remaining = Math.max(0, this.#maximum - (offset - this.#innerStart));
    if (offset + remaining < this.#windowEnd)
      this.#innerEnd = Math.min(this.#windowEnd, this.#words.following(offset + remaining));
  }
}

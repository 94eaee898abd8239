/**
 * The text that transforms edit in place, with the current range (ICU's Replaceable and Transliterator.Position). A gap
 * buffer: the gap is at the last edit, so that consecutive edits do not move the rest.
 */
import { illegalArgument } from "../../../compat/errors.ts";

/** Maximum size of a text: per unit of the original, plus a constant, but never more than the last value. */
const GROWTH = 128;
const GROWTH_BESIDES = 1 << 20;
const MAX_UNITS = 1 << 26;

/** Minimum size of the gap, in units, when the buffer grows. */
const SPARE_UNITS = 64;

/** Larger buffers are released. */
const KEPT_UNITS = 1 << 16;

/** An editable text. Offsets are in UTF-16 units. */
export class TransformText {
  #units = new Uint16Array(2 * SPARE_UNITS);
  #gapStart = 0;
  #gapUnits = 2 * SPARE_UNITS;
  #maxUnits = MAX_UNITS;
  length = 0;
  /** Rules may read context from here … */
  contextStart = 0;
  /** … to here. */
  contextLimit = 0;
  /** Start of the range to transform; transforms move it past what they have processed. */
  start = 0;
  limit = 0;

  /** Starts with all of `text` in the range. */
  setText(text: string): void {
    this.#begin(text.length);
    for (let index = 0; index < text.length; index++) this.#units[index] = text.charCodeAt(index);
  }

  /** Like `setText`, for the first `count` of some units. */
  setUnits(units: Uint16Array, count: number): void {
    this.#begin(count);
    this.#units.set(units.subarray(0, count));
  }

  /** Releases the buffer of a long text. */
  release(): void {
    if (this.#units.length > KEPT_UNITS) this.#units = new Uint16Array(2 * SPARE_UNITS);
    this.#begin(0);
  }

  #begin(length: number): void {
    if (this.#units.length < length + SPARE_UNITS) this.#units = new Uint16Array(length + (length >> 2) + SPARE_UNITS);
    this.#gapStart = length;
    this.#gapUnits = this.#units.length - length;
    this.#maxUnits = Math.min(MAX_UNITS, GROWTH_BESIDES + GROWTH * length);
    this.length = length;
    this.contextStart = 0;
    this.contextLimit = length;
    this.start = 0;
    this.limit = length;
  }

  /** The unit at an offset below the length. */
  unitAt(offset: number): number {
    return this.#units[offset < this.#gapStart ? offset : offset + this.#gapUnits]!;
  }

  /** The code point that contains a unit, whichever half of a surrogate pair it is (ICU's UTF16.charAt). */
  codePointAt(offset: number): number {
    const unit = this.unitAt(offset);
    if ((unit & 0xf800) !== 0xd800) return unit;
    if ((unit & 0x400) === 0) {
      if (offset + 1 === this.length) return unit;
      const trail = this.unitAt(offset + 1);
      return (trail & 0xfc00) === 0xdc00 ? pairOf(unit, trail) : unit;
    }
    if (offset === 0) return unit;
    const lead = this.unitAt(offset - 1);
    return (lead & 0xfc00) === 0xd800 ? pairOf(lead, unit) : unit;
  }

  slice(from: number, to: number): string {
    let text = "";
    // In chunks, because the number of arguments of a call is limited.
    for (let offset = from; offset < to; offset += 4096) text += this.#piece(offset, Math.min(to, offset + 4096));
    return text;
  }

  #piece(from: number, to: number): string {
    const gap = this.#gapStart;
    if (from < gap && to > gap) return this.#piece(from, gap) + this.#piece(gap, to);
    const moved = from < gap ? 0 : this.#gapUnits;
    return String.fromCharCode(...this.#units.subarray(from + moved, to + moved));
  }

  toString(): string {
    return this.slice(0, this.length);
  }

  /** Replaces `from` to `to` by the first `count` units. Does not adjust the range: see `replaceRun`. */
  replace(from: number, to: number, units: Uint16Array, count: number): void {
    this.#openGap(from, to, count);
    for (let index = 0; index < count; index++) this.#units[from + index] = units[index]!;
    this.#closeGap(from, to, count);
  }

  /** Like `replace`, for a string. */
  replaceText(from: number, to: number, text: string): void {
    const count = text.length;
    this.#openGap(from, to, count);
    for (let index = 0; index < count; index++) this.#units[from + index] = text.charCodeAt(index);
    this.#closeGap(from, to, count);
  }

  /** Replaces the whole range, and marks it as processed. */
  replaceRun(text: string): void {
    this.replacePart(this.start, this.limit, text);
    this.start = this.limit;
  }

  /** Like `replaceText`, and adjusts the range's limits to the change of length. */
  replacePart(from: number, to: number, text: string): void {
    this.replaceText(from, to, text);
    this.moveEnds(text.length - (to - from));
  }

  /** Lengthens the range by `units` units. */
  moveEnds(units: number): void {
    this.limit += units;
    this.contextLimit += units;
  }

  /** Moves the gap to `from`, dropping the text up to `to`, and makes room for `count` units. */
  #openGap(from: number, to: number, count: number): void {
    if (this.#gapUnits + (to - from) < count) this.#grow(count);
    const start = this.#gapStart;
    if (from < start) this.#units.copyWithin(from + this.#gapUnits, from, start);
    else if (from > start) this.#units.copyWithin(start, start + this.#gapUnits, from + this.#gapUnits);
    this.#gapStart = from;
  }

  #closeGap(from: number, to: number, count: number): void {
    this.#gapStart = from + count;
    this.#gapUnits += to - from - count;
    this.length += count - (to - from);
  }

  #grow(count: number): void {
    const length = this.length + count;
    if (length > this.#maxUnits)
      throw illegalArgument(`a transform would make a text of more than [${this.#maxUnits}] characters`);
    const grown = new Uint16Array(length + (length >> 1) + SPARE_UNITS);
    const behind = this.length - this.#gapStart;
    grown.set(this.#units.subarray(0, this.#gapStart));
    grown.set(
      this.#units.subarray(this.#gapStart + this.#gapUnits, this.#gapStart + this.#gapUnits + behind),
      grown.length - behind,
    );
    this.#units = grown;
    this.#gapUnits = grown.length - this.length;
  }
}

function pairOf(lead: number, trail: number): number {
  return ((lead - 0xd800) << 10) + trail - 0xdc00 + 0x10000;
}

/** Units of a code point. */
export function unitsOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

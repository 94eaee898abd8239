/**
 * The text that transforms change in place, with the place where they work (ICU's Replaceable and
 * Transliterator.Position). The free room of the buffer stands where the last change was, so that changes one behind
 * another do not move what follows.
 */
import { illegalArgument } from "../../../compat/errors.ts";

/** What a text may grow to: so many units for each of its own, and so many besides, but never more than the last. */
const GROWTH = 128;
const GROWTH_BESIDES = 1 << 20;
const MAX_UNITS = 1 << 26;

/** Units of room that are kept free when the buffer grows. */
const SPARE_UNITS = 64;

/** Larger buffers are given back. */
const KEPT_UNITS = 1 << 16;

/** See the file comment. Offsets are in UTF-16 units. */
export class TransformText {
  #units = new Uint16Array(2 * SPARE_UNITS);
  #gapStart = 0;
  #gapUnits = 2 * SPARE_UNITS;
  #maxUnits = MAX_UNITS;
  length = 0;
  /** Rules may look from here … */
  contextStart = 0;
  /** … to here. */
  contextLimit = 0;
  /** What is to be transformed begins here, and transforms move it behind what they have done. */
  start = 0;
  limit = 0;

  /** Begins anew, with all of `text` to be transformed. */
  setText(text: string): void {
    this.#begin(text.length);
    for (let index = 0; index < text.length; index++) this.#units[index] = text.charCodeAt(index);
  }

  /** As `setText`, for the first `count` of some units. */
  setUnits(units: Uint16Array, count: number): void {
    this.#begin(count);
    this.#units.set(units.subarray(0, count));
  }

  /** Gives back the room of a long text. */
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

  /** The code point that a unit belongs to, be it the first or the second half of a pair (ICU's UTF16.charAt). */
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
    // In pieces: a call takes so many arguments only.
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

  /**
   * Puts the first `count` units in the place of what stands from `from` to `to`. The place of work stays: see
   * `replaceRun`.
   */
  replace(from: number, to: number, units: Uint16Array, count: number): void {
    this.#openGap(from, to, count);
    for (let index = 0; index < count; index++) this.#units[from + index] = units[index]!;
    this.#closeGap(from, to, count);
  }

  /** As `replace`, for a text. */
  replaceText(from: number, to: number, text: string): void {
    const count = text.length;
    this.#openGap(from, to, count);
    for (let index = 0; index < count; index++) this.#units[from + index] = text.charCodeAt(index);
    this.#closeGap(from, to, count);
  }

  /** Puts a text in the place of all that is to be transformed, and is done with it. */
  replaceRun(text: string): void {
    this.replacePart(this.start, this.limit, text);
    this.start = this.limit;
  }

  /** As `replaceText`, and moves the ends of the place of work by what the length changes. */
  replacePart(from: number, to: number, text: string): void {
    this.replaceText(from, to, text);
    this.moveEnds(text.length - (to - from));
  }

  /** Says that what is to be transformed is longer by so many units. */
  moveEnds(units: number): void {
    this.limit += units;
    this.contextLimit += units;
  }

  /** Makes the gap begin at `from` with all that stands up to `to` behind it, and room for `count` units. */
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

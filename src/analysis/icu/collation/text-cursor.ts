/** A cursor over the characters of a text, forwards and backwards. One object is reused for all texts. */

/** Returned before the first and after the last character. */
export const END = -1;

/** A cursor over code points. */
export class TextCursor {
  /** In UTF-16 units. */
  position = 0;
  #units = new Uint16Array(64);
  #length = 0;

  begin(text: string, position: number): void {
    const { length } = text;
    if (this.#units.length < length) this.#units = new Uint16Array(2 * length);
    const units = this.#units;
    for (let index = 0; index < length; index++) units[index] = text.charCodeAt(index);
    this.#length = length;
    this.position = position;
  }

  /** Reads the next code point. */
  next(): number {
    if (this.position === this.#length) return END;
    const unit = this.#units[this.position++]!;
    if ((unit & 0xfc00) !== 0xd800 || this.position === this.#length) return unit;
    const trail = this.#units[this.position]!;
    if ((trail & 0xfc00) !== 0xdc00) return unit;
    this.position++;
    return 0x10000 + ((unit & 0x3ff) << 10) + (trail & 0x3ff);
  }

  /** Reads the previous code point. */
  previous(): number {
    if (this.position === 0) return END;
    const unit = this.#units[--this.position]!;
    if ((unit & 0xfc00) !== 0xdc00 || this.position === 0) return unit;
    const lead = this.#units[this.position - 1]!;
    if ((lead & 0xfc00) !== 0xd800) return unit;
    this.position--;
    return 0x10000 + ((lead & 0x3ff) << 10) + (unit & 0x3ff);
  }
}

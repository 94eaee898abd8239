/** The characters of a text, forwards and backwards. One object is used for all texts. */

/** Before the first and behind the last character. */
export const END = -1;

/** See the file comment. */
export class TextCursor {
  /** In units of 16 bit. */
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

  /** The code point that is read by going on. */
  next(): number {
    if (this.position === this.#length) return END;
    const unit = this.#units[this.position++]!;
    if ((unit & 0xfc00) !== 0xd800 || this.position === this.#length) return unit;
    const trail = this.#units[this.position]!;
    if ((trail & 0xfc00) !== 0xdc00) return unit;
    this.position++;
    return 0x10000 + ((unit & 0x3ff) << 10) + (trail & 0x3ff);
  }

  /** As `next`, backwards. */
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

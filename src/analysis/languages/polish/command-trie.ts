/** Commands by the endings of words, as Egothor's Trie writes them. */
import type { JavaDataReader } from "../java-data-reader.ts";

/** Bytes of a cell: a letter and four integers. */
const CELL_BYTES = 18;

/** A tree over the letters of words from their end. */
export class CommandTrie {
  readonly #forward: boolean;
  readonly #root: number;
  readonly #commands: readonly string[];
  /** Where the cells of each row begin; one more for the end of the last. */
  readonly #rows: Int32Array;
  readonly #letters: Uint16Array;
  /** By cell: number of a command and of the next row; -1: none. */
  readonly #cellCommands: Int32Array;
  readonly #cellRows: Int32Array;

  /** Throws an Error for data that are none. */
  constructor(data: JavaDataReader) {
    this.#forward = data.boolean();
    this.#root = data.integer();
    this.#commands = Array.from({ length: data.count(2) }, () => data.text());
    const rowCount = data.count(4);
    this.#rows = new Int32Array(rowCount + 1);
    const letters: number[] = [];
    const commands: number[] = [];
    const rows: number[] = [];
    for (let row = 0; row < rowCount; row++) {
      for (let left = data.count(CELL_BYTES); left > 0; left--) {
        letters.push(data.character());
        commands.push(checked(data.integer(), this.#commands.length));
        // How often the command stood for the letter, before rows were joined: nothing needs it any more.
        data.integer();
        rows.push(checked(data.integer(), rowCount));
        // Letters that `getFully` passes over, which stems do without.
        data.integer();
      }
      this.#rows[row + 1] = letters.length;
    }
    this.#letters = Uint16Array.from(letters);
    this.#cellCommands = Int32Array.from(commands);
    this.#cellRows = Int32Array.from(rows);
  }

  /** The last command on the way of a word; undefined when there is none. */
  last(word: string): string | undefined {
    if (this.#root < 0 || this.#root >= this.#rows.length - 1) return undefined;
    let found: string | undefined;
    let row = this.#root;
    for (let index = 0; index < word.length; index++) {
      const cell = this.#cellOf(row, word.charCodeAt(this.#forward ? index : word.length - 1 - index));
      if (cell < 0) return found;
      const command = this.#cellCommands[cell]!;
      if (command >= 0) found = this.#commands[command];
      row = this.#cellRows[cell]!;
      if (row < 0) return found;
    }
    return found;
  }

  #cellOf(row: number, letter: number): number {
    // Of two cells for a letter the later one counts.
    for (let cell = this.#rows[row + 1]! - 1; cell >= this.#rows[row]!; cell--)
      if (this.#letters[cell] === letter) return cell;
    return -1;
  }
}

/** A number that names one of `count` things, or none when it is negative. */
function checked(number: number, count: number): number {
  if (number >= count) throw new Error(`there is no entry [${number}] of [${count}]`);
  return number < 0 ? -1 : number;
}

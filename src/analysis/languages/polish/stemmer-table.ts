/** A table of stems in the form of Egothor, such as Stempel's for Polish. */
import { JavaDataReader } from "../java-data-reader.ts";
import { CommandTrie } from "./command-trie.ts";
import { patched, reach } from "./patch-commands.ts";

/** A command of this kind alone says that no further part follows. */
const END = "*";

/** Tries for the parts of commands, one behind the other (MultiTrie2), or a single one. */
export class StemmerTable {
  readonly #forward: boolean;
  readonly #tries: readonly CommandTrie[];
  readonly #divided: boolean;

  /** Throws an Error for bytes that are no table. */
  constructor(bytes: Uint8Array) {
    const data = new JavaDataReader(bytes);
    this.#divided = data.text().toUpperCase().includes("M");
    if (!this.#divided) {
      this.#forward = false;
      this.#tries = [new CommandTrie(data)];
      return;
    }
    this.#forward = data.boolean();
    // How long parts are in a form that is not divided at what they pass over.
    data.integer();
    this.#tries = Array.from({ length: data.count(13) }, () => new CommandTrie(data));
  }

  /** The stem of a word; the word itself when the table has none. */
  stem(word: string): string {
    if (word === "") return word;
    const commands = this.#divided ? this.#commandsOf(word) : this.#tries[0]!.last(word);
    if (commands === undefined) return word;
    return patched(word, commands) || word;
  }

  /** The parts of the commands: each trie sees the word without what the parts before it look at. */
  #commandsOf(word: string): string {
    let commands = "";
    let key = word;
    let lastKey = word;
    let before = "";
    for (const trie of this.#tries) {
      const part = trie.last(lastKey);
      if (part === undefined || part === END || part.length < 2 || cannotFollow(before, part)) return commands;
      if (part.startsWith("-")) {
        const letters = (before === "" ? 0 : reach(before)) + reach(part);
        if (letters > key.length) return commands;
        key = this.#forward ? key.slice(letters) : key.slice(0, key.length - letters);
      }
      commands += part;
      before = part;
      if (key !== "") lastKey = key;
    }
    return commands;
  }
}

/** Two parts that pass over letters, or delete them, would have been one. */
function cannotFollow(before: string, part: string): boolean {
  const last = before.charAt(before.length - 2);
  return (last === "-" || last === "D") && last === part.charAt(0);
}

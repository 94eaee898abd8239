/**
 * Words of the user's own for Japanese: `日本経済新聞,日本 経済 新聞,ニホン ケイザイ シンブン,カスタム名詞`, with its parts, their readings and the
 * part of speech (Lucene's UserDictionary).
 */
import { RequestError } from "../../../compat/errors.ts";
import type { ComponentParameters } from "../../component-parameters.ts";
import type { Words } from "../mecab/mecab-dictionary.ts";
import { csvFields, userDictionaryLines } from "../mecab/user-dictionary-lines.ts";

/** What such a word costs: it wins against everything that the dictionary knows. */
const WORD_COST = -100_000;
/** Connection id of a noun in IPADIC. */
const CONNECTION_ID = 5;
const FIELDS = 4;

/** A part of a word with what it is. */
interface Segment {
  readonly text: string;
  readonly reading: string;
  readonly partOfSpeech: string;
}

interface UserWord {
  readonly text: string;
  /** Number of its first segment, and how many there are. */
  readonly first: number;
  readonly count: number;
}

/** The words of a user dictionary. Segments are its entries for tokens, whole words those for the lattice. */
export class JapaneseUserDictionary implements Words {
  readonly #words: UserWord[] = [];
  readonly #byText = new Map<string, number>();
  readonly #segments: Segment[] = [];
  #longest = 0;

  /** Throws 500, as Lucene does, for entries that are none. */
  constructor(lines: readonly string[]) {
    for (const line of lines) {
      if (line.startsWith("#") || line.trim() === "") continue;
      const fields = csvFields(line);
      if (fields.length < FIELDS)
        throw failure(
          "array_index_out_of_bounds_exception",
          `Index ${fields.length} out of bounds for length ${fields.length}`,
        );
      const [text = "", segmentation = "", reading = "", partOfSpeech = ""] = fields;
      const parts = segmentation.split(/ +/);
      const readings = reading.split(/ +/);
      if (parts.length !== readings.length) {
        const numbers = `the number of segmentations (${parts.length}) does not match the number of readings (${readings.length})`;
        throw failure("runtime_exception", `Illegal user dictionary entry ${text} - ${numbers}`);
      }
      const surface = text.replace(/\s/g, "");
      if (parts.join("").replace(/\s/g, "") !== surface) {
        const forms = `the concatenated segmentation (${parts.join("")}) does not match the surface form (${surface})`;
        throw failure("runtime_exception", `Illegal user dictionary entry ${text} - ${forms}`);
      }
      this.#byText.set(text, this.#words.length);
      this.#words.push({ text, first: this.#segments.length, count: parts.length });
      for (const [index, part] of parts.entries())
        this.#segments.push({ text: part, reading: readings[index]!, partOfSpeech });
      this.#longest = Math.max(this.#longest, text.length);
    }
  }

  /** Calls back for each word that begins at `from`, with where it ends. */
  forEachWord(text: string, from: number, use: (word: number, end: number) => void): void {
    for (let end = from + 1; end <= Math.min(text.length, from + this.#longest); end++) {
      const word = this.#byText.get(text.slice(from, end));
      if (word !== undefined) use(word, end);
    }
  }

  /** The parts of a word: their entries, and how long they are. */
  segments(word: number): readonly { readonly entry: number; readonly length: number }[] {
    const { first, count } = this.#words[word]!;
    return Array.from({ length: count }, (_, index) => ({
      entry: first + index,
      length: this.#segments[first + index]!.text.length,
    }));
  }

  leftId(): number {
    return CONNECTION_ID;
  }

  rightId(): number {
    return CONNECTION_ID;
  }

  cost(): number {
    return WORD_COST;
  }

  /** Of a segment. */
  features(entry: number): readonly string[] {
    const { text, reading, partOfSpeech } = this.#segments[entry]!;
    return [text, partOfSpeech, "*", "*", "*", "*", "*", "*", reading, "*"];
  }
}

function failure(type: string, reason: string): RequestError {
  return new RequestError(500, type, reason);
}

/** The dictionary of `user_dictionary` (a file) or `user_dictionary_rules`; undefined when there is none. */
export function japaneseUserDictionary(parameters: ComponentParameters): JapaneseUserDictionary | undefined {
  const lines = userDictionaryLines(parameters);
  return lines.length === 0 ? undefined : new JapaneseUserDictionary(lines);
}

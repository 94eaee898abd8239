/** Words of the user's own for Korean: `세종시 세종 시` is a compound with its parts (Lucene's UserDictionary). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { ComponentParameters } from "../../component-parameters.ts";
import { userDictionaryLines } from "../mecab/user-dictionary-lines.ts";
import type { KoreanEntry } from "./korean-dictionary.ts";

/** What such a word costs: it wins against everything that the dictionary knows. */
export const USER_WORD_COST = -100_000;
/**
 * Connection ids of a noun in mecab-ko-dic 2.1.1; what follows one in Hangul joins by whether it ends in a vowel or a
 * consonant.
 */
export const USER_LEFT_ID = 1780;
const RIGHT_ID = 3532;
const RIGHT_ID_VOWEL = 3533;
const RIGHT_ID_CONSONANT = 3534;

const HANGUL_SYLLABLES = 0xac00;
/** Syllables that begin with the same two letters: without a last consonant, and with each of them. */
const CODAS = 28;
const hangul = /\p{Script=Hangul}/u;

export interface KoreanUserWord {
  readonly text: string;
  readonly rightId: number;
  readonly entry: KoreanEntry;
}

/** The words, found by their beginning. */
export class KoreanUserDictionary {
  readonly #words = new Map<string, KoreanUserWord>();
  #longest = 0;

  /** Throws 400 when the parts of an entry are longer than its word. */
  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const entry = line.replace(/#.*$/, "");
      if (entry.trim() === "") continue;
      const [text = "", ...parts] = entry.split(/[ \t\v\f]+/).filter((part, index) => index === 0 || part !== "");
      if (this.#words.has(text)) continue;
      if (parts.join("").length > text.length) {
        throw illegalArgument(
          `Illegal user dictionary entry ${entry} - the segmentation is bigger than the surface form (${text})`,
        );
      }
      this.#words.set(text, { text, rightId: rightIdOf(entry.at(-1)!), entry: entryOf(text, parts) });
      this.#longest = Math.max(this.#longest, text.length);
    }
  }

  /** The longest word that begins at `from`. */
  longestAt(text: string, from: number): KoreanUserWord | undefined {
    for (let length = Math.min(this.#longest, text.length - from); length > 0; length--) {
      const word = this.#words.get(text.slice(from, from + length));
      if (word !== undefined) return word;
    }
    return undefined;
  }
}

function entryOf(text: string, parts: readonly string[]): KoreanEntry {
  if (parts.length === 0) return { tag: "NNG", reading: undefined, kind: "morpheme", parts: undefined };
  let from = 0;
  const morphemes = parts.map((part) => {
    const start = from;
    from += part.length;
    return { tag: "NNG", text: text.slice(start, from) };
  });
  return { tag: "NNG", reading: undefined, kind: "compound", parts: morphemes };
}

function rightIdOf(last: string): number {
  if (!hangul.test(last)) return RIGHT_ID;
  return (last.charCodeAt(0) - HANGUL_SYLLABLES) % CODAS === 0 ? RIGHT_ID_VOWEL : RIGHT_ID_CONSONANT;
}

/** The dictionary of `user_dictionary` (a file) or `user_dictionary_rules`; undefined when there is none. */
export function koreanUserDictionary(parameters: ComponentParameters): KoreanUserDictionary | undefined {
  const lines = userDictionaryLines(parameters);
  return lines.length === 0 ? undefined : new KoreanUserDictionary(lines);
}

/**
 * `nbest_examples`: words that should be told, in texts of which they are no words on the cheapest way
 * (`成田空港-成田/箱根山-箱根`).
 */
import { RequestError } from "../../../compat/errors.ts";
import type { MecabDictionary } from "../mecab/mecab-dictionary.ts";
import { costOfWord, type LatticeOptions } from "./japanese-lattice.ts";

/** A word and the text in which it is looked for. */
export interface NBestExample {
  readonly text: string;
  readonly word: string;
}

/** Reads the examples. Throws 500, as Lucene does, for what is none. */
export function nBestExamples(examples: string): readonly NBestExample[] {
  return examples
    .split("/")
    .filter((example) => example !== "")
    .map((example) => {
      const [text, word, ...more] = example.replace(/-+$/, "").split("-");
      if (text !== undefined && word !== undefined && more.length === 0) return { text, word };
      throw new RequestError(500, "runtime_exception", `Unexpected example form: ${example} (expected two '-')`);
    });
}

/** The cost at which all words of the examples are told that can be. */
export function nBestCostOf(
  examples: readonly NBestExample[],
  dictionary: MecabDictionary,
  options: LatticeOptions,
): number {
  let most = 0;
  for (const { text, word } of examples) {
    const from = text.indexOf(word);
    const cost = from < 0 ? NEVER : costOfWord(text, from, from + word.length, dictionary, options);
    if (cost !== NEVER) most = Math.max(most, cost);
  }
  return most;
}

const NEVER = 0x7fffffff;

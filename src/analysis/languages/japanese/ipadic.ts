/** The dictionary IPADIC as the package `kuromoji` has it, which is installed by whoever wants Japanese. */
import { type CharacterClass, type MecabDictionary, readMecabDictionary } from "../mecab/mecab-dictionary.ts";

let loaded: MecabDictionary | undefined;

/** The dictionary, read when it is first needed: some 160 MB for each thread that analyses Japanese. */
export function ipadic(): MecabDictionary {
  loaded ??= readMecabDictionary("kuromoji", "Japanese");
  return loaded;
}

const KATAKANA_MIDDLE_DOT = 0x30fb;

/**
 * The class of a character as Lucene has it: the dot is a sign, not a letter of Katakana, and characters that the
 * dictionary does not class are none of the blanks, which the package takes them for.
 */
export function japaneseClassOf(dictionary: MecabDictionary, unit: number): CharacterClass {
  if (unit === KATAKANA_MIDDLE_DOT) return dictionary.classNamed("SYMBOL");
  const found = dictionary.classOf(unit);
  return found.name === "SPACE" && unit > 0x20 ? dictionary.classNamed("DEFAULT") : found;
}

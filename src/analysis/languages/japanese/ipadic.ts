/** The dictionary IPADIC as the package `kuromoji` has it, which is installed by whoever wants Japanese. */
import { type MecabDictionary, readMecabDictionary } from "../mecab/mecab-dictionary.ts";

let loaded: MecabDictionary | undefined;

/** The dictionary, read when it is first needed: some 160 MB for each thread that analyses Japanese. */
export function ipadic(): MecabDictionary {
  loaded ??= readMecabDictionary("kuromoji", "Japanese");
  return loaded;
}

/** The lemmas of Ukrainian by a dictionary from the folder of the configuration (Lucene's MorfologikFilter). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { Token } from "../../analyzer.ts";
import type { ComponentParameters } from "../../component-parameters.ts";
import type { TokenFilter } from "../../token-list.ts";
import { lowerText } from "../../unicode/lower-case.ts";
import { heldByBytes } from "../held-by-bytes.ts";
import { LemmaDictionary } from "./lemma-dictionary.ts";

/**
 * Where the dictionary stands below the folder of the configuration. It comes with the module
 * morfologik-ukrainian-search, which no package has.
 */
export const ukrainianDictionaryPaths = {
  automaton: "morfologik/ukrainian.dict",
  properties: "morfologik/ukrainian.info",
} as const;

/** Words whose lemmas a filter remembers; when it is full it begins again. */
const REMEMBERED_WORDS = 4096;

/**
 * Puts lemmas for words that the dictionary has, all at one position. Throws 400 when the dictionary is not there or
 * damaged.
 */
export function morfologikFilter(parameters: ComponentParameters): TokenFilter {
  const held = readDictionary(parameters);
  const known = new Map<string, readonly string[]>();
  const lemmasOf = (word: string): readonly string[] => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const lemmas = orDamaged(() => {
      const asItIs = held.made.lemmas(word);
      return asItIs.length > 0 ? asItIs : held.made.lemmas(lowerText(word));
    });
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(word, lemmas);
    return lemmas;
  };
  return {
    attributes: ["keyword"],
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        const lemmas = token.keyword ? [] : lemmasOf(token.text);
        if (lemmas.length === 0) tokens.push(token);
        for (const text of lemmas) tokens.push({ ...token, text });
      }
      return { ...list, tokens };
    },
  };
}

const dictionaryOf = heldByBytes(
  (automaton: Uint8Array, properties: Uint8Array) =>
    new LemmaDictionary(automaton, Buffer.from(properties).toString("utf8")),
);

function readDictionary({ name, surroundings }: ComponentParameters): ReturnType<typeof dictionaryOf> {
  for (const path of Object.values(ukrainianDictionaryPaths)) {
    const [folder = "", file = ""] = path.split("/");
    if (surroundings.fileNames(folder).includes(file)) continue;
    throw illegalArgument(
      `Ukrainian needs [${file}] of the module morfologik-ukrainian-search as [${path}] below the folder of the configuration`,
    );
  }
  const automaton = surroundings.readBytes(name, ukrainianDictionaryPaths.automaton);
  const properties = surroundings.readBytes(name, ukrainianDictionaryPaths.properties);
  return orDamaged(() => dictionaryOf(automaton, properties));
}

function orDamaged<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw illegalArgument(
      `could not read the dictionary [${ukrainianDictionaryPaths.automaton}]: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

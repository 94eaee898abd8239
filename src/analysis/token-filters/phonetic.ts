import { illegalArgument } from "../../core/errors.ts";
import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { caverphone1, caverphone2 } from "../languages/phonetic/caverphone.ts";
import { cologne } from "../languages/phonetic/cologne.ts";
import { doubleMetaphone } from "../languages/phonetic/double-metaphone.ts";
import { metaphone } from "../languages/phonetic/metaphone.ts";
import { nysiis, refinedSoundex, soundex } from "../languages/phonetic/soundex.ts";
import type { TokenFilter } from "../token-list.ts";

/** Answers the code of a word; undefined when it has none. */
type Encoder = (word: string) => string | undefined;

const encoders: Readonly<Record<string, Encoder>> = {
  metaphone: (word) => metaphone(word),
  soundex,
  caverphone1,
  caverphone2,
  caverphone: caverphone2,
  refined_soundex: refinedSoundex,
  refinedSoundex,
  cologne,
  nysiis,
};
/** Encoders of the original that are not available. */
const missing = ["beider_morse", "beidermorse", "daitch_mokotoff", "koelnerphonetik", "haasephonetik"];

/** One code for each token, in its place or before it at the same position: Lucene's PhoneticFilter. */
function codeFilter(encode: Encoder, replace: boolean): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        const code = token.text === "" ? "" : encode(token.text);
        if (code === undefined || code === "" || code === token.text) {
          tokens.push(token);
          continue;
        }
        tokens.push({ ...token, text: code });
        if (!replace) tokens.push(token);
      }
      return { ...list, tokens };
    },
  };
}

/** Both codes behind the token, or in its place: Lucene's DoubleMetaphoneFilter. */
function doubleMetaphoneFilter(maxLength: number, replace: boolean): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        const codes = doubleMetaphone(token.text, maxLength);
        const texts: string[] = [];
        if (codes !== undefined && codes.primary !== token.text) {
          if (codes.primary !== "") texts.push(codes.primary);
          if (codes.alternate !== "" && codes.alternate !== codes.primary) texts.push(codes.alternate);
        }
        if (!replace || texts.length === 0) tokens.push(token);
        for (const text of texts) tokens.push({ ...token, text });
      }
      return { ...list, tokens };
    },
  };
}

function create(parameters: ComponentParameters): TokenFilter {
  const name = parameters.string("encoder") ?? "metaphone";
  const replace = parameters.boolean("replace", true);
  if (name === "double_metaphone" || name === "doubleMetaphone") return doubleMetaphoneFilter(parameters.integer("max_code_len", 4), replace);
  const encoder = Object.hasOwn(encoders, name) ? encoders[name] : undefined;
  if (encoder !== undefined) return codeFilter(encoder, replace);
  if (missing.includes(name)) throw illegalArgument(`encoder [${name}] for phonetic token filter is not available`);
  throw illegalArgument(`unknown encoder [${name}] for phonetic token filter`);
}

export const phonetic: TokenFilterKind = {
  name: "phonetic",
  summary: "Codes for how words sound.",
  create,
};

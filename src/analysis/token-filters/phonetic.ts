import { illegalArgument } from "../../compat/errors.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { BeiderMorse, type NameType, type RuleType } from "../languages/phonetic/beider-morse.ts";
import { caverphone1, caverphone2 } from "../languages/phonetic/caverphone.ts";
import { cologne } from "../languages/phonetic/cologne.ts";
import { daitchMokotoff } from "../languages/phonetic/daitch-mokotoff.ts";
import { doubleMetaphone } from "../languages/phonetic/double-metaphone.ts";
import { haasePhonetik, koelnerPhonetik } from "../languages/phonetic/koelner-phonetik.ts";
import { metaphone } from "../languages/phonetic/metaphone.ts";
import { nysiis, refinedSoundex, soundex } from "../languages/phonetic/soundex.ts";
import type { TokenFilter } from "../token-list.ts";

/** Returns the code of a word; undefined when it has none. */
type Encoder = (word: string) => string | undefined;

/** Encoders with one code per word, by lower-case name. */
const encoders: NameTable<Encoder> = nameTable({
  metaphone: (word) => metaphone(word),
  soundex,
  caverphone1,
  caverphone2,
  caverphone: caverphone2,
  refined_soundex: refinedSoundex,
  refinedsoundex: refinedSoundex,
  cologne,
  nysiis,
  koelnerphonetik: koelnerPhonetik,
  haasephonetik: haasePhonetik,
});

/** Lucene's PhoneticFilter: one code per token, replacing it or before it at the same position. */
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

/** Lucene's DoubleMetaphoneFilter: both codes after the token, or replacing it. */
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

/** Lucene's DaitchMokotoffSoundexFilter: all codes after the token, or replacing it. */
function daitchMokotoffFilter(replace: boolean): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        if (!replace || token.text === "") tokens.push(token);
        if (token.text !== "") for (const text of daitchMokotoff(token.text)) tokens.push({ ...token, text });
      }
      return { ...list, tokens };
    },
  };
}

/** Lucene's BeiderMorseFilter: all codes replace the token, which stays when it has none. */
function beiderMorseFilter(encoder: BeiderMorse, languages: ReadonlySet<string> | undefined): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      for (const token of list.tokens) {
        const codes = encoder
          .codes(token.text, languages)
          .flatMap((code) => code.split(/[()|-]/).filter((part) => part !== ""));
        if (codes.length === 0) tokens.push(token);
        for (const text of codes) tokens.push({ ...token, text });
      }
      return { ...list, tokens };
    },
  };
}

const nameTypes: readonly NameType[] = ["generic", "ashkenazi", "sephardic"];
const ruleTypes: readonly RuleType[] = ["approx", "exact"];

function beiderMorse(parameters: ComponentParameters): TokenFilter {
  const rule = parameters.string("rule_type") ?? "approx";
  const ruleType = ruleTypes.find((type) => type === rule.toLowerCase());
  if (ruleType === undefined) throw illegalArgument(`No matching rule type [${rule}] for beider morse encoder`);
  const name = parameters.string("name_type") ?? "generic";
  const nameType = nameTypes.find((type) => type === name.toLowerCase());
  if (nameType === undefined) throw illegalArgument(`No matching name type [${name}] for beider morse encoder`);
  const languages = parameters.list("languageset");
  return beiderMorseFilter(
    new BeiderMorse(nameType, ruleType),
    languages === undefined ? undefined : new Set(languages),
  );
}

function create(parameters: ComponentParameters): TokenFilter {
  const given = parameters.string("encoder") ?? "metaphone";
  const name = given.toLowerCase();
  const replace = parameters.boolean("replace", true);
  if (name === "double_metaphone" || name === "doublemetaphone")
    return doubleMetaphoneFilter(parameters.integer("max_code_len", 4), replace);
  if (name === "bm" || name === "beider_morse" || name === "beidermorse") return beiderMorse(parameters);
  if (name === "daitch_mokotoff") return daitchMokotoffFilter(replace);
  const encoder = Object.hasOwn(encoders, name) ? encoders[name] : undefined;
  if (encoder === undefined) throw illegalArgument(`unknown encoder [${given}] for phonetic token filter`);
  return codeFilter(encoder, replace);
}

export const phonetic: TokenFilterKind = {
  name: "phonetic",
  summary: "Codes for how words sound.",
  create,
};

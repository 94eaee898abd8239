/** N-gram tokenizers (Lucene's NGramTokenizer and EdgeNGramTokenizer with Lucene's defaults). */
import { illegalArgument } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import type { Token } from "../analyzer.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { characterClasses } from "../token-characters.ts";
import type { Tokenizer } from "../token-list.ts";
import type { GramSizes } from "./gram-sizes.ts";

/** Grams of the runs of characters for which `isTokenCharacter` is true; each at its own position. */
export function gramTokenizer(
  sizes: GramSizes,
  isTokenCharacter: (codePoint: number) => boolean,
  edgesOnly: boolean,
): Tokenizer {
  return {
    tokenize(text) {
      const tokens: Token[] = [];
      for (const run of runsOf(text, isTokenCharacter)) {
        const count = run.length - 1;
        const starts = edgesOnly ? Math.min(1, count) : count;
        for (let start = 0; start < starts; start++) {
          for (let size = sizes.min; size <= sizes.max && start + size <= count; size++) {
            const startOffset = run[start]!;
            const endOffset = run[start + size]!;
            tokens.push({
              text: text.slice(startOffset, endOffset),
              position: tokens.length,
              startOffset,
              endOffset,
              positionLength: 1,
              type: "word",
            });
          }
        }
      }
      return { tokens, nextPosition: tokens.length, endOffset: text.length };
    },
  };
}

/** Offsets of the characters of each run, plus that of its end. */
function runsOf(text: string, isTokenCharacter: (codePoint: number) => boolean): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at)!;
    if (isTokenCharacter(codePoint)) run.push(at);
    else if (run.length > 0) {
      runs.push([...run, at]);
      run = [];
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (run.length > 0) runs.push([...run, text.length]);
  return runs;
}

/** Reads `token_chars` and `custom_token_chars`; by default every character is part of a token. */
export function tokenCharacters(parameters: ComponentParameters): (codePoint: number) => boolean {
  const names = parameters.list("token_chars") ?? [];
  if (names.length === 0) return () => true;
  const tests = names.map((name) => {
    const lowered = name.toLowerCase().trim();
    if (lowered === "custom") return customCharacters(parameters);
    const test = ownOf(characterClasses, lowered);
    if (!test) throw illegalArgument(`Unknown token type: '${lowered}', must be one of ${knownTypes}`);
    return test;
  });
  return (codePoint) => tests.some((test) => test(codePoint));
}

const knownTypes =
  "[symbol, private_use, paragraph_separator, start_punctuation, unassigned, enclosing_mark, connector_punctuation, letter_number, other_number, math_symbol, lowercase_letter, space_separator, surrogate, initial_quote_punctuation, decimal_digit_number, digit, other_punctuation, dash_punctuation, currency_symbol, non_spacing_mark, format, modifier_letter, control, uppercase_letter, other_symbol, end_punctuation, modifier_symbol, other_letter, line_separator, titlecase_letter, letter, punctuation, combining_spacing_mark, final_quote_punctuation, whitespace]";

function customCharacters(parameters: ComponentParameters): (codePoint: number) => boolean {
  const characters = parameters.string("custom_token_chars");
  if (characters === undefined) throw illegalArgument("Token type: 'custom' requires setting `custom_token_chars`");
  const set = new Set(Array.from(characters, (character) => character.codePointAt(0)));
  return (codePoint) => set.has(codePoint);
}

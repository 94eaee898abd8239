import { onFirstUse } from "../../core/on-first-use.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { scriptRunEnd } from "../languages/script-runs.ts";
import type { Tokenizer } from "../token-list.ts";

const emoji = onFirstUse(() => new RegExp("^(?:\\p{RGI_Emoji}|\\p{Emoji_Presentation})", "v"));
const notColons = /[^:]+/g;
const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Begins with a letter of a script that needs a dictionary to find words. */
const byDictionary = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const hangul = /\p{Script=Hangul}/u;
/** ICU types a word by the rule that matches its end. */
const endsInNumber = /\p{N}[\p{M}\p{Cf}]*$/u;

/** Words by ICU's rules and dictionaries, within runs of one script: Lucene's ICUTokenizer on top of Intl.Segmenter. */
export function icuWordTokenizer(): Tokenizer {
  const segmenter = new Intl.Segmenter("und", { granularity: "word" });
  return {
    tokenize(text) {
      const tokens: Token[] = [];
      for (let from = 0; from < text.length;) {
        const end = scriptRunEnd(text, from);
        for (const { segment, index, isWordLike } of segmenter.segment(text.slice(from, end))) {
          // Unlike Unicode's default, Lucene's rules split words at a colon.
          for (const { 0: part, index: inside } of segment.matchAll(notColons)) {
            const type = typeOf(part, isWordLike === true);
            if (type === undefined) continue;
            const startOffset = from + index + inside;
            if (type === "<NUM>" && byDictionary.test(part)) renameRow(tokens, startOffset, from);
            tokens.push({
              text: part,
              position: tokens.length,
              startOffset,
              endOffset: startOffset + part.length,
              positionLength: 1,
              type,
            });
          }
        }
        from = end;
      }
      return { tokens, nextPosition: tokens.length, endOffset: text.length };
    },
  };
}

/** When a dictionary splits what one rule matched, all words of that run before `end` get the rule's type: a number. */
function renameRow(tokens: Token[], end: number, runStart: number): void {
  let at = end;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.endOffset !== at || token.startOffset < runStart || !byDictionary.test(token.text)) return;
    tokens[index] = { ...token, type: "<NUM>" };
    at = token.startOffset;
  }
}

/** Type of a word; undefined when it is not a word. */
function typeOf(segment: string, isWord: boolean): string | undefined {
  if (emoji().test(segment)) return "<EMOJI>";
  if (!isWord) return undefined;
  if (ideographic.test(segment)) return "<IDEOGRAPHIC>";
  if (hangul.test(segment)) return "<HANGUL>";
  return endsInNumber.test(segment) ? "<NUM>" : "<ALPHANUM>";
}

export const icuTokenizer: TokenizerKind = {
  name: "icu_tokenizer",
  summary: "Words by ICU: dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese.",
  create(parameters) {
    if (parameters.string("rule_files") !== undefined)
      throw illegalArgument("[rule_files] of icu_tokenizer is not supported");
    return icuWordTokenizer();
  },
};

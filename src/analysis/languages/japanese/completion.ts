/**
 * Words beside what is typed for them, to complete what users of Japanese input methods type: Lucene's
 * JapaneseCompletionFilter.
 */
import type { ComponentParameters } from "../../component-parameters.ts";
import type { Token } from "../../analyzer.ts";
import type { TokenFilter, TokenList } from "../../token-list.ts";
import { readingOf } from "./japanese-filters.ts";
import { waysToType } from "./romaji-keystrokes.ts";

/** `query` also joins what the tokenizer divides while a word is being typed: `サッ` and `k`, `こい` and `ぬ`. */
export type CompletionMode = "index" | "query";

/** Reads `mode`. Any other word means the default, as in Lucene. */
export function completionMode(parameters: ComponentParameters): CompletionMode {
  return parameters.string("mode")?.toLowerCase() === "query" ? "query" : "index";
}

/** A word that later tokens may still be joined to. */
interface PendingWord {
  readonly surface: string;
  /** In Katakana; undefined: it is not known. */
  readonly reading: string | undefined;
  /** Whether it is nothing but Kana. */
  readonly isKana: boolean;
  readonly startOffset: number;
  readonly endOffset: number;
}

const onlyKana = /^[\u3040-\u309f\u30a0-\u30ff]*$/;
const onlyLowerLatin = /^[a-zａ-ｚ]*$/;
const typeable = /^[\u30a0-\u30ffa-z]+$/;

/** See the file comment. Tokens get positions without holes, and lose whatever else is known of them. */
export function completionFilter(mode: CompletionMode): TokenFilter {
  return {
    filter(list) {
      const tokens: Token[] = [];
      let position = -1;
      let pending: PendingWord | undefined;
      const tell = (word: PendingWord): void => {
        position++;
        for (const token of tokensOf(word, position)) tokens.push(token);
      };
      for (const token of list.tokens) {
        const word = wordOf(token);
        const joined = pending && mode === "query" ? join(pending, word) : undefined;
        if (joined === undefined) {
          if (pending) tell(pending);
          pending = word;
        } else if (joined.complete) {
          tell(joined.word);
          pending = undefined;
        } else {
          pending = joined.word;
        }
      }
      if (pending) tell(pending);
      return { ...list, tokens, nextPosition: position + 1 + holesAtEnd(list) };
    },
  };
}

function holesAtEnd({ tokens, nextPosition }: TokenList): number {
  return nextPosition - 1 - (tokens.at(-1)?.position ?? -1);
}

function wordOf(token: Token): PendingWord {
  const { text: surface, startOffset, endOffset } = token;
  const isKana = onlyKana.test(surface);
  return {
    surface,
    reading: readingOf(token) ?? (isKana ? asKatakana(surface) : undefined),
    isKana,
    startOffset,
    endOffset,
  };
}

/** Small and large letters, and marks that repeat them. */
function asKatakana(text: string): string {
  return text.replace(/[ぁ-ゖゝゞ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
}

/**
 * One word of two that follow each other; undefined when they are two. It is complete when nothing more can be joined
 * to it.
 */
function join(
  first: PendingWord,
  second: PendingWord,
): { readonly word: PendingWord; readonly complete: boolean } | undefined {
  const both = {
    surface: first.surface + second.surface,
    isKana: first.isKana && second.isKana,
    startOffset: first.startOffset,
    endOffset: second.endOffset,
  };
  if (!onlyLowerLatin.test(first.surface) && onlyLowerLatin.test(second.surface)) {
    // What is not yet Kana is its own reading.
    return {
      word: { ...both, reading: first.reading === undefined ? undefined : first.reading + second.surface },
      complete: true,
    };
  }
  if (!both.isKana) return undefined;
  return { word: { ...both, reading: (first.reading ?? "") + (second.reading ?? "") }, complete: false };
}

/** The word, and at its position all ways to type it. */
function tokensOf({ surface, reading, startOffset, endOffset }: PendingWord, position: number): Token[] {
  const ways = reading !== undefined && typeable.test(reading) ? waysToType(reading) : [];
  return [surface, ...ways].map((text) => ({
    text,
    position,
    startOffset,
    endOffset,
    positionLength: 1,
    type: "word",
  }));
}

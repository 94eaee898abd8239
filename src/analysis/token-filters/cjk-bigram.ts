import type { Token } from "../analyzer.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import type { TokenFilter } from "../token-list.ts";

/** Types of the standard tokenizer by the script's name in `ignored_scripts`. */
const typeOfScript: Readonly<Record<string, string>> = {
  han: "<IDEOGRAPHIC>",
  hiragana: "<HIRAGANA>",
  katakana: "<KATAKANA>",
  hangul: "<HANGUL>",
};

/** One character in a run without gaps. */
interface Character {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Lucene's CJKBigramFilter: bigrams of adjacent characters of `types`, and unigrams of isolated ones. */
export function cjkBigramFilter(types: ReadonlySet<string>, outputUnigrams: boolean): TokenFilter {
  return {
    filter(list) {
      const output = new BigramOutput(outputUnigrams);
      let run: Character[] = [];
      let runEnd = -1;
      let inputPosition = -1;
      for (const token of list.tokens) {
        const increment = token.position - inputPosition;
        inputPosition = token.position;
        if (!types.has(token.type)) {
          output.run(run);
          run = [];
          output.other(token, increment);
          runEnd = -1;
          continue;
        }
        if (token.startOffset !== runEnd) {
          output.run(run);
          run = [];
        }
        charactersOf(token, run);
        runEnd = token.endOffset;
      }
      output.run(run);
      const holes = list.nextPosition - inputPosition - 1;
      return { ...list, tokens: output.tokens, nextPosition: output.position + 1 + holes };
    },
  };
}

/** Each character has its own offsets if the token is as long as its text; otherwise it has the token's. */
function charactersOf(token: Token, run: Character[]): void {
  const exact = token.endOffset - token.startOffset === token.text.length;
  let offset = token.startOffset;
  for (const text of token.text) {
    run.push({
      text,
      startOffset: exact ? offset : token.startOffset,
      endOffset: exact ? offset + text.length : token.endOffset,
    });
    offset += text.length;
  }
}

/** The output tokens. Positions are consecutive: gaps before bigrams are dropped. */
class BigramOutput {
  readonly tokens: Token[] = [];
  position = -1;
  readonly #unigrams: boolean;

  constructor(unigrams: boolean) {
    this.#unigrams = unigrams;
  }

  other(token: Token, increment: number): void {
    this.position += increment;
    this.tokens.push({ ...token, position: this.position });
  }

  run(characters: readonly Character[]): void {
    const single = characters.length === 1;
    for (const [index, character] of characters.entries()) {
      const next = characters[index + 1];
      if (this.#unigrams || single) {
        this.position++;
        this.#push(character.text, character, character, "<SINGLE>", 1);
      }
      if (next === undefined) break;
      if (!this.#unigrams) this.position++;
      this.#push(character.text + next.text, character, next, "<DOUBLE>", this.#unigrams ? 2 : 1);
    }
  }

  #push(text: string, first: Character, last: Character, type: string, positionLength: number): void {
    this.tokens.push({
      text,
      position: this.position,
      startOffset: first.startOffset,
      endOffset: last.endOffset,
      positionLength,
      type,
    });
  }
}

export const cjkBigram: TokenFilterKind = {
  name: "cjk_bigram",
  summary: "Pairs of Chinese, Japanese and Korean characters.",
  create(parameters) {
    const ignored = parameters.list("ignored_scripts") ?? [];
    for (const script of ignored)
      if (!Object.hasOwn(typeOfScript, script)) throw illegalArgument(`Unknown script [${script}]`);
    const types = Object.entries(typeOfScript).filter(([script]) => !ignored.includes(script));
    return cjkBigramFilter(new Set(types.map(([, type]) => type)), parameters.boolean("output_unigrams", false));
  },
};

import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { SynonymMap } from "../synonyms/synonym-map.ts";
import { synonymFilter } from "../synonyms/synonym-parameters.ts";
import { identityFilter, type TokenFilter, type TokenList } from "../token-list.ts";

const SYNONYM = "SYNONYM";

/**
 * Adds or replaces words by rules, word by word (Lucene's SynonymFilter): synonyms of several words overlap the
 * following words.
 */
export const synonym: TokenFilterKind = {
  name: "synonym",
  summary: "Adds synonyms, or replaces words by them.",
  byName: false,

  create(parameters) {
    const own = synonymFilter(parameters, (list, map) => new FlatSynonyms(list.tokens, map).filter(list));
    // Rules of a later filter are parsed as if this one were absent; after a graph filter they are not allowed, as in
    // Elasticsearch.
    const forSynonyms = (): TokenFilter => identityFilter;
    return { ...own, forSynonyms, inChain: (before) => ({ ...own.inChain(before), forSynonyms }) };
  },
};

/** A word of a synonym; `endOffset` and `positionLength` are the match's if the synonym has only one word. */
interface Output {
  readonly text: string;
  readonly endOffset: number | undefined;
  readonly positionLength: number;
}

class FlatSynonyms {
  readonly #input: readonly Token[];
  readonly #map: SynonymMap;
  /** Synonym words at each token, and at positions after the last one. */
  readonly #outputs: Output[][] = [];
  readonly #tokens: Token[] = [];
  #position = -1;

  constructor(input: readonly Token[], map: SynonymMap) {
    this.#input = input;
    this.#map = map;
  }

  filter(list: TokenList): TokenList {
    const input = this.#input;
    for (let at = 0; at < input.length;) {
      const match = this.#map.longestMatch(input, at);
      if (match) this.#addOutputs(at, match.length, match.entry.outputs, match.entry.keepsOriginal);
      const end = at + (match?.length ?? 1);
      for (; at < end; at++) this.#give(at, !match || match.entry.keepsOriginal);
    }
    for (let at = input.length; at < this.#outputs.length; at++) this.#giveBehindTheEnd(at);
    const before = input.at(-1)?.position ?? -1;
    return { ...list, tokens: this.#tokens, nextPosition: this.#position + 1 + (list.nextPosition - 1 - before) };
  }

  #addOutputs(from: number, length: number, outputs: readonly (readonly string[])[], keepsOriginal: boolean): void {
    const { endOffset } = this.#input[from + length - 1]!;
    for (const words of outputs) {
      const single = words.length === 1;
      for (const [index, text] of words.entries()) {
        const output = {
          text,
          endOffset: single ? endOffset : undefined,
          positionLength: single && keepsOriginal ? length : 1,
        };
        (this.#outputs[from + index] ??= []).push(output);
      }
    }
  }

  /** Outputs the token at `at`, if it stays, and the synonym words at its position. */
  #give(at: number, stays: boolean): void {
    const token = this.#input[at]!;
    const increment = token.position - (this.#input[at - 1]?.position ?? -1);
    let next = 1;
    if (stays) {
      this.#position += increment;
      this.#tokens.push({ ...token, position: this.#position });
      next = 0;
    }
    for (const { text, endOffset = token.endOffset, positionLength } of this.#outputs[at] ?? []) {
      this.#position += next;
      next = 0;
      this.#tokens.push({
        text,
        position: this.#position,
        startOffset: token.startOffset,
        endOffset,
        positionLength,
        type: SYNONYM,
      });
    }
  }

  /** Outputs synonym words beyond the end of the text, with the offsets of its last token. */
  #giveBehindTheEnd(at: number): void {
    const { startOffset, endOffset } = this.#input.at(-1)!;
    this.#position++;
    for (const { text } of this.#outputs[at] ?? []) {
      this.#tokens.push({ text, position: this.#position, startOffset, endOffset, positionLength: 1, type: SYNONYM });
    }
  }
}

import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import { refuseSynonyms } from "../synonyms/refuse-synonyms.ts";
import type { TokenList } from "../token-list.ts";
import {
  catenates,
  type DelimiterOptions,
  delimiterOptions,
  generates,
  Run,
} from "../word-delimiter/delimiter-options.ts";
import { wordParts } from "../word-delimiter/word-parts.ts";

/** Splits words at delimiters, case changes and numbers, as a graph (Lucene's WordDelimiterGraphFilter). */
export const wordDelimiterGraph: TokenFilterKind = {
  name: "word_delimiter_graph",
  summary: "Cuts words at delimiters, changes of case and digits, and joins the parts again, as a graph.",

  create(parameters) {
    const options = delimiterOptions(parameters);
    const adjustOffsets = parameters.boolean("adjust_offsets", true);
    const ignoreKeywords = parameters.boolean("ignore_keywords", false);
    return {
      filter: (list) => new GraphDelimiter(options, adjustOffsets, ignoreKeywords).filter(list),
      attributes: ["keyword"],
      forSynonyms: () => refuseSynonyms(parameters.name),
    };
  },
};

/** A token to output: its range of positions in the word, and its units. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

class GraphDelimiter {
  readonly #options: DelimiterOptions;
  readonly #adjustOffsets: boolean;
  readonly #ignoreKeywords: boolean;
  readonly #tokens: Token[] = [];
  /** Position of the last token output. */
  #position = -1;
  #lastStartOffset = 0;

  constructor(options: DelimiterOptions, adjustOffsets: boolean, ignoreKeywords: boolean) {
    this.#options = options;
    this.#adjustOffsets = adjustOffsets;
    this.#ignoreKeywords = ignoreKeywords;
  }

  filter(list: TokenList): TokenList {
    let before = -1;
    let increment = 0;
    for (const token of list.tokens) {
      const own = token.position - before;
      before = token.position;
      if (this.#ignoreKeywords && token.keyword) {
        this.#give(token, own);
        continue;
      }
      increment += own;
      const { parts, single } = wordParts(token.text, this.#options);
      const [first] = parts;
      const whole = first !== undefined && first.from === 0 && first.to === token.text.length;
      if (whole || this.#options.isProtected(token.text)) {
        this.#give(token, increment);
        increment = 0;
      } else if (first === undefined) {
        // Only delimiters: the token leaves a hole, or is kept.
        if (!this.#options.preserveOriginal) continue;
        this.#give(token, own);
        increment = 0;
      } else {
        this.#givePieces(token, this.#piecesOf(token.text, parts, single), increment);
        increment = 0;
      }
    }
    return { ...list, tokens: this.#tokens, nextPosition: this.#position + 1 + (list.nextPosition - 1 - before) };
  }

  #give(token: Token, increment: number): void {
    this.#position += increment;
    this.#tokens.push({ ...token, position: this.#position });
  }

  #givePieces(token: Token, pieces: readonly Piece[], increment: number): void {
    const adjusts = this.#adjustOffsets && token.text.length === token.endOffset - token.startOffset;
    let position = 0;
    let gap = increment;
    for (const piece of pieces) {
      const startOffset = Math.max(adjusts ? token.startOffset + piece.from : token.startOffset, this.#lastStartOffset);
      const endOffset = Math.max(adjusts ? token.startOffset + piece.to : token.endOffset, this.#lastStartOffset);
      this.#lastStartOffset = startOffset;
      this.#position += gap + piece.start - position;
      gap = 0;
      position = piece.start;
      this.#tokens.push({
        ...token,
        text: piece.text,
        position: this.#position,
        startOffset,
        endOffset,
        positionLength: piece.end - piece.start,
      });
    }
  }

  #piecesOf(text: string, parts: ReturnType<typeof wordParts>["parts"], single: boolean): Piece[] {
    const options = this.#options;
    const pieces: Piece[] = [];
    const run = new Run();
    const all = new Run();
    let position = 0;
    let lastCount = 0;
    const write = ({ text: joined, position: start, from, to }: Run): void => {
      if (position === start) position++;
      pieces.push({ text: joined, start, end: position, from, to });
    };
    const flush = (): void => {
      lastCount = run.count;
      if (run.count !== 1 || !generates(options, run.type)) write(run);
      run.clear();
    };
    for (const part of parts) {
      if (!single) {
        if (run.count > 0 && (run.type & part.type) === 0) flush();
        if (catenates(options, part.type)) run.add(text, part, position);
        if (options.catenateAll) all.add(text, part, position);
      }
      if (single || generates(options, part.type)) {
        pieces.push({
          text: text.slice(part.from, part.to),
          start: position,
          end: position + 1,
          from: part.from,
          to: part.to,
        });
        position++;
      }
    }
    if (run.count > 0) flush();
    // Unless the same run was already output above.
    if (all.count > lastCount) write(all);
    if (options.preserveOriginal)
      pieces.unshift({ text, start: 0, end: Math.max(1, position), from: 0, to: text.length });
    return sortPieces(pieces);
  }
}

/** By start, longest first. */
function sortPieces(pieces: Piece[]): Piece[] {
  return pieces.sort(
    (one, other) => one.start - other.start || other.end - one.end || one.from - other.from || other.to - one.to,
  );
}

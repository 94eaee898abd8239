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
import { type WordPart, wordParts } from "../word-delimiter/word-parts.ts";

/** Splits words at delimiters, case changes and numbers, without a graph (Lucene's WordDelimiterFilter). */
export const wordDelimiter: TokenFilterKind = {
  name: "word_delimiter",
  summary: "Cuts words at delimiters, changes of case and digits, and joins the parts again.",

  create(parameters) {
    const options = delimiterOptions(parameters);
    return {
      filter: (list) => new FlatDelimiter(options).filter(list),
      attributes: ["keyword"],
      forSynonyms: () => refuseSynonyms(parameters.name),
    };
  },
};

/** A token with its increment from the previous one. */
interface Piece {
  readonly token: Token;
  readonly increment: number;
}

class FlatDelimiter {
  readonly #options: DelimiterOptions;
  readonly #tokens: Token[] = [];
  #position = -1;
  /** Increments of tokens that were dropped. */
  #increment = 0;
  /** Whether the current word has output a token, and one after its original. */
  #hasToken = false;
  #hasFollower = false;

  constructor(options: DelimiterOptions) {
    this.#options = options;
  }

  filter(list: TokenList): TokenList {
    let before = -1;
    for (const token of list.tokens) {
      const own = token.position - before;
      before = token.position;
      this.#increment += own;
      const { parts, single } = wordParts(token.text, this.#options);
      const [first] = parts;
      const whole = first !== undefined && first.from === 0 && first.to === token.text.length;
      if (whole || this.#options.isProtected(token.text)) {
        this.#give({ token, increment: this.#increment });
        this.#increment = 0;
        continue;
      }
      if (first === undefined && !this.#options.preserveOriginal) {
        // Only delimiters: leaves no hole, except at the beginning.
        if (own === 1 && this.#tokens.length > 0) this.#increment--;
        continue;
      }
      this.#hasToken = false;
      this.#hasFollower = !this.#options.preserveOriginal;
      if (this.#options.preserveOriginal) {
        this.#give({ token, increment: this.#increment });
        this.#increment = 0;
      }
      if (single && first) this.#give(this.#part(token, first, true));
      else this.#cut(token, parts);
    }
    return { ...list, tokens: this.#tokens, nextPosition: this.#position + 1 + (list.nextPosition - 1 - before) };
  }

  #give({ token, increment }: Piece): void {
    this.#position += increment;
    this.#tokens.push({ ...token, position: this.#position });
  }

  #cut(token: Token, parts: readonly WordPart[]): void {
    const options = this.#options;
    const pieces: Piece[] = [];
    const run = new Run();
    const all = new Run();
    let lastCount = 0;
    const flush = (): void => {
      lastCount = run.count;
      if (run.count !== 1 || !generates(options, run.type)) pieces.push(this.#joined(token, run));
      run.clear();
    };
    for (const part of parts) {
      if (run.count > 0 && (run.type & part.type) === 0) {
        flush();
        this.#hasToken = false;
      }
      if (catenates(options, part.type)) run.add(token.text, part, 0);
      if (options.catenateAll) all.add(token.text, part, 0);
      if (generates(options, part.type)) pieces.push(this.#part(token, part, false));
    }
    if (run.count > 0) flush();
    if (all.count > lastCount) pieces.push(this.#joined(token, all));
    pieces.sort((one, other) => one.token.startOffset - other.token.startOffset || other.increment - one.increment);
    for (const piece of pieces) {
      // Nothing stands before the first position.
      this.#give(this.#tokens.length === 0 && piece.increment === 0 ? { ...piece, increment: 1 } : piece);
    }
  }

  #part(token: Token, { from, to }: WordPart, single: boolean): Piece {
    const plain = token.text.length === token.endOffset - token.startOffset;
    const startOffset = token.startOffset + from;
    // If the text's length differs from its offsets, only the end of a single part can be determined.
    const inside = plain || (single && startOffset <= token.endOffset);
    return {
      token: {
        text: token.text.slice(from, to),
        position: 0,
        startOffset: inside ? startOffset : token.startOffset,
        endOffset: plain ? token.startOffset + to : token.endOffset,
        positionLength: 1,
        type: token.type,
      },
      increment: this.#nextIncrement(false),
    };
  }

  #joined(token: Token, run: Run): Piece {
    const plain = token.text.length === token.endOffset - token.startOffset;
    const increment = this.#nextIncrement(true);
    this.#increment = 0;
    return {
      token: {
        text: run.text,
        position: 0,
        startOffset: plain ? token.startOffset + run.from : token.startOffset,
        endOffset: plain ? token.startOffset + run.to : token.endOffset,
        positionLength: 1,
        type: token.type,
      },
      increment,
    };
  }

  /** `injected`: a catenated run is at the position of its first part. */
  #nextIncrement(injected: boolean): number {
    const increment = this.#increment;
    if (this.#hasToken) {
      this.#increment = 0;
      return injected ? 0 : Math.max(1, increment);
    }
    this.#hasToken = true;
    if (!this.#hasFollower) {
      this.#hasFollower = true;
      return 0;
    }
    this.#increment = 0;
    return Math.max(1, increment);
  }
}

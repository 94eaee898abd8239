/** The lenient query syntax of `simple_query_string` (Lucene's `SimpleQueryParser`): invalid parts are skipped. */
import { booleanOf, type Occur } from "../boolean/boolean-expression.ts";
import type { Expression } from "../expression.ts";
import { matchAll } from "../match-all/match-all-expression.ts";
import type { SimpleFlag } from "./flags.ts";

/** Makes the queries of single words; undefined when the analyzer removes the word. */
export interface SimpleWords {
  word(text: string): Expression | undefined;
  prefix(text: string): Expression | undefined;
  fuzzy(text: string, edits: 1 | 2): Expression | undefined;
  phrase(text: string, slop: number): Expression | undefined;
}

/** How a text is read. */
export interface SimpleSyntax {
  readonly flags: ReadonlySet<SimpleFlag>;
  readonly operator: "and" | "or";
  readonly words: SimpleWords;
}

/** The expression of a text; undefined when it is empty. Never throws for any text. */
export function parseSimpleQuery(text: string, syntax: SimpleSyntax): Expression | undefined {
  if (text.trim() === "*") return matchAll();
  return new SimpleParser(text, syntax).parse();
}

const MAX_EDITS = 2;
/** Maximum nesting of groups; deeper parentheses are skipped. */
const MAX_DEPTH = 200;

class SimpleParser {
  readonly #text: string;
  readonly #syntax: SimpleSyntax;
  readonly #depth: number;
  #at = 0;
  #top: Expression | undefined;
  #current: Occur | undefined;
  #previous: Occur | undefined;
  #negations = 0;

  constructor(text: string, syntax: SimpleSyntax, depth = 0) {
    this.#text = text;
    this.#syntax = syntax;
    this.#depth = depth;
  }

  parse(): Expression | undefined {
    while (this.#at < this.#text.length) {
      if (this.#is("-", "NOT")) {
        this.#negations++;
        this.#at++;
        continue;
      }
      this.#next();
      this.#negations = 0;
    }
    return this.#top;
  }

  #next(): void {
    if (this.#is("(", "PRECEDENCE")) this.#group();
    else if (this.#is(")", "PRECEDENCE")) this.#at++;
    else if (this.#is('"', "PHRASE")) this.#phrase();
    else if (this.#is("+", "AND")) this.#operation("must");
    else if (this.#is("|", "OR")) this.#operation("should");
    else if (this.#isSpace()) this.#at++;
    else this.#token();
  }

  #operation(occur: Occur): void {
    if (this.#current === undefined && this.#top) this.#current = occur;
    this.#at++;
  }

  #group(): void {
    const start = ++this.#at;
    let open = 1;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === "\\" && this.#has("ESCAPE")) this.#at++;
      else if (character === "(") open++;
      else if (character === ")" && --open === 0) break;
    }
    if (this.#at >= this.#text.length || this.#depth >= MAX_DEPTH) {
      this.#at = start;
    } else if (this.#at === start) {
      this.#current = undefined;
      this.#at++;
    } else {
      const inner = new SimpleParser(this.#text.slice(start, this.#at), this.#syntax, this.#depth + 1).parse();
      this.#add(inner);
      this.#at++;
    }
  }

  #phrase(): void {
    const start = ++this.#at;
    let words = "";
    let closed = false;
    while (this.#at < this.#text.length && !closed) {
      const character = this.#text[this.#at];
      if (character === '"') {
        closed = true;
      } else if (character === "\\" && this.#has("ESCAPE")) {
        words += this.#text[this.#at + 1] ?? "";
        this.#at += 2;
      } else {
        words += character;
        this.#at++;
      }
    }
    if (!closed) {
      this.#at = start;
    } else if (this.#at === start) {
      this.#current = undefined;
      this.#at++;
    } else {
      this.#at++;
      const slop = this.#is("~", "NEAR") ? this.#number(2) : 0;
      this.#add(this.#syntax.words.phrase(words, slop));
    }
  }

  #token(): void {
    let word = "";
    let prefix = false;
    let fuzzy = false;
    while (this.#at < this.#text.length && !this.#ends()) {
      const character = this.#text[this.#at] ?? "";
      if (character === "\\" && this.#has("ESCAPE")) {
        prefix = false;
        word += this.#text[this.#at + 1] ?? "";
        this.#at += 2;
        continue;
      }
      fuzzy = word !== "" && this.#is("~", "FUZZY");
      if (fuzzy) break;
      prefix = word !== "" && this.#is("*", "PREFIX");
      word += character;
      this.#at++;
    }
    if (word === "") return;
    const { words } = this.#syntax;
    if (fuzzy) {
      const edits = Math.min(MAX_EDITS, this.#number(MAX_EDITS));
      this.#add(edits === 0 ? words.word(word) : words.fuzzy(word, edits === 1 ? 1 : 2));
    } else {
      this.#add(prefix ? words.prefix(word.slice(0, -1)) : words.word(word));
    }
  }

  /** The number after a `~`; `otherwise` when absent, 0 when invalid. */
  #number(otherwise: number): number {
    let digits = "";
    this.#at++;
    while (this.#at < this.#text.length && !this.#ends()) digits += this.#text[this.#at++];
    if (digits === "") return otherwise;
    return /^\+?\d{1,9}$/.test(digits) ? Number(digits) : 0;
  }

  #add(branch: Expression | undefined): void {
    if (branch) this.#join(this.#negations % 2 === 1 ? inverted(branch) : branch);
    this.#current = undefined;
  }

  /**
   * Clauses with the same operator are siblings; when the operator changes, everything before becomes the first clause.
   */
  #join(branch: Expression): void {
    if (!this.#top) {
      this.#top = branch;
      return;
    }
    const occur = this.#current ?? (this.#syntax.operator === "and" ? "must" : "should");
    const before =
      this.#previous === occur && "clauses" in this.#top
        ? (this.#top as ReturnType<typeof booleanOf>).clauses
        : [{ occur, expression: this.#top }];
    this.#top = booleanOf([...before, { occur, expression: branch }]);
    this.#previous = occur;
  }

  #ends(): boolean {
    return (
      this.#is('"', "PHRASE") ||
      this.#is("|", "OR") ||
      this.#is("+", "AND") ||
      this.#is("(", "PRECEDENCE") ||
      this.#is(")", "PRECEDENCE") ||
      this.#isSpace()
    );
  }

  #isSpace(): boolean {
    return this.#has("WHITESPACE") && /[ \t\n\r]/.test(this.#text[this.#at] ?? "");
  }

  #is(character: string, flag: SimpleFlag): boolean {
    return this.#text[this.#at] === character && this.#has(flag);
  }

  #has(flag: SimpleFlag): boolean {
    return this.#syntax.flags.has(flag);
  }
}

function inverted(branch: Expression): Expression {
  return booleanOf([
    { occur: "must_not", expression: branch },
    { occur: "should", expression: matchAll() },
  ]);
}

/** Tokens of well-known text, split as by Java's `StreamTokenizer` (Elasticsearch's `WellKnownText`). */
import { parseJavaDouble } from "../numbers/fraction-type.ts";
import { JavaException } from "../mapping-error.ts";

/** Characters of a word: letters, digits, signs, the point, and everything beyond ASCII. */
const WORD = /[A-Za-z0-9\-+.\u00a0-\uffff]+/y;
const END = "END-OF-STREAM";

/** Reads tokens in order. Errors are 400 `parse_exception` with Elasticsearch's messages. */
export class WktTokens {
  readonly #text: string;
  #at = 0;
  /** The last token: a word, `(`, `)`, `,`, another character, or undefined at the end. */
  #token: string | undefined;
  #isWord = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a word, `(`, `)` or `,`; `EMPTY` in capitals. */
  word(): string {
    this.#next();
    if (this.#token !== undefined && (this.#isWord || "(),".includes(this.#token)))
      return /^empty$/i.test(this.#token) ? "EMPTY" : this.#token;
    throw this.#expected("word");
  }

  number(): number {
    this.#next();
    if (!this.#isWord || this.#token === undefined) throw this.#expected("number");
    if (/^nan$/i.test(this.#token)) return Number.NaN;
    const parsed = parseJavaDouble(this.#token);
    if (parsed === undefined) throw new JavaException(400, "parse_exception", `invalid number found: ${this.#token}`);
    return parsed;
  }

  /** Whether the next token is a word, which is then read as a number. */
  isNumberNext(): boolean {
    const at = this.#at;
    this.#next();
    this.#at = at;
    return this.#isWord;
  }

  /** Reads `EMPTY` (true) or an opening bracket. */
  isEmpty(): boolean {
    const word = this.word();
    if (word === "EMPTY" || word === "(") return word === "EMPTY";
    throw this.#expected("EMPTY or (");
  }

  opener(): void {
    if (this.word() !== "(") throw this.#expected("(");
  }

  closer(): void {
    if (this.word() !== ")") throw this.#expected(")");
  }

  comma(): void {
    if (this.word() !== ",") throw this.#expected(",");
  }

  /** Reads a comma (true) or a closing bracket. */
  hasMore(): boolean {
    const word = this.word();
    if (word === "," || word === ")") return word === ",";
    throw this.#expected(", or )");
  }

  /** The last token, for messages. */
  shown(): string {
    if (this.#token === undefined) return END;
    return this.#isWord ? this.#token : `'${this.#token}'`;
  }

  #expected(what: string): JavaException {
    return new JavaException(400, "parse_exception", `expected ${what} but found: ${this.shown()}`);
  }

  #next(): void {
    this.#skipBlanks();
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    this.#isWord = word !== undefined;
    this.#token = word ?? this.#text[this.#at];
    this.#at += this.#token?.length ?? 0;
  }

  /** Blanks, control characters, and comments from `#` to the end of the line. */
  #skipBlanks(): void {
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!;
      if (character === "#") {
        const end = this.#text.slice(this.#at).search(/[\r\n]/);
        this.#at = end < 0 ? this.#text.length : this.#at + end;
      } else if (character > " ") return;
      else this.#at++;
    }
  }
}

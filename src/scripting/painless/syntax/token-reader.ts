/** The tokens of a source, read from the first to the last. */
import { RequestError } from "../../../compat/errors.ts";
import { CompileFault } from "../compile-fault.ts";
import { type Token, tokensOf } from "./lexer.ts";
import type { Block, Expression, TypeName } from "./syntax.ts";

/** What the parsers of parts ask each other for. */
export interface GrammarParts {
  expression(read: TokenReader): Expression;
  block(read: TokenReader): Block;
}

/** Expressions and blocks within each other: each level takes some frames of the stack. */
const MOST_NESTED = 200;

export class TokenReader {
  readonly parts: GrammarParts;
  readonly #tokens: readonly Token[];
  readonly #isType: (name: string) => boolean;
  #position = 0;
  #depth = 0;

  constructor(source: string, isType: (name: string) => boolean, parts: GrammarParts) {
    this.parts = parts;
    this.#tokens = tokensOf(source);
    this.#isType = isType;
  }

  get token(): Token {
    return this.#tokens[this.#position]!;
  }

  get position(): number {
    return this.#position;
  }

  set position(position: number) {
    this.#position = position;
  }

  ahead(count = 1): Token {
    return this.#tokens[Math.min(this.#position + count, this.#tokens.length - 1)]!;
  }

  next(): Token {
    const { token } = this;
    if (token.kind !== "end") this.#position++;
    return token;
  }

  is(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === "symbol" || token.kind === "keyword");
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.#position++;
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) throw this.unexpected(`'${text}'`);
    return this.next();
  }

  name(): Token {
    if (this.token.kind !== "name") throw this.invalid();
    return this.next();
  }

  /** Where a statement or expression cannot go on. `expected`: what could have come. */
  unexpected(expected: string): CompileFault {
    const { token } = this;
    if (token.kind === "end") return this.invalid();
    return new CompileFault(token.at, `unexpected token ['${token.text}'] was expecting one of [${expected}].`);
  }

  /** Where nothing begins that could stand here. */
  invalid(): CompileFault {
    const { token } = this;
    const reason =
      token.kind === "end" ? "unexpected end of script." : `invalid sequence of tokens near ['${token.text}'].`;
    return new CompileFault(token.at, reason, {
      cause: new RequestError(400, "no_viable_alt_exception", "null", { details: { reason: null } }),
    });
  }

  /** The type that begins at the token; undefined, and nothing is read, if none does. */
  type(): TypeName | undefined {
    const start = this.#position;
    const named = this.#typeName();
    if (named === undefined) return undefined;
    const { at } = this.#tokens[start]!;
    let dimensions = 0;
    while (this.is("[") && this.ahead().text === "]") {
      this.#position += 2;
      dimensions++;
    }
    return { name: named, dimensions, at };
  }

  /** The longest name with dots that is a type. */
  #typeName(): string | undefined {
    if (this.token.kind !== "name") return undefined;
    let name = this.token.text;
    let found = this.#isType(name) ? name : undefined;
    let end = this.#position + 1;
    for (let at = end; this.#tokens[at]?.text === "." && this.#tokens[at + 1]?.kind === "name"; at += 2) {
      name += `.${this.#tokens[at + 1]!.text}`;
      if (!this.#isType(name)) continue;
      found = name;
      end = at + 2;
    }
    if (found !== undefined) this.#position = end;
    return found;
  }

  /** Runs one level deeper. */
  nested<Result>(read: () => Result): Result {
    if (++this.#depth > MOST_NESTED) throw new CompileFault(this.token.at, "the script is nested too deeply");
    const result = read();
    this.#depth--;
    return result;
  }
}

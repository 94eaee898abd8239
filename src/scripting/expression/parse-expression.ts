/** Reads an expression. Throws ExpressionFault. */
import { nameTable } from "../../core/names.ts";
import { ExpressionFault } from "./expression-error.ts";
import { functionNamed } from "./functions.ts";
import type { Node, Token } from "./syntax.ts";
import { columnOf, lineOf, tokensOf } from "./tokens.ts";

/** Binary operators, from those that bind least. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>", ">>>"],
  ["+", "-"],
  ["*", "/", "%"],
];
const UNARY = ["+", "-", "!", "~"];
/** Expressions within each other: each takes some frames of the stack. */
const MOST_DEEP = 500;
const NAMES = nameTable({ ")": "RP", ":": "COLON" });

export function parseExpression(source: string): Node {
  const parser = new Parser(source);
  const node = parser.conditional();
  parser.end();
  return node;
}

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokensOf(source);
  }

  end(): void {
    if (this.#token.kind !== "end") throw this.#expected("<EOF>");
  }

  conditional(): Node {
    this.#depth++;
    if (this.#depth > MOST_DEEP) throw new ExpressionFault("expression is nested too deeply", this.#token.at);
    const test = this.#binary(0);
    let node = test;
    if (this.#takes("?")) {
      const yes = this.conditional();
      this.#need(":");
      node = { kind: "conditional", test, yes, no: this.conditional() };
    }
    this.#depth--;
    return node;
  }

  #binary(level: number): Node {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const { kind, text } = this.#token;
      if (kind !== "sign" || !operators.includes(text)) return left;
      this.#at++;
      left = { kind: "binary", operator: text, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Node {
    const operators: string[] = [];
    while (this.#token.kind === "sign" && UNARY.includes(this.#token.text)) {
      operators.push(this.#token.text);
      this.#at++;
    }
    let node = this.#primary();
    for (const operator of operators.reverse()) node = { kind: "unary", operator, operand: node };
    return node;
  }

  #primary(): Node {
    const token = this.#token;
    if (token.kind === "number") {
      this.#at++;
      return { kind: "number", value: numberOf(token.text) };
    }
    if (token.kind === "variable") {
      this.#at++;
      return this.#takes("(") ? this.#call(token) : { kind: "variable", text: token.text };
    }
    if (!this.#takes("(")) throw this.#noWay();
    const node = this.conditional();
    this.#need(")");
    return node;
  }

  #call({ text: name, at }: Token): Node {
    const args: Node[] = [];
    if (!this.#takes(")")) {
      do args.push(this.conditional());
      while (this.#takes(","));
      this.#need(")");
    }
    const known = functionNamed(name);
    // What has no arguments may be a method of a variable.
    if (!known && args.length === 0) return { kind: "variable", text: `${name}()` };
    const invalid = `Invalid expression '${this.#source}'`;
    if (!known) throw new ExpressionFault(`${invalid}: Unrecognized function call (${name}).`, at);
    if (known.length !== args.length)
      throw new ExpressionFault(
        `${invalid}: Expected (${known.length}) arguments for function call (${name}), but found (${args.length}).`,
        at,
      );
    return { kind: "call", name, args };
  }

  get #token(): Token {
    return this.#tokens[this.#at]!;
  }

  #takes(sign: string): boolean {
    const { kind, text } = this.#token;
    if (kind !== "sign" || text !== sign) return false;
    this.#at++;
    return true;
  }

  #need(sign: string): void {
    if (!this.#takes(sign)) throw this.#expected(NAMES[sign] ?? sign);
  }

  #expected(what: string): ExpressionFault {
    const { text } = this.#token;
    return new ExpressionFault(
      `unexpected token '${text}' ${this.#place()} was expecting one of ${what}`,
      this.#token.at,
    );
  }

  #noWay(): ExpressionFault {
    const { kind, text, at } = this.#token;
    const reason =
      kind === "end" ? "unexpected end of expression" : `invalid sequence of tokens near '${text}' ${this.#place()}`;
    return new ExpressionFault(reason, at, "no_viable_alt_exception");
  }

  #place(): string {
    const { at } = this.#token;
    return `on line (${lineOf(this.#source, at)}) position (${columnOf(this.#source, at)})`;
  }
}

function numberOf(text: string): number {
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return Number(text);
}

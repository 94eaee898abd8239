/** Divides an expression into words (Lucene's `Javascript.g4`). */
import { ExpressionFault } from "./expression-error.ts";
import type { Token } from "./syntax.ts";

const SPACE = /[ \n\t\r]+/y;
const NUMBER = /0[xX][0-9a-fA-F]+|0[0-7]+(?![0-9.eE])|(?:(?:0|[1-9][0-9]*)\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const NAME = /[_$a-zA-Z][_$a-zA-Z0-9]*/y;
const INDEX = /\[(?:'(?:\\'|\\\\|[^'\\])*'|"(?:\\"|\\\\|[^"\\])*"|0|[1-9][0-9]*)\]/y;
const SIGN = /<<|>>>|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!~&|^?:(),]/y;

/** Throws ExpressionFault. The last one is the end. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const start = at;
    const space = matchAt(SPACE, source, at);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    if (matchAt(NAME, source, at) !== undefined) {
      const text = variableAt(source, at);
      at += text.length;
      tokens.push({ kind: "variable", text, at: start });
      continue;
    }
    const number = matchAt(NUMBER, source, at);
    const sign = number === undefined ? matchAt(SIGN, source, at) : undefined;
    const text = number ?? sign;
    // A dot begins a number, so that it is what stands behind it that does not go on.
    if (text === undefined) throw unexpected(source, at, source[at] === "." ? at + 1 : at);
    at += text.length;
    tokens.push({ kind: number === undefined ? "sign" : "number", text, at: start });
  }
  tokens.push({ kind: "end", text: "<EOF>", at: source.length });
  return tokens;
}

/** Names with indices, joined by dots. */
function variableAt(source: string, start: number): string {
  let at = start;
  for (;;) {
    const name = matchAt(NAME, source, at);
    // A dot belongs to a variable: what comes behind it must too.
    if (name === undefined) throw unexpected(source, at - 1, at);
    at += name.length;
    for (let index = matchAt(INDEX, source, at); index !== undefined; index = matchAt(INDEX, source, at))
      at += index.length;
    if (source[at] !== ".") return source.slice(start, at);
    at++;
  }
}

function unexpected(source: string, start: number, at: number): ExpressionFault {
  return new ExpressionFault(
    `unexpected character '${source.slice(start, at + 1)}' on line (${lineOf(source, start)}) position (${columnOf(source, start)})`,
    start,
    "lexer_no_viable_alt_exception",
  );
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** Lines are counted from one. */
export function lineOf(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}

/** Columns are counted from zero. */
export function columnOf(source: string, at: number): number {
  return at - (source.lastIndexOf("\n", at - 1) + 1);
}

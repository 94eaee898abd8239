/** Splits the source of a script into tokens. */
import { RequestError } from "../../../compat/errors.ts";
import { CompileFault } from "../compile-fault.ts";

export interface Token {
  readonly kind: "end" | "number" | "string" | "regex" | "name" | "keyword" | "symbol";
  readonly text: string;
  readonly at: number;
  /** Of strings and regexes: what stands between the quotes. */
  readonly value: string;
}

const KEYWORDS = new Set(
  "if in else while do for continue break return new try catch throw this instanceof true false null".split(" "),
);

/** Longest first. */
const SYMBOLS = [
  ">>>=",
  "===",
  "!==",
  "==~",
  "<<=",
  ">>=",
  ">>>",
  "?.",
  "?:",
  "::",
  "->",
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "&=",
  "^=",
  "|=",
  "<<",
  ">>",
  "=~",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  "$",
  ".",
  ",",
  ";",
  "!",
  "~",
  "*",
  "/",
  "%",
  "+",
  "-",
  "<",
  ">",
  "&",
  "^",
  "|",
  "?",
  ":",
  "=",
];

const REGEX_FLAGS = "cUFlmsiux";

/** The tokens of a source; the last is its end. Throws CompileFault. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at = behindSpace(source, at);
    if (at >= source.length) break;
    const token = tokenAt(source, at, tokens.at(-1));
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: "end", text: "<EOF>", at: source.length, value: "" });
  return tokens;
}

function behindSpace(source: string, from: number): number {
  let at = from;
  for (; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 32 || (unit >= 9 && unit <= 13)) continue;
    if (source.startsWith("//", at)) {
      while (at < source.length && source[at] !== "\n" && source[at] !== "\r") at++;
      at--;
    } else if (source.startsWith("/*", at) && source.indexOf("*/", at + 2) >= 0) at = source.indexOf("*/", at + 2) + 1;
    else break;
  }
  return at;
}

function tokenAt(source: string, at: number, before: Token | undefined): Token {
  const first = source[at] ?? "";
  if (isDigit(first) || (first === "." && isDigit(source[at + 1] ?? "") && !isMember(before)))
    return numberAt(source, at, isDot(before));
  if (isLetter(first)) return nameAt(source, at, before);
  if (first === '"' || first === "'") return stringAt(source, at, first);
  if (first === "/" && startsRegex(before)) {
    const regex = regexAt(source, at);
    if (regex) return regex;
  }
  const symbol = SYMBOLS.find((candidate) => source.startsWith(candidate, at));
  if (symbol === undefined) throw unexpected(at, first);
  // `a ?.5 : b` is a condition.
  if (symbol === "?." && isDigit(source[at + 2] ?? "")) return { kind: "symbol", text: "?", at, value: "" };
  return { kind: "symbol", text: symbol, at, value: "" };
}

function isDigit(unit: string): boolean {
  return unit >= "0" && unit <= "9";
}

function isLetter(unit: string): boolean {
  return (unit >= "a" && unit <= "z") || (unit >= "A" && unit <= "Z") || unit === "_";
}

/** Whether a dot and digits behind the token are an index (`list.0`). */
function isMember(before: Token | undefined): boolean {
  return (
    before?.kind === "name" ||
    before?.kind === "string" ||
    before?.kind === "number" ||
    before?.text === ")" ||
    before?.text === "]"
  );
}

function isDot(before: Token | undefined): boolean {
  return before?.text === "." || before?.text === "?.";
}

function nameAt(source: string, at: number, before: Token | undefined): Token {
  let end = at + 1;
  while (isLetter(source[end] ?? "") || isDigit(source[end] ?? "")) end++;
  const text = source.slice(at, end);
  const kind = KEYWORDS.has(text) && !isDot(before) ? "keyword" : "name";
  return { kind, text, at, value: text };
}

const HEX = /0[xX][0-9a-fA-F]+[lL]?/y;
const DECIMAL = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?[lLfFdD]?/y;
const OCTAL = /0[0-7]+[lL]?/y;
const MEMBER = /(?:0|[1-9][0-9]*)/y;
const FRACTION = /\.[0-9]+(?:[eE][+-]?[0-9]+)?[fFdD]?/y;

function numberAt(source: string, at: number, isIndex: boolean): Token {
  for (const form of isIndex ? [MEMBER] : [HEX, OCTAL, DECIMAL, FRACTION]) {
    form.lastIndex = at;
    const text = form.exec(source)?.[0];
    if (text !== undefined) return { kind: "number", text, at, value: text };
  }
  throw unexpected(at, source[at] ?? "");
}

function stringAt(source: string, at: number, quote: string): Token {
  let value = "";
  for (let end = at + 1; end < source.length; end++) {
    const unit = source[end]!;
    if (unit === quote) return { kind: "string", text: source.slice(at, end + 1), at, value };
    if (unit === "\\") {
      const escaped = source[++end];
      if (escaped !== "\\" && escaped !== quote) {
        const seen = source.slice(at, end + 1);
        throw unexpected(
          at,
          seen,
          ` The only valid escape sequences in strings starting with [${quote}] are [\\\\] and [\\${quote}].`,
        );
      }
      value += escaped;
    } else value += unit;
  }
  throw unexpected(at, source.slice(at));
}

/** Whether a slash behind the token begins a regex: it divides behind an operand. */
function startsRegex(before: Token | undefined): boolean {
  if (!before) return true;
  return !(before.kind === "number" || before.kind === "name" || before.text === ")" || before.text === "]");
}

function regexAt(source: string, at: number): Token | undefined {
  for (let end = at + 1; end < source.length && source[end] !== "\n"; end++) {
    if (source[end] === "\\") end++;
    else if (source[end] === "/" && end > at + 1) {
      let behind = end + 1;
      while (behind < source.length && REGEX_FLAGS.includes(source[behind]!)) behind++;
      return { kind: "regex", text: source.slice(at, behind), at, value: source.slice(at + 1, end) };
    }
  }
  return undefined;
}

function unexpected(at: number, seen: string, more = ""): CompileFault {
  return new CompileFault(at, `unexpected character [${seen}].${more}`, {
    cause: new RequestError(400, "lexer_no_viable_alt_exception", "null", { details: { reason: null } }),
  });
}

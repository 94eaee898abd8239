/** Parses regular expressions of Lucene's dialect (`org.apache.lucene.util.automaton.RegExp`). */
import { illegalArgument } from "../errors.ts";
import { type NameTable, nameTable } from "../../core/names.ts";
import { ANY_STRING, COMPLEMENT, EMPTY, INTERSECTION, INTERVAL } from "./regexp-flags.ts";
import { MAX_CODE_POINT } from "../../core/automata/nfa.ts";

/** A range of code points. */
export type PointRange = readonly [low: number, high: number];

/** A parsed expression. */
export type RegexpNode =
  | { readonly type: "union" | "intersection" | "concatenation"; readonly parts: readonly RegexpNode[] }
  /** `max` undefined: unlimited. */
  | { readonly type: "repeat"; readonly inner: RegexpNode; readonly min: number; readonly max: number | undefined }
  | { readonly type: "complement"; readonly inner: RegexpNode }
  | { readonly type: "ranges"; readonly ranges: readonly PointRange[] }
  | { readonly type: "string"; readonly text: string }
  | { readonly type: "any-string" }
  | { readonly type: "nothing" }
  /** A range of decimal numbers; `digits` > 0: numbers have exactly that many digits. */
  | { readonly type: "interval"; readonly min: number; readonly max: number; readonly digits: number };

const DIGITS: readonly PointRange[] = [[0x30, 0x39]];
const SPACES: readonly PointRange[] = [
  [0x09, 0x0a],
  [0x0d, 0x0d],
  [0x20, 0x20],
];
const WORDS: readonly PointRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const classes: NameTable<readonly PointRange[]> = nameTable({
  d: DIGITS,
  D: inverted(DIGITS),
  s: SPACES,
  S: inverted(SPACES),
  w: WORDS,
  W: inverted(WORDS),
});

/** All code points that are in none of the ranges. */
export function inverted(ranges: readonly PointRange[]): PointRange[] {
  const result: PointRange[] = [];
  let next = 0;
  for (const [low, high] of [...ranges].sort((one, other) => one[0] - other[0])) {
    if (low > next) result.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= MAX_CODE_POINT) result.push([next, MAX_CODE_POINT]);
  return result;
}

/** Longer patterns are rejected everywhere; queries have a lower limit (`index.max_regex_length`). */
export const MAX_PATTERN_LENGTH = 100_000;
/** Maximum depth of a pattern: a pattern of 1,000 characters cannot exceed it. */
const MAX_DEPTH = 1_000;
/** A parenthesis takes several nested calls, so it counts more than once. */
const PARENTHESIS_DEPTH = 2;
const MAX_INTEGER = 0x7fffffff;

/** Parses a pattern; throws 400 with Lucene's words. */
export function parseRegexp(pattern: string, flags: number): RegexpNode {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw illegalArgument(
      `The length of regex [${pattern.length}] has exceeded the allowed maximum of [${MAX_PATTERN_LENGTH}]`,
    );
  }
  return pattern === "" ? { type: "string", text: "" } : new RegexpParser(pattern, flags).whole();
}

class RegexpParser {
  readonly #text: readonly string[];
  readonly #flags: number;
  #at = 0;
  #depth = 0;

  constructor(pattern: string, flags: number) {
    this.#text = [...pattern];
    this.#flags = flags;
  }

  whole(): RegexpNode {
    const node = this.#union();
    if (this.#more()) throw illegalArgument(`end-of-string expected at position ${this.#at}`);
    return node;
  }

  #union(): RegexpNode {
    const parts = [this.#intersection()];
    while (this.#match("|")) parts.push(this.#intersection());
    return group("union", parts);
  }

  #intersection(): RegexpNode {
    const parts = [this.#concatenation()];
    while (this.#has(INTERSECTION) && this.#match("&")) parts.push(this.#concatenation());
    return group("intersection", parts);
  }

  #concatenation(): RegexpNode {
    const parts = [this.#repeat()];
    while (this.#more() && !this.#peek(")|") && !(this.#has(INTERSECTION) && this.#peek("&")))
      parts.push(this.#repeat());
    return group("concatenation", parts);
  }

  #repeat(): RegexpNode {
    let inner = this.#complement();
    for (let operators = 0; this.#peek("?*+{"); operators++) {
      // Operators applied to operators deepen the tree.
      if (operators > 0) this.#deepen(1);
      if (this.#match("?")) inner = { type: "repeat", inner, min: 0, max: 1 };
      else if (this.#match("*")) inner = { type: "repeat", inner, min: 0, max: undefined };
      else if (this.#match("+")) inner = { type: "repeat", inner, min: 1, max: undefined };
      else inner = this.#counted(inner);
    }
    return inner;
  }

  #counted(inner: RegexpNode): RegexpNode {
    this.#match("{");
    const min = this.#integer();
    let max: number | undefined = min;
    if (this.#match(",")) max = this.#peek("0123456789") ? this.#integer() : undefined;
    if (!this.#match("}")) throw illegalArgument(`expected '}' at position ${this.#at}`);
    if (max !== undefined && min > max) {
      throw illegalArgument(`invalid repetition range(out of order): ${min}..${max}`);
    }
    return { type: "repeat", inner, min, max };
  }

  #integer(): number {
    let digits = "";
    while (this.#peek("0123456789")) digits += this.#next();
    if (digits === "") throw illegalArgument(`integer expected at position ${this.#at}`);
    return Number(digits);
  }

  #complement(): RegexpNode {
    if (!this.#has(COMPLEMENT) || !this.#match("~")) return this.#characterClass();
    this.#deepen(1);
    const inner = this.#complement();
    this.#depth--;
    return { type: "complement", inner };
  }

  #deepen(levels: number): void {
    this.#depth += levels;
    if (this.#depth > MAX_DEPTH)
      throw illegalArgument(`the regular expression has more than ${MAX_DEPTH} levels at position ${this.#at}`);
  }

  #characterClass(): RegexpNode {
    if (!this.#match("[")) return this.#simple();
    const negated = this.#match("^");
    const ranges = [...this.#classPart()];
    while (this.#more() && !this.#peek("]")) ranges.push(...this.#classPart());
    if (!this.#match("]")) throw illegalArgument(`expected ']' at position ${this.#at}`);
    return { type: "ranges", ranges: negated ? inverted(ranges) : ranges };
  }

  #classPart(): readonly PointRange[] {
    const predefined = this.#predefined();
    if (predefined) return predefined;
    const low = this.#character();
    if (!this.#match("-")) return [[low, low]];
    if (this.#peek("]"))
      return [
        [low, low],
        [0x2d, 0x2d],
      ];
    const high = this.#character();
    if (low > high) throw illegalArgument(`invalid range: from (${low}) cannot be > to (${high})`);
    return [[low, high]];
  }

  /** `\d`, `\W` …; undefined, with nothing consumed, for anything else. */
  #predefined(): readonly PointRange[] | undefined {
    if (this.#text[this.#at] !== "\\") return undefined;
    const letter = this.#text[this.#at + 1] ?? "";
    const ranges = Object.hasOwn(classes, letter) ? classes[letter] : undefined;
    if (ranges) this.#at += 2;
    return ranges;
  }

  #simple(): RegexpNode {
    if (this.#match(".")) return { type: "ranges", ranges: [[0, MAX_CODE_POINT]] };
    if (this.#has(EMPTY) && this.#match("#")) return { type: "nothing" };
    if (this.#has(ANY_STRING) && this.#match("@")) return { type: "any-string" };
    if (this.#match('"')) return this.#quoted();
    if (this.#match("(")) return this.#parenthesized();
    if (this.#has(INTERVAL) && this.#match("<")) return this.#interval();
    const predefined = this.#predefined();
    if (predefined) return { type: "ranges", ranges: predefined };
    const point = this.#character();
    return { type: "ranges", ranges: [[point, point]] };
  }

  #quoted(): RegexpNode {
    const start = this.#at;
    while (this.#more() && !this.#peek('"')) this.#at++;
    const text = this.#text.slice(start, this.#at).join("");
    if (!this.#match('"')) throw illegalArgument(`expected '"' at position ${this.#at}`);
    return { type: "string", text };
  }

  #parenthesized(): RegexpNode {
    if (this.#match(")")) return { type: "string", text: "" };
    this.#deepen(PARENTHESIS_DEPTH);
    const inner = this.#union();
    this.#depth -= PARENTHESIS_DEPTH;
    if (!this.#match(")")) throw illegalArgument(`expected ')' at position ${this.#at}`);
    return inner;
  }

  #interval(): RegexpNode {
    const start = this.#at;
    while (this.#more() && !this.#peek(">")) this.#at++;
    const text = this.#text.slice(start, this.#at).join("");
    if (!this.#match(">")) throw illegalArgument(`expected '>' at position ${this.#at}`);
    const bounds = /^(\d+)-(\d+)$/.exec(text);
    if (!bounds)
      throw illegalArgument(
        text.includes("-") ? `interval syntax error at position ${this.#at - 1}` : `'${text}' not found`,
      );
    const [, from = "", to = ""] = bounds;
    if (Math.max(Number(from), Number(to)) > MAX_INTEGER)
      throw illegalArgument(`interval syntax error at position ${this.#at - 1}`);
    const digits = from.length === to.length ? from.length : 0;
    return {
      type: "interval",
      min: Math.min(Number(from), Number(to)),
      max: Math.max(Number(from), Number(to)),
      digits,
    };
  }

  #character(): number {
    this.#match("\\");
    return this.#next().codePointAt(0) ?? 0;
  }

  #has(flag: number): boolean {
    return (this.#flags & flag) !== 0;
  }

  #more(): boolean {
    return this.#at < this.#text.length;
  }

  #peek(characters: string): boolean {
    return this.#more() && characters.includes(this.#text[this.#at] ?? "");
  }

  #match(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw illegalArgument("unexpected end-of-string");
    this.#at++;
    return character;
  }
}

function group(type: "union" | "intersection" | "concatenation", parts: readonly RegexpNode[]): RegexpNode {
  const [only] = parts;
  return parts.length === 1 && only ? only : { type, parts };
}

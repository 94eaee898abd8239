/** Parses java.util.regex patterns, and reports errors in its words. */
import { ownOf } from "../../core/names.ts";
import { illegalArgument } from "../errors.ts";
import { readCharacterEscape } from "./character-escapes.ts";
import { anyCharacter, CharacterSet } from "./character-set.ts";
import { isProperty, predefinedSet, readClass, readProperty, singleSet } from "./class-parser.ts";
import { lengthsOf } from "./match-lengths.ts";
import { shortPattern } from "./pattern-limits.ts";
import {
  CASE_INSENSITIVE,
  DOTALL,
  flagsByLetter,
  LITERAL,
  MULTILINE,
  UNICODE_CASE,
  UNICODE_CHARACTER_CLASS,
  UNIX_LINES,
} from "./pattern-flags.ts";
import { type Boundary, type CaseRule, emptyNode, type Greed, type PatternNode, UNBOUNDED } from "./pattern-node.ts";
import { PatternReader } from "./pattern-reader.ts";

/** Maximum nesting of groups. */
const MAXIMUM_DEPTH = 200;
/** A parsed pattern. */
export interface ParsedPattern {
  readonly node: PatternNode;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  readonly hasReferences: boolean;
  /** Whether a character of it may take two UTF-16 units; otherwise it is tried inside surrogate pairs, too. */
  readonly beyondBasic: boolean;
}

/** Throws 400 for an invalid pattern. */
export function parsePattern(source: string, flags: number): ParsedPattern {
  return new PatternParser(source, flags).whole();
}

const code = (character: string): number => character.charCodeAt(0);
const BRACE = code("{");
const CLOSE = code(")");
const COMMA = code(",");
const END_BRACE = code("}");
const GREATER = code(">");
const PIPE = code("|");
const PLUS = code("+");
const QUESTION = code("?");

class PatternParser {
  readonly #reader: PatternReader;
  readonly #names = new Map<string, number>();
  #groups = 0;
  #depth = 0;
  #hasReferences = false;
  #beyondBasic = false;
  #canonical = false;

  constructor(source: string, flags: number) {
    const all = (flags & UNICODE_CHARACTER_CLASS) !== 0 ? flags | UNICODE_CASE : flags;
    this.#reader = new PatternReader(source, all);
  }

  whole(): ParsedPattern {
    const node = this.#reader.has(LITERAL) ? this.#literal() : this.#alternatives();
    const reader = this.#reader;
    if (!reader.has(LITERAL) && reader.cursor !== reader.length) {
      throw reader.error(reader.peek() === CLOSE ? "Unmatched closing ')'" : "Unexpected internal error");
    }
    if (this.#canonical) throw illegalArgument("Regex flag [CANON_EQ] is not supported");
    return {
      node,
      groupCount: this.#groups,
      groupNames: this.#names,
      hasReferences: this.#hasReferences,
      beyondBasic: this.#beyondBasic,
    };
  }

  #literal(): PatternNode {
    const { source } = this.#reader;
    return {
      type: "sequence",
      parts: Array.from(source, (character) => this.#set(singleSet(this.#reader, character.codePointAt(0)!))),
    };
  }

  #set(set: CharacterSet): PatternNode {
    if (set.beyondBasic) this.#beyondBasic = true;
    return { type: "set", set };
  }

  #alternatives(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#reader.peek() === PIPE) {
      this.#reader.next();
      parts.push(this.#sequence());
    }
    return parts.length === 1 ? parts[0]! : { type: "alternation", parts };
  }

  #sequence(): PatternNode {
    const reader = this.#reader;
    const parts: PatternNode[] = [];
    for (;;) {
      const point = reader.peek();
      if (point === PIPE || point === CLOSE || (point === 0 && reader.cursor >= reader.length)) break;
      if (point === code("(")) {
        const group = this.#group();
        // Only flags.
        if (group) parts.push(group);
        continue;
      }
      parts.push(this.#closure(this.#element(point)));
    }
    return parts.length === 1 ? parts[0]! : { type: "sequence", parts };
  }

  /** The element that a quantifier may follow. */
  #element(point: number): PatternNode {
    const reader = this.#reader;
    switch (String.fromCodePoint(point)) {
      case "[":
        return this.#set(readClass(reader));
      case "\\": {
        const isClass = isProperty(reader.nextEscaped());
        if (isClass) return this.#set(readProperty(reader));
        reader.unread();
        return this.#atom();
      }
      case "^":
        reader.next();
        if (!reader.has(MULTILINE)) return boundary("text-start");
        return boundary(reader.has(UNIX_LINES) ? "line-start-unix" : "line-start");
      case "$":
        reader.next();
        if (reader.has(MULTILINE)) return boundary(reader.has(UNIX_LINES) ? "line-end-unix" : "line-end");
        return boundary(reader.has(UNIX_LINES) ? "last-line-end-unix" : "last-line-end");
      case ".":
        reader.next();
        return this.#set(this.#dot());
      case "?":
      case "*":
      case "+":
        reader.next();
        throw reader.error(`Dangling meta character '${String.fromCodePoint(point)}'`);
      default:
        return this.#atom();
    }
  }

  #dot(): CharacterSet {
    if (this.#reader.has(DOTALL)) return anyCharacter;
    if (this.#reader.has(UNIX_LINES)) return CharacterSet.of(0x0a).inverted();
    return CharacterSet.of(0x0a, 0x0d, 0x85, 0x2028, 0x2029).inverted();
  }

  /** Literal characters up to something else; before a quantifier the last one is left for the next call. */
  #atom(): PatternNode {
    const reader = this.#reader;
    const points: number[] = [];
    let last = -1;
    loop: for (let point = reader.peek(); ;) {
      switch (String.fromCodePoint(point)) {
        case "*":
        case "+":
        case "?":
        case "{":
          if (points.length > 1) {
            reader.cursor = last;
            points.pop();
          }
          break loop;
        case "$":
        case ".":
        case "^":
        case "(":
        case "[":
        case "|":
        case ")":
          break loop;
        case "\\": {
          const isClass = isProperty(reader.nextEscaped());
          if (isClass && points.length === 0) return this.#set(readProperty(reader));
          reader.unread();
          if (isClass) break loop;
          last = reader.cursor;
          const escaped = this.#escape(points.length === 0);
          if (typeof escaped === "number") {
            points.push(escaped);
            point = reader.peek();
            continue;
          }
          if (points.length === 0) return escaped;
          reader.cursor = last;
          break loop;
        }
        default:
          if (point === 0 && reader.cursor >= reader.length) break loop;
          last = reader.cursor;
          points.push(point);
          point = reader.next();
      }
    }
    const nodes = points.map((one) => this.#set(singleSet(reader, one)));
    return nodes.length === 1 ? nodes[0]! : { type: "sequence", parts: nodes };
  }

  /**
   * The character of an escape, or the node that it denotes; `first`: the first of an atom, otherwise it will be parsed
   * again.
   */
  #escape(first: boolean): number | PatternNode {
    const reader = this.#reader;
    const point = reader.skip();
    const letter = String.fromCodePoint(point);
    if (/[1-9]/.test(letter)) return first ? this.#numberedReference(point - 0x30) : emptyNode;
    const character = readCharacterEscape(reader, point);
    if (character !== undefined) return character;
    const set = predefinedSet(reader, letter);
    if (set) return this.#set(set);
    const unicode = reader.has(UNICODE_CHARACTER_CLASS);
    switch (letter) {
      case "A":
        return boundary("text-start");
      case "B":
        return boundary(unicode ? "no-unicode-word" : "no-word");
      case "G":
        return boundary("last-match-end");
      case "R":
        return { type: "line-break" };
      case "X":
        return { type: "grapheme" };
      case "Z":
        return boundary(reader.has(UNIX_LINES) ? "last-line-end-unix" : "last-line-end");
      case "z":
        return boundary("text-end");
      case "b":
        if (first && reader.peek() === BRACE) {
          if (reader.skip() === code("g")) {
            if (reader.read() === END_BRACE) return boundary("grapheme");
            break;
          }
          reader.unread();
          reader.unread();
        }
        return boundary(unicode ? "unicode-word" : "word");
      case "k":
        return this.#namedReference();
      default:
    }
    throw reader.error("Illegal/unsupported escape sequence");
  }

  #caseRule(): CaseRule {
    if (!this.#reader.has(CASE_INSENSITIVE)) return "exact";
    return this.#reader.has(UNICODE_CASE) ? "unicode" : "ascii";
  }

  /** Takes further digits as long as a group of that number exists. */
  #numberedReference(digit: number): PatternNode {
    const reader = this.#reader;
    let group = digit;
    for (;;) {
      const next = reader.peek() - 0x30;
      if (next < 0 || next > 9 || this.#groups < group * 10 + next) break;
      group = group * 10 + next;
      reader.read();
    }
    this.#hasReferences = true;
    return { type: "reference", group, caseRule: this.#caseRule() };
  }

  #namedReference(): PatternNode {
    const reader = this.#reader;
    if (reader.read() !== code("<")) throw reader.error("\\k is not followed by '<' for named capturing group");
    const name = this.#groupName(reader.read());
    const group = this.#names.get(name);
    if (group === undefined) throw reader.error(`named capturing group <${name}> does not exist`);
    this.#hasReferences = true;
    return { type: "reference", group, caseRule: this.#caseRule() };
  }

  #groupName(first: number): string {
    const reader = this.#reader;
    if (!/^[A-Za-z]$/.test(String.fromCodePoint(first)))
      throw reader.error("capturing group name does not start with a Latin letter");
    let name = "";
    let point = first;
    for (; /^[A-Za-z0-9]$/.test(String.fromCodePoint(point)); point = reader.read())
      name += String.fromCodePoint(point);
    if (point !== GREATER) throw reader.error("named capturing group is missing trailing '>'");
    return name;
  }

  /** A group with its quantifier; undefined for flags alone. */
  #group(): PatternNode | undefined {
    const reader = this.#reader;
    if (++this.#depth > MAXIMUM_DEPTH)
      throw illegalArgument(
        `Regex [${shortPattern(reader.source)}] is too complex: groups are nested more than ${MAXIMUM_DEPTH} deep`,
      );
    const { flags } = reader;
    let node: PatternNode | undefined;
    if (reader.next() === QUESTION) {
      node = this.#specialGroup(reader.skip());
      if (!node) {
        this.#depth--;
        return undefined;
      }
    } else node = this.#capture();
    reader.accept(CLOSE, "Unclosed group");
    reader.flags = flags;
    this.#depth--;
    return this.#closure(node);
  }

  #capture(name?: string): PatternNode {
    const index = ++this.#groups;
    if (name !== undefined) this.#names.set(name, index);
    return { type: "group", inner: this.#alternatives(), index };
  }

  #specialGroup(kind: number): PatternNode | undefined {
    const reader = this.#reader;
    switch (String.fromCodePoint(kind)) {
      case ":":
        return { type: "group", inner: this.#alternatives(), index: 0 };
      case "=":
      case "!":
        return { type: "ahead", inner: this.#alternatives(), negative: kind === code("!") };
      case ">":
        return { type: "atomic", inner: this.#alternatives() };
      case "<":
        return this.#behindOrNamed();
      case "$":
      case "@":
        throw reader.error("Unknown group type");
      default: {
        reader.unread();
        this.#readFlags();
        const point = reader.read();
        if (point === CLOSE) return undefined;
        if (point !== code(":")) throw reader.error("Unknown inline modifier");
        return { type: "group", inner: this.#alternatives(), index: 0 };
      }
    }
  }

  #behindOrNamed(): PatternNode {
    const reader = this.#reader;
    const kind = reader.read();
    if (kind !== code("=") && kind !== code("!")) {
      const name = this.#groupName(kind);
      if (this.#names.has(name)) throw reader.error(`Named capturing group <${name}> is already defined`);
      return this.#capture(name);
    }
    const inner = this.#alternatives();
    const { min, max } = lengthsOf(inner);
    if (max === undefined) throw reader.error("Look-behind group does not have an obvious maximum length");
    return { type: "behind", inner, negative: kind === code("!"), min, max };
  }

  #readFlags(): void {
    const reader = this.#reader;
    let adds = true;
    for (let point = reader.peek(); ; point = reader.next()) {
      const letter = String.fromCodePoint(point);
      if (letter === "-" && adds) {
        adds = false;
        continue;
      }
      if (letter === "c") {
        this.#canonical = true;
        continue;
      }
      const flag = ownOf(flagsByLetter, letter) ?? 0;
      if (flag === 0) return;
      if (adds) reader.flags |= flag;
      else reader.flags &= ~flag;
    }
  }

  /** Parses the quantifier of an element. */
  #closure(inner: PatternNode): PatternNode {
    const reader = this.#reader;
    switch (String.fromCodePoint(reader.peek())) {
      case "?":
        reader.next();
        return this.#repeat(inner, 0, 1);
      case "*":
        reader.next();
        return this.#repeat(inner, 0, UNBOUNDED);
      case "+":
        reader.next();
        return this.#repeat(inner, 1, UNBOUNDED);
      case "{":
        return this.#counted(inner);
      default:
        return inner;
    }
  }

  #counted(inner: PatternNode): PatternNode {
    const reader = this.#reader;
    let point = reader.skip();
    const isDigit = (): boolean => point >= 0x30 && point <= 0x39;
    if (!isDigit()) throw reader.error("Illegal repetition");
    const number = (): number => {
      let value = 0;
      for (; isDigit(); point = reader.read()) {
        value = value * 10 + point - 0x30;
        if (value > UNBOUNDED) throw reader.error("Illegal repetition range");
      }
      return value;
    };
    const min = number();
    let max = min;
    if (point === COMMA) {
      point = reader.read();
      max = point === END_BRACE ? UNBOUNDED : number();
    }
    if (point !== END_BRACE) throw reader.error("Unclosed counted closure");
    if (max < min) throw reader.error("Illegal repetition range");
    return this.#repeat(inner, min, max);
  }

  #repeat(inner: PatternNode, min: number, max: number): PatternNode {
    const reader = this.#reader;
    const point = reader.peek();
    let greed: Greed = "greedy";
    if (point === QUESTION) greed = "reluctant";
    else if (point === PLUS) greed = "possessive";
    if (greed !== "greedy") reader.next();
    // A repeated line break is matched atomically.
    const atom: PatternNode = inner.type === "line-break" ? { type: "atomic", inner } : inner;
    if (min > 0 || max !== 1 || inner.type !== "group" || greed === "possessive")
      return { type: "repeat", inner: atom, min, max, greed };
    // An optional group is compiled as an alternation.
    return { type: "alternation", parts: greed === "greedy" ? [inner, emptyNode] : [emptyNode, inner] };
  }
}

function boundary(kind: Boundary): PatternNode {
  return { type: "boundary", boundary: kind };
}

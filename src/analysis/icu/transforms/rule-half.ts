/** One side of a rule while it is parsed (ICU's TransliteratorParser.RuleHalf). */
import { escapeAt } from "./escapes.ts";
import { type Matcher, PatternMatcher, RepeatedMatcher, SetMatcher } from "./matchers.ts";
import { afterCharacter, identifierEnd, isPatternWhiteSpace } from "./pattern-syntax.ts";
import { FunctionReplacer, PatternReplacer } from "./replacers.ts";
import { RuleError, type RuleVariables } from "./rule-variables.ts";
import { readFilteredId, type SingleId } from "./transform-id.ts";
import type { Transform } from "./transform.ts";
import { readUnicodeSet, resemblesSet } from "./unicode-set.ts";

/** Builds the transform of a function in a rule. */
export type MakeFunction = (id: SingleId) => Transform;

/** Characters that end a side. */
const enders = "=><←→↔;";

/** Illegal characters in each kind of section. */
const illegal = { top: ")", segment: "{}|@", function: "^(.*+?{}|@" } as const;

const quantifiers: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ["*", [0, Number.MAX_SAFE_INTEGER]],
  ["+", [1, Number.MAX_SAFE_INTEGER]],
  ["?", [0, 1]],
]);

/** One side of a rule. Offsets refer to its text with stand-ins; -1: absent. */
export class RuleHalf {
  readonly #rules: string;
  readonly #variables: RuleVariables;
  readonly #makeFunction: MakeFunction;
  text = "";
  /** Index of the next character of the rules; after parsing, the index after the character that ended the side. */
  at: number;
  cursor = -1;
  keyStart = -1;
  keyEnd = -1;
  cursorOffset = 0;
  isAtStart = false;
  isAtEnd = false;
  #cursorOffsetAt = 0;
  #nextSegment = 1;
  /** What a following quantifier would apply to: the quotation or variable parsed last. */
  #quoteStart = -1;
  #quoteEnd = -1;
  #variableStart = -1;
  #variableEnd = -1;

  constructor(rules: string, at: number, variables: RuleVariables, makeFunction: MakeFunction) {
    this.#rules = rules;
    this.at = at;
    this.#variables = variables;
    this.#makeFunction = makeFunction;
  }

  read(): void {
    this.#section("top");
    if (this.cursorOffset > 0 && this.cursor !== this.#cursorOffsetAt) throw new RuleError("Misplaced |");
  }

  /** Drops everything except the key. */
  removeContext(): void {
    this.text = this.text.slice(Math.max(0, this.keyStart), this.keyEnd < 0 ? this.text.length : this.keyEnd);
    this.keyStart = -1;
    this.keyEnd = -1;
    this.isAtStart = false;
    this.isAtEnd = false;
  }

  #section(kind: keyof typeof illegal): void {
    const rules = this.#rules;
    const begin = this.text.length;
    this.#forgetQuantified();
    while (this.at < rules.length) {
      const character = rules[this.at++]!;
      if (isPatternWhiteSpace(character)) continue;
      if (enders.includes(character)) {
        if (kind !== "top") throw new RuleError("Unclosed segment");
        return;
      }
      if (this.isAtEnd) throw new RuleError("Malformed variable reference");
      if (resemblesSet(rules, this.at - 1)) this.#set();
      else if (character === "\\") this.#escape();
      else if (character === "'") this.#quote();
      else {
        this.#variables.checkLiteral(character.charCodeAt(0));
        if (illegal[kind].includes(character)) throw new RuleError(`Illegal character '${character}'`);
        if (character === ")") return;
        if (!this.#operator(character, kind === "top" ? -1 : begin)) this.#literal(character);
      }
    }
  }

  #forgetQuantified(): void {
    this.#quoteStart = -1;
    this.#quoteEnd = -1;
    this.#variableStart = -1;
    this.#variableEnd = -1;
  }

  #set(): void {
    const { set, end } = readUnicodeSet(this.#rules, this.at - 1, this.#variables);
    this.text += this.#variables.standInForMatcher(new SetMatcher(set));
    this.at = end;
  }

  #escape(): void {
    const escape = escapeAt(this.#rules, this.at);
    if (!escape) throw new RuleError("Malformed escape");
    this.#variables.checkLiteral(escape.codePoint);
    this.text += String.fromCodePoint(escape.codePoint);
    this.at = escape.end;
  }

  #quote(): void {
    const rules = this.#rules;
    if (rules[this.at] === "'") {
      this.text += "'";
      this.at++;
      return;
    }
    this.#quoteStart = this.text.length;
    for (;;) {
      const close = rules.indexOf("'", this.at);
      if (close < 0) throw new RuleError("Unterminated quote");
      const quoted = rules.slice(this.at, close);
      for (let index = 0; index < quoted.length; index++) this.#variables.checkLiteral(quoted.charCodeAt(index));
      this.text += quoted;
      this.at = close + 1;
      // Two apostrophes denote one.
      if (rules[this.at] !== "'") break;
      this.text += "'";
      this.at++;
    }
    this.#quoteEnd = this.text.length;
  }

  /** Parses an operator. `segmentStart` is -1 outside of segments. Returns false for a literal character. */
  #operator(character: string, segmentStart: number): boolean {
    switch (character) {
      case "^":
        if (this.text !== "" || this.isAtStart) throw new RuleError("Misplaced anchor start");
        this.isAtStart = true;
        return true;
      case "(":
        this.#segment();
        return true;
      case "&":
      case "∆":
        this.#function();
        return true;
      case "$":
        this.#reference();
        return true;
      case ".":
        this.text += this.#variables.dot();
        return true;
      case "*":
      case "+":
      case "?":
        this.#quantifier(character, segmentStart);
        return true;
      case "{":
        if (this.keyStart >= 0) throw new RuleError("Multiple ante contexts");
        this.keyStart = this.text.length;
        return true;
      case "}":
        if (this.keyEnd >= 0) throw new RuleError("Multiple post contexts");
        this.keyEnd = this.text.length;
        return true;
      case "|":
        if (this.cursor >= 0) throw new RuleError("Multiple cursors");
        this.cursor = this.text.length;
        return true;
      case "@":
        this.#offset();
        return true;
      default:
        return false;
    }
  }

  #segment(): void {
    const begin = this.text.length;
    const number = this.#nextSegment++;
    this.#section("segment");
    this.#variables.defineSegment(number, this.text.slice(begin));
    this.text = this.text.slice(0, begin) + this.#variables.segmentStandIn(number);
    this.#forgetQuantified();
  }

  #function(): void {
    const id = readFilteredId(this.#rules, this.at);
    const open = id && afterCharacter(this.#rules, id.end, "(");
    if (!id || open === undefined) throw new RuleError("Invalid function");
    const transform = this.#makeFunction(id.value);
    const begin = this.text.length;
    this.at = open;
    this.#section("function");
    const argument = new PatternReplacer(this.#variables.pattern(this.text.slice(begin)), this.#variables.replacers);
    this.text =
      this.text.slice(0, begin) + this.#variables.standInForReplacer(new FunctionReplacer(transform, argument));
    this.#forgetQuantified();
  }

  /** `$1`, `$name`, or `$` at the end. */
  #reference(): void {
    const number = /^[1-9]\d*/.exec(this.#rules.slice(this.at, this.at + 9))?.[0];
    if (number !== undefined) {
      this.text += this.#variables.segmentStandIn(Number(number));
      this.at += number.length;
      return;
    }
    const end = identifierEnd(this.#rules, this.at);
    if (end === this.at) {
      this.isAtEnd = true;
      return;
    }
    this.#variableStart = this.text.length;
    this.text += this.#variables.reference(this.#rules.slice(this.at, end));
    this.#variableEnd = this.text.length;
    this.at = end;
  }

  #quantifier(character: string, segmentStart: number): void {
    const length = this.text.length;
    if (length === segmentStart || length === 0) throw new RuleError("Misplaced quantifier");
    let begin = length - 1;
    if (length === this.#quoteEnd) begin = this.#quoteStart;
    else if (length === this.#variableEnd) begin = this.#variableStart;
    const piece: Matcher = new PatternMatcher(
      this.#variables.pattern(this.text.slice(begin)),
      this.#variables.matchers,
    );
    const [least, most] = quantifiers.get(character)!;
    this.text = this.text.slice(0, begin) + this.#variables.standInForMatcher(new RepeatedMatcher(piece, least, most));
  }

  /** `@`: the cursor is outside of the replacement. */
  #offset(): void {
    const length = this.text.length;
    if (this.cursorOffset < 0) {
      if (length > 0) throw new RuleError("Misplaced @");
      this.cursorOffset--;
    } else if (this.cursorOffset > 0) {
      if (length !== this.#cursorOffsetAt || this.cursor >= 0) throw new RuleError("Misplaced @");
      this.cursorOffset++;
    } else if (this.cursor === 0 && length === 0) this.cursorOffset = -1;
    else if (this.cursor < 0) {
      this.#cursorOffsetAt = length;
      this.cursorOffset = 1;
    } else throw new RuleError("Misplaced @");
  }

  #literal(character: string): void {
    if (/^[!-/:-@[-`{-~]$/.test(character)) throw new RuleError(`Unquoted ${character}`);
    this.text += character;
  }
}

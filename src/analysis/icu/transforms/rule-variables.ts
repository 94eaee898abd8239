/**
 * What rules refer to: variables, sets, segments, functions. While rules are read each of them stands in their text as
 * one character for private use, and in patterns as the complement of its number.
 */
import { CodePointSet } from "./code-point-set.ts";
import { type Matcher, type Pattern, PatternMatcher, SetMatcher } from "./matchers.ts";
import { type Replacer, SegmentReplacer } from "./replacers.ts";
import type { SetSymbols } from "./set-scanner.ts";
import { readUnicodeSet } from "./unicode-set.ts";

/** Which characters stand for something, unless rules say otherwise. */
const FIRST_STAND_IN = 0xf000;
const LAST_STAND_IN = 0xf8ff;

/** What rules are refused for; the caller says which. */
export class RuleError extends Error {}

/** See the file comment. */
export class RuleVariables implements SetSymbols {
  readonly matchers: (Matcher | undefined)[] = [];
  readonly replacers: (Replacer | undefined)[] = [];
  readonly #values = new Map<string, string>();
  #base = FIRST_STAND_IN;
  #limit = LAST_STAND_IN + 1;
  #dot: string | undefined;
  /** The variable that the rule that is being read may define. */
  #undefinedName: string | undefined;
  /** Of the rule that is being read: characters that stand for its segments, and the segments. */
  #segmentStandIns: string[] = [];
  #segments: PatternMatcher[] = [];

  /** `use variable range`. */
  setRange(first: number, last: number): void {
    if (first > last || first < 0 || last > 0xffff) throw new RuleError(`Invalid variable range ${first}, ${last}`);
    if (this.matchers.length > 0) throw new RuleError("Misplaced variable range");
    this.#base = first;
    this.#limit = last + 1;
  }

  beginRule(): void {
    this.#undefinedName = undefined;
    this.#segmentStandIns = [];
    this.#segments = [];
  }

  get undefinedName(): string | undefined {
    return this.#undefinedName;
  }

  /** The segments of the rule, each of which must be there if it is referred to. */
  segments(): readonly PatternMatcher[] {
    if (this.#segmentStandIns.length > this.#segments.length) throw new RuleError("Undefined segment reference");
    return this.#segments;
  }

  /** Defines the variable whose name was not known in this rule. `left` is all that stands before its value. */
  define(left: string, value: string): void {
    if (this.#undefinedName === undefined) throw new RuleError("Missing '$' or duplicate definition");
    if (left.length !== 1 || left.charCodeAt(0) !== this.#limit) throw new RuleError("Malformed LHS");
    this.#values.set(this.#undefinedName, value);
    this.#limit++;
  }

  variable(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** The value of a variable, or a character that stands for the one that is to be defined. */
  reference(name: string): string {
    const value = this.#values.get(name);
    if (value !== undefined) return value;
    if (this.#undefinedName !== undefined) throw new RuleError(`Undefined variable $${name}`);
    this.#undefinedName = name;
    return String.fromCharCode(--this.#limit);
  }

  standsFor(codePoint: number): CodePointSet | undefined {
    const number = codePoint - this.#base;
    const matcher = number >= 0 && number < this.matchers.length ? this.matchers[number] : undefined;
    if (!matcher) return undefined;
    if (!(matcher instanceof SetMatcher)) throw new RuleError("Syntax error");
    return matcher.set;
  }

  /** Characters that stand for something must not stand in rules. */
  checkLiteral(unit: number): void {
    if (unit >= this.#base && unit < this.#limit) throw new RuleError("Variable range character in rule");
  }

  standInForMatcher(matcher: Matcher): string {
    return this.#add(matcher, undefined);
  }

  standInForReplacer(replacer: Replacer): string {
    return this.#add(undefined, replacer);
  }

  /** `.` */
  dot(): string {
    return (this.#dot ??= this.standInForMatcher(new SetMatcher(readUnicodeSet("[^[:Zp:][:Zl:]\\r\\n$]", 0).set)));
  }

  /** A segment by its number from 1 on, which may be defined later in the rule. */
  segmentStandIn(number: number): string {
    return (this.#segmentStandIns[number - 1] ??= this.#add(undefined, undefined));
  }

  defineSegment(number: number, text: string): void {
    const index = this.segmentStandIn(number).charCodeAt(0) - this.#base;
    const segment = new PatternMatcher(this.pattern(text), this.matchers);
    this.#segments[number - 1] = segment;
    this.matchers[index] = segment;
    this.replacers[index] = new SegmentReplacer(segment);
  }

  #add(matcher: Matcher | undefined, replacer: Replacer | undefined): string {
    const unit = this.#base + this.matchers.length;
    if (unit >= this.#limit) throw new RuleError("Variable range exhausted");
    this.matchers.push(matcher);
    this.replacers.push(replacer);
    return String.fromCharCode(unit);
  }

  /** The pattern of a text of a rule. */
  pattern(text: string): Pattern {
    return Int32Array.from({ length: text.length }, (_, index) => {
      const number = text.charCodeAt(index) - this.#base;
      return number >= 0 && number < this.matchers.length ? ~number : text.charCodeAt(index);
    });
  }

  /** Whether all that a pattern refers to can be looked for, or put in a text. */
  isInput(pattern: Pattern): boolean {
    return pattern.every((unit) => unit >= 0 || this.matchers[~unit] !== undefined);
  }

  isOutput(pattern: Pattern): boolean {
    return pattern.every((unit) => unit >= 0 || this.replacers[~unit] !== undefined);
  }
}

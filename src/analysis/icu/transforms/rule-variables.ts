/**
 * What rules refer to: variables, sets, segments, functions. In the text of rules each is represented by a private use
 * character while parsing, and in patterns by the complement of its number.
 */
import { CodePointSet } from "./code-point-set.ts";
import { type Matcher, type Pattern, PatternMatcher, SetMatcher } from "./matchers.ts";
import { type Replacer, SegmentReplacer } from "./replacers.ts";
import type { SetSymbols } from "./set-scanner.ts";
import { readUnicodeSet } from "./unicode-set.ts";

/** First stand-in character, unless rules set another range. */
const FIRST_STAND_IN = 0xf000;
const LAST_STAND_IN = 0xf8ff;

/** Why a rule is rejected; the caller adds which rule. */
export class RuleError extends Error {}

/** See the file comment. */
export class RuleVariables implements SetSymbols {
  readonly matchers: (Matcher | undefined)[] = [];
  readonly replacers: (Replacer | undefined)[] = [];
  readonly #values = new Map<string, string>();
  #base = FIRST_STAND_IN;
  #limit = LAST_STAND_IN + 1;
  #dot: string | undefined;
  /** The variable that the current rule may define. */
  #undefinedName: string | undefined;
  /** Of the current rule: characters that represent its segments, and the segments. */
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

  /** The segments of the rule; each one that is referred to must exist. */
  segments(): readonly PatternMatcher[] {
    if (this.#segmentStandIns.length > this.#segments.length) throw new RuleError("Undefined segment reference");
    return this.#segments;
  }

  /** Defines the variable whose name was unknown in this rule. `left` is everything before its value. */
  define(left: string, value: string): void {
    if (this.#undefinedName === undefined) throw new RuleError("Missing '$' or duplicate definition");
    if (left.length !== 1 || left.charCodeAt(0) !== this.#limit) throw new RuleError("Malformed LHS");
    this.#values.set(this.#undefinedName, value);
    this.#limit++;
  }

  variable(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** The value of a variable, or a stand-in for the one being defined. */
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

  /** Rules must not contain stand-in characters literally. */
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

  /** The stand-in of a segment by its number, from 1 on; the segment may be defined later in the rule. */
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

  /** The pattern for the text of a rule. */
  pattern(text: string): Pattern {
    return Int32Array.from({ length: text.length }, (_, index) => {
      const number = text.charCodeAt(index) - this.#base;
      return number >= 0 && number < this.matchers.length ? ~number : text.charCodeAt(index);
    });
  }

  /** Whether everything in a pattern is a matcher, or everything a replacer. */
  isInput(pattern: Pattern): boolean {
    return pattern.every((unit) => unit >= 0 || this.matchers[~unit] !== undefined);
  }

  isOutput(pattern: Pattern): boolean {
    return pattern.every((unit) => unit >= 0 || this.replacers[~unit] !== undefined);
  }
}

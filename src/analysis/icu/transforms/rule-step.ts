/**
 * A pass of rules, in which the first matching rule applies (ICU's RuleBasedTransliterator and TransliterationRuleSet).
 */
import { CodePointSet } from "./code-point-set.ts";
import { firstUnitOf } from "./matchers.ts";
import type { Rule } from "./rule.ts";
import type { TransformStep } from "./transform.ts";
import { type TransformText, unitsOf } from "./transform-text.ts";

/** Maximum rule applications per unit of the text; then the pass ends. */
const TIMES_EACH_UNIT = 16;

/** Code points of a page of the index. */
const PAGE = 256;

/** A pass of rules. */
export class RuleStep implements TransformStep {
  readonly #rules: readonly Rule[];
  /** Numbers of the rules whose key begins with a certain unit, by unit; and of all other rules. */
  readonly #byUnit = new Map<number, number[]>();
  readonly #others: number[] = [];
  /** For each code point seen: index of the list of rules that may begin with it, plus 1. */
  readonly #pages: (Uint16Array | undefined)[] = [];
  readonly #lists: (readonly Rule[])[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    for (const [number, { firstUnit }] of rules.entries()) {
      const ofUnit = this.#byUnit.get(firstUnit);
      if (firstUnit < 0) this.#others.push(number);
      else if (ofUnit) ofUnit.push(number);
      else this.#byUnit.set(firstUnit, [number]);
    }
  }

  /** Every code point that the key of a rule may contain. */
  sourceCharacters(): CodePointSet {
    return CodePointSet.unionOf(this.#rules.map((rule) => rule.sourceCharacters()));
  }

  apply(text: TransformText): void {
    let left = (text.limit - text.start) * TIMES_EACH_UNIT;
    while (text.start < text.limit && left-- >= 0) {
      const codePoint = text.codePointAt(text.start);
      if (!this.#applyFirst(text, codePoint)) text.start += unitsOf(codePoint);
    }
  }

  #applyFirst(text: TransformText, codePoint: number): boolean {
    const rules = this.#beginningWith(codePoint);
    for (let index = 0; index < rules.length; index++) if (rules[index]!.apply(text)) return true;
    return false;
  }

  #beginningWith(codePoint: number): readonly Rule[] {
    const page = (this.#pages[codePoint >>> 8] ??= new Uint16Array(PAGE));
    const number = page[codePoint & (PAGE - 1)]! || this.#find(page, codePoint);
    return this.#lists[number - 1]!;
  }

  /** Finds the rules for a code point seen for the first time. */
  #find(page: Uint16Array, codePoint: number): number {
    const others = this.#others.filter((index) => this.#rules[index]!.mayBeginWith(codePoint));
    const found = [...(this.#byUnit.get(firstUnitOf(codePoint)) ?? []), ...others].sort((left, right) => left - right);
    const key = found.join();
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#lists.push(found.map((index) => this.#rules[index]!));
      this.#numbers.set(key, number);
    }
    page[codePoint & (PAGE - 1)] = number;
    return number;
  }
}

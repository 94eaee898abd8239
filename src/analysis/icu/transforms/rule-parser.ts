/** Parses the rules of a transform: alternating passes of ids (`::NFD;`) and of rules (ICU's TransliteratorParser). */
import { RequestError } from "../../../compat/errors.ts";
import { damagedData } from "../damaged-data.ts";
import type { CodePointSet } from "./code-point-set.ts";
import { afterCharacter, escaped, isPatternWhiteSpace, skipPatternWhiteSpace } from "./pattern-syntax.ts";
import { Rule } from "./rule.ts";
import { type MakeFunction, RuleHalf } from "./rule-half.ts";
import { RuleStep } from "./rule-step.ts";
import { RuleError, RuleVariables } from "./rule-variables.ts";
import { type Inverses, readGlobalFilter, readSingleId } from "./transform-id.ts";

/** Parsed rules, as pairs of an id block and a rule pass; either may be empty. */
export interface ParsedRules {
  /** Ids separated by semicolons. */
  readonly idBlocks: readonly string[];
  readonly steps: readonly RuleStep[];
  /** The global filter, as written and as parsed. */
  readonly filter: { readonly text: string; readonly set: CodePointSet } | undefined;
}

/** What the parser needs besides the rules. */
export interface RuleSurroundings {
  readonly isReverse: boolean;
  readonly inverses: Inverses;
  readonly makeFunction: MakeFunction;
}

/** Parses rules; their id is for errors. Throws 400 for invalid rules: they come only from the data. */
export function parseRules(id: string, rules: string, surroundings: RuleSurroundings): ParsedRules {
  return new RuleParser(id, rules, surroundings).parse();
}

class RuleParser {
  readonly #id: string;
  readonly #rules: string;
  readonly #surroundings: RuleSurroundings;
  readonly #variables = new RuleVariables();
  readonly #idBlocks: string[] = [];
  readonly #steps: RuleStep[] = [];
  #filter: ParsedRules["filter"];
  /** The pair being parsed: ids, then rules. */
  #ids: string[] = [];
  #turn: Rule[] | undefined;
  #at = 0;

  constructor(id: string, rules: string, surroundings: RuleSurroundings) {
    this.#id = id;
    this.#rules = rules;
    this.#surroundings = surroundings;
  }

  parse(): ParsedRules {
    const rules = this.#rules;
    while (this.#at < rules.length) {
      const character = rules[this.#at]!;
      if (isPatternWhiteSpace(character) || character === ";") this.#at++;
      else if (character === "#") {
        const end = rules.indexOf("\n", this.#at);
        this.#at = end < 0 ? rules.length : end + 1;
      } else this.#statement();
    }
    this.#endTurn();
    const { isReverse } = this.#surroundings;
    const idBlocks = isReverse ? this.#idBlocks.reverse() : this.#idBlocks;
    const steps = isReverse ? this.#steps.reverse() : this.#steps;
    if (idBlocks.length === 1 && idBlocks[0] === "") idBlocks.pop();
    return { idBlocks, steps, filter: this.#filter };
  }

  #statement(): void {
    const begin = this.#at;
    try {
      if (this.#rules.startsWith("::", begin)) this.#idStatement(begin + 2);
      else if (this.#rules.startsWith("use ", begin)) this.#pragma();
      else this.#rule();
    } catch (error) {
      if (!(error instanceof RuleError) && !(error instanceof RequestError)) throw error;
      const end = this.#rules.indexOf(";", begin);
      const rule = escaped(this.#rules.slice(begin, end < 0 ? undefined : end));
      throw damagedData(this.#id, `${error.message} in "${rule}"`);
    }
  }

  /** `::[filter] id (inverse);`, or a global filter. */
  #idStatement(from: number): void {
    const { isReverse, inverses } = this.#surroundings;
    if (this.#turn) this.#endTurn();
    const rules = this.#rules;
    const at = skipPatternWhiteSpace(rules, from);
    const single = readSingleId(rules, at, isReverse, inverses);
    const end = single && afterCharacter(rules, single.end, ";");
    if (single && end !== undefined) {
      this.#ids.push(`${single.value.canonical};`);
      this.#at = end;
      return;
    }
    const inBrackets = rules[at] === "(";
    const filter = readGlobalFilter(rules, at, inBrackets);
    const filterEnd = filter && afterCharacter(rules, filter.end, ";");
    if (!filter || filterEnd === undefined) throw new RuleError("Invalid ::ID");
    this.#at = filterEnd;
    if (inBrackets !== isReverse) return;
    if (this.#filter) throw new RuleError("Multiple global filters");
    const text = rules.slice(at, filter.end).trim();
    this.#filter = { text: inBrackets ? text.slice(1, -1) : text, set: filter.value };
  }

  #pragma(): void {
    const range = /^use\s+variable\s+range\s+(0x[\dA-Fa-f]+|\d+)\s+(0x[\dA-Fa-f]+|\d+)\s*;/.exec(
      this.#rules.slice(this.#at, this.#at + 100),
    );
    if (!range) throw new RuleError("Unrecognized pragma");
    this.#variables.setRange(Number(range[1]), Number(range[2]));
    this.#beginTurn();
    this.#at += range[0].length;
  }

  /** Rules after ids end the id block. */
  #beginTurn(): Rule[] {
    if (!this.#turn) {
      this.#endIds();
      this.#turn = [];
    }
    return this.#turn;
  }

  #endIds(): void {
    const ids = this.#surroundings.isReverse ? this.#ids.reverse() : this.#ids;
    this.#idBlocks.push(ids.join(""));
    this.#ids = [];
  }

  #endTurn(): void {
    if (this.#turn) this.#steps.push(new RuleStep(this.#turn));
    else if (this.#ids.length > 0) this.#endIds();
    this.#turn = undefined;
  }

  /** `left > right;` and the like, or `$variable = value;`. */
  #rule(): void {
    const rules = this.#rules;
    const variables = this.#variables;
    const turn = this.#beginTurn();
    variables.beginRule();
    const left = new RuleHalf(rules, this.#at, variables, this.#surroundings.makeFunction);
    left.read();
    let operator = rules[left.at - 1]!;
    if (!"=><←→↔".includes(operator)) throw new RuleError("No operator");
    let at = left.at;
    if (operator === "<" && rules[at] === ">") {
      operator = "↔";
      at++;
    }
    const right = new RuleHalf(rules, at, variables, this.#surroundings.makeFunction);
    right.read();
    if (right.at < rules.length && rules[right.at - 1] !== ";") throw new RuleError("Unquoted operator");
    this.#at = right.at;
    if (operator === "=") {
      variables.define(left.text, right.text);
      return;
    }
    if (variables.undefinedName !== undefined) throw new RuleError(`Undefined variable $${variables.undefinedName}`);
    const rule = this.#ruleOf(left, right, operator);
    if (rule) turn.push(rule);
  }

  /** The rule in the requested direction; undefined when it applies only to the other one. */
  #ruleOf(left: RuleHalf, right: RuleHalf, operator: string): Rule | undefined {
    const { isReverse } = this.#surroundings;
    const variables = this.#variables;
    const segments = variables.segments();
    const isBoth = operator === "↔";
    if (!isBoth && isReverse !== (operator === "<" || operator === "←")) return undefined;
    const [input, output] = isReverse ? [right, left] : [left, right];
    if (isBoth) {
      output.removeContext();
      input.cursor = -1;
      input.cursorOffset = 0;
    }
    const keyStart = Math.max(0, input.keyStart);
    const keyEnd = input.keyEnd < 0 ? input.text.length : input.keyEnd;
    const pattern = variables.pattern(input.text);
    const replacement = variables.pattern(output.text);
    const isMalformed =
      output.keyStart >= 0 ||
      output.keyEnd >= 0 ||
      output.isAtStart ||
      output.isAtEnd ||
      (output.cursorOffset !== 0 && output.cursor < 0) ||
      input.cursor >= 0;
    if (isMalformed || keyStart > keyEnd || !variables.isInput(pattern) || !variables.isOutput(replacement))
      throw new RuleError("Malformed rule");
    return new Rule({
      pattern,
      keyStart,
      keyEnd,
      output: replacement,
      cursor: (output.cursor < 0 ? output.text.length : output.cursor) + output.cursorOffset,
      segments,
      isAtStart: input.isAtStart,
      isAtEnd: input.isAtEnd,
      matchers: variables.matchers,
      replacers: variables.replacers,
    });
  }
}

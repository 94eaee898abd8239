/** Parses tailoring rules: `&N < ñ <<< Ñ` (ICU's CollationRuleParser). */
import { RequestError } from "../../../../compat/errors.ts";
import { readUnicodeSet } from "../../transforms/unicode-set.ts";
import type { CollationMappings } from "../collation-data.ts";
import { isOrderly } from "./canonical-closure.ts";
import { DIFFERENCE } from "./element.ts";
import { RuleCharacters } from "./rule-characters.ts";
import { type RuleSettings, ruleSettings } from "./rule-settings.ts";
import { positionNames, type SpecialPosition } from "./special-positions.ts";
import type { TailoringBuilder } from "./tailoring-builder.ts";

/** Maximum imports, all together: those of the data need four. */
const MOST_IMPORTS = 16;

/** What rules are read with. */
export interface RuleSurroundings {
  readonly base: CollationMappings;
  readonly builder: TailoringBuilder;
  /** The rules of a locale, by its tag. Throws RequestError where there are none. */
  imported(tag: string): string;
  /** Counts what was imported. */
  imports: number;
}

/** Parses rules into a builder; returns their settings. Throws RequestError with the position of the error. */
export function parseRules(rules: string, surroundings: RuleSurroundings): RuleSettings {
  return new RuleParser(rules, surroundings).parse();
}

/** A difference between two texts, and how many characters it takes. */
interface Relation {
  readonly strength: number;
  readonly isStarred: boolean;
  readonly length: number;
}

class RuleParser {
  readonly #surroundings: RuleSurroundings;
  readonly #text: RuleCharacters;
  #settings: RuleSettings = {};

  constructor(rules: string, surroundings: RuleSurroundings) {
    this.#surroundings = surroundings;
    this.#text = new RuleCharacters(rules);
  }

  parse(): RuleSettings {
    const text = this.#text;
    for (text.place = text.skipSpace(0); !text.isEnd(text.place); text.place = text.skipSpace(text.place)) {
      const character = text.rules[text.place]!;
      if (character === "&") this.#chain();
      else if (character === "[") this.#setting();
      else if (character === "#") text.place = text.skipComment(text.place + 1);
      else if (character === "@" || character === "!") {
        // A setting that once swapped Thai characters, which the root now does by itself.
        if (character === "@") this.#set({ isBackward: true });
        text.place++;
      } else throw text.error("expected a reset or setting or comment");
    }
    return this.#settings;
  }

  #set(settings: RuleSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** A reset with its relations. */
  #chain(): void {
    const text = this.#text;
    const resetStrength = this.#reset();
    let isFirst = true;
    for (;;) {
      text.place = text.skipSpace(text.place);
      const relation = relationAt(text.rules, text.place);
      if (!relation) {
        if (text.rules[text.place] === "#") {
          text.place = text.skipComment(text.place + 1);
          continue;
        }
        if (isFirst) throw text.error("reset not followed by a relation");
        return;
      }
      const { strength, isStarred, length } = relation;
      if (resetStrength < DIFFERENCE.identical) {
        if (isFirst && strength !== resetStrength)
          throw text.error("reset-before strength differs from its first relation");
        if (strength < resetStrength) throw text.error("reset-before strength followed by a stronger relation");
      }
      if (isStarred) this.#starred(strength, text.place + length);
      else this.#relation(strength, text.place + length);
      isFirst = false;
    }
  }

  #reset(): number {
    const text = this.#text;
    let at = text.skipSpace(text.place + 1);
    let strength: number = DIFFERENCE.identical;
    const before = /^\[before[\s\u200e\u200f]+([123])\]/.exec(text.rules.slice(at, at + 100));
    if (before) {
      strength = Number(before[1]) - 1;
      at = text.skipSpace(at + before[0].length);
    }
    if (text.isEnd(at)) throw text.error("reset without position");
    let position: string | SpecialPosition;
    if (text.rules[at] === "[") {
      [position, at] = this.#special(at);
    } else {
      [position, at] = text.readTailoringString(at);
    }
    this.#tell("adding reset failed", () => this.#surroundings.builder.reset(strength, position));
    text.place = at;
    return strength;
  }

  #special(from: number): [SpecialPosition, number] {
    const text = this.#text;
    const [words, at] = text.readWords(from + 1);
    const alias = { top: "last regular", "variable top": "last variable" }[words] ?? words;
    const name = positionNames.find((candidate) => candidate === alias);
    if (name === undefined || text.rules[at] !== "]") throw text.error("not a valid special reset position");
    return [{ name }, at + 1];
  }

  #relation(strength: number, from: number): void {
    const text = this.#text;
    let prefix = "";
    let extension = "";
    let [own, at] = text.readTailoringString(from);
    if (text.rules[at] === "|") {
      prefix = own;
      [own, at] = text.readTailoringString(at + 1);
    }
    if (text.rules[at] === "/") [extension, at] = text.readTailoringString(at + 1);
    if (prefix !== "" && (!beginsPart(prefix) || !beginsPart(own))) {
      throw text.error("in 'prefix|str', prefix and str must each start with an NFC boundary");
    }
    this.#tell("adding relation failed", () => this.#surroundings.builder.relate(strength, prefix, own, extension));
    text.place = at;
  }

  /** `<* abc-f`: each character by itself. */
  #starred(strength: number, from: number): void {
    const text = this.#text;
    let [characters, at] = text.readString(text.skipSpace(from));
    if (characters === "") throw text.error("missing starred-relation string");
    let before: number | undefined;
    for (;;) {
      for (const character of characters) {
        before = character.codePointAt(0)!;
        this.#one(strength, before, "starred-relation string is not all NFD-inert");
      }
      if (text.rules[at] !== "-") break;
      if (before === undefined) throw text.error("range without start in starred-relation string");
      [characters, at] = text.readString(at + 1);
      if (characters === "") throw text.error("range without end in starred-relation string");
      const last = characters.codePointAt(0)!;
      if (last < before) throw text.error("range start greater than end in starred-relation string");
      for (let codePoint = before + 1; codePoint <= last; codePoint++) {
        if (codePoint >= 0xd800 && codePoint <= 0xdfff)
          throw text.error("starred-relation string range contains a surrogate");
        if (codePoint >= 0xfffd && codePoint <= 0xffff)
          throw text.error("starred-relation string range contains U+FFFD, U+FFFE or U+FFFF");
        this.#one(strength, codePoint, "starred-relation string range is not all NFD-inert");
      }
      before = undefined;
      characters = characters.slice(last > 0xffff ? 2 : 1);
    }
    text.place = text.skipSpace(at);
  }

  #one(strength: number, codePoint: number, reason: string): void {
    const character = String.fromCodePoint(codePoint);
    if (!isInert(character)) throw this.#text.error(reason);
    this.#tell("adding relation failed", () => this.#surroundings.builder.relate(strength, "", character, ""));
  }

  #setting(): void {
    const text = this.#text;
    const [words, at] = text.readWords(text.place + 1);
    if (words === "") throw text.error("expected a setting/option at '['");
    if (text.rules[at] === "[") {
      this.#setOfCharacters(words, at);
      return;
    }
    if (text.rules[at] !== "]") throw text.error("not a valid setting/option");
    const tag = /^import (\S+)$/.exec(words)?.[1];
    if (tag === undefined) {
      const settings = ruleSettings(words, this.#surroundings.base);
      if (typeof settings === "string") throw text.error(settings);
      this.#set(settings);
    } else {
      if (++this.#surroundings.imports > MOST_IMPORTS) throw text.error("[import langTag] failed: too many imports");
      const rules = this.#tell("[import langTag] failed", () => this.#surroundings.imported(tag));
      this.#set(this.#tell("parsing imported rules failed", () => parseRules(rules, this.#surroundings)));
    }
    text.place = at + 1;
  }

  /** `[suppressContractions [а-я]]`; `[optimize […]]` changes no key. */
  #setOfCharacters(words: string, from: number): void {
    const text = this.#text;
    const { set, end } = this.#tell("not a valid UnicodeSet pattern", () => readUnicodeSet(text.rules, from));
    const at = text.skipSpace(end);
    if (text.rules[at] !== "]") throw text.error("missing option-terminating ']' after UnicodeSet pattern");
    if (words !== "optimize" && words !== "suppressContractions") throw text.error("not a valid setting/option");
    if (words === "suppressContractions") {
      for (let index = 0; index < set.ends.length; index += 2) {
        for (let codePoint = set.ends[index]!; codePoint < set.ends[index + 1]!; codePoint++) {
          this.#surroundings.builder.suppressContractions(codePoint);
        }
      }
    }
    text.place = at + 1;
  }

  /** Runs `work`, and adds the position to its error. */
  #tell<Result>(what: string, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof RequestError) throw this.#text.error(`${what}: ${error.message}`);
      throw error;
    }
  }
}

function relationAt(rules: string, at: number): Relation | undefined {
  const character = rules[at];
  if (character === ";") return { strength: DIFFERENCE.secondary, isStarred: false, length: 1 };
  if (character === ",") return { strength: DIFFERENCE.tertiary, isStarred: false, length: 1 };
  const found = /^(<{1,4}|=)(\*?)/.exec(rules.slice(at, at + 5));
  if (!found) return undefined;
  return {
    strength: found[1] === "=" ? DIFFERENCE.identical : found[1]!.length - 1,
    isStarred: found[2] !== "",
    length: found[0].length,
  };
}

/** Whether normalization joins nothing of a text to what stands before it. */
function beginsPart(text: string): boolean {
  const character = String.fromCodePoint(text.codePointAt(0)!);
  return (
    !/^\p{M}/u.test(character) &&
    `a${character}`.normalize("NFC") === `a${character.normalize("NFC")}` &&
    isOrderly(`\u0345${character}`)
  );
}

/** Whether decomposition leaves a character alone, whatever stands beside it. */
function isInert(character: string): boolean {
  return character.normalize("NFD") === character && isOrderly(`\u0345${character}`) && isOrderly(`${character}\u0334`);
}

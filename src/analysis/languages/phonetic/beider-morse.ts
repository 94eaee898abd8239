/**
 * Beider-Morse Phonetic Matching (2008): how a name may sound in the languages that it may come from. As Apache Commons
 * Codec has it.
 */
import { illegalArgument } from "../../../compat/errors.ts";
import {
  type Languages,
  type LanguageSign,
  languageSigns,
  languagesOf,
  type Phoneme,
  type SoundRules,
  soundRules,
} from "./beider-morse-rules.ts";

/** Whose names they are. */
export type NameType = "generic" | "ashkenazi" | "sephardic";
/** How exactly sounds are told apart. */
export type RuleType = "approx" | "exact";

const MAX_PHONEMES = 20;

const kinds = { generic: "gen", ashkenazi: "ash", sephardic: "sep" } as const;
/** Words before names that may be left out. */
const prefixes: Readonly<Record<NameType, readonly string[]>> = {
  generic: ["da", "dal", "de", "del", "dela", "de la", "della", "des", "di", "do", "dos", "du", "van", "von"],
  ashkenazi: ["bar", "ben", "da", "de", "van", "von"],
  sephardic: [
    "al",
    "el",
    "da",
    "dal",
    "de",
    "del",
    "dela",
    "de la",
    "della",
    "des",
    "di",
    "do",
    "dos",
    "du",
    "van",
    "von",
  ],
};

/** Turns names to codes. */
export class BeiderMorse {
  readonly #nameType: NameType;
  readonly #ruleType: RuleType;
  readonly #kind: string;
  readonly #languages: readonly string[];
  readonly #signs: readonly LanguageSign[];

  constructor(nameType: NameType, ruleType: RuleType) {
    this.#nameType = nameType;
    this.#ruleType = ruleType;
    this.#kind = kinds[nameType];
    this.#languages = languagesOf(this.#kind);
    this.#signs = languageSigns(this.#kind);
  }

  /** The codes of a name; languages are guessed when none are given. Throws 400 for a single one that is not known. */
  codes(name: string, languages?: ReadonlySet<string>): string[] {
    const given = languages ?? this.#guess(name);
    const language = given?.size === 1 ? [...given][0]! : "any";
    const rules = this.#rules("rules", language);
    const common = this.#rules(this.#ruleType, "common");
    const last = this.#rules(this.#ruleType, language);
    const lower = name.toLowerCase().replaceAll("-", " ").trim();
    const variants = this.#nameType === "generic" ? this.#withoutPrefix(lower) : undefined;
    if (variants !== undefined) return variants.flatMap((variant) => this.codes(variant));
    const text = this.#words(lower).join(" ");
    let phonemes: readonly Phoneme[] = [{ text: "", languages: given }];
    for (let at = 0; at < text.length;) {
      const applied = apply(rules, text, at, phonemes);
      phonemes = applied.phonemes;
      at = applied.end;
    }
    return applyLast(applyLast(phonemes, common), last).map((phoneme) => phoneme.text);
  }

  #rules(type: string, language: string): SoundRules {
    const rules = soundRules(`${this.#kind}_${type}_${language}`);
    if (rules === undefined) throw illegalArgument(`No rules found for ${this.#kind}, ${type}, ${language}.`);
    return rules;
  }

  #guess(name: string): Languages {
    const text = name.toLowerCase();
    let languages = [...this.#languages];
    for (const sign of this.#signs) {
      if (sign.pattern.test(text))
        languages = languages.filter((language) => sign.languages.has(language) === sign.accepts);
    }
    return languages.length === 0 ? undefined : new Set(languages);
  }

  /** The name without `d'` or a word before it, and with it joined. */
  #withoutPrefix(name: string): readonly string[] | undefined {
    if (name.startsWith("d'")) return [name.slice(2), `d${name.slice(2)}`];
    const prefix = prefixes.generic.find((word) => name.startsWith(`${word} `));
    if (prefix === undefined) return undefined;
    const rest = name.slice(prefix.length + 1);
    return [rest, prefix + rest];
  }

  #words(name: string): string[] {
    const words = name.split(/\s+/);
    if (this.#nameType === "generic") return words;
    const plain =
      this.#nameType === "sephardic" ? words.map((word) => word.replace(/'+$/, "").split("'").at(-1)!) : words;
    return plain.filter((word) => !prefixes[this.#nameType].includes(word));
  }
}

/** Applies the first rule that fits at a place; without one a letter is passed over. */
function apply(
  rules: SoundRules,
  text: string,
  at: number,
  phonemes: readonly Phoneme[],
): { phonemes: readonly Phoneme[]; end: number; found: boolean } {
  for (const { pattern, fitsBefore, fitsBehind, phonemes: sounds } of rules.get(text.charAt(at)) ?? []) {
    const end = at + pattern.length;
    if (!text.startsWith(pattern, at) || !fitsBehind(text.slice(end)) || !fitsBefore(text.slice(0, at))) continue;
    return { phonemes: joined(phonemes, sounds), end, found: true };
  }
  return { phonemes, end: at + 1, found: false };
}

/** Each phoneme with each sound that goes with its languages. */
function joined(phonemes: readonly Phoneme[], sounds: readonly Phoneme[]): Phoneme[] {
  const result: Phoneme[] = [];
  for (const left of phonemes) {
    for (const right of sounds) {
      const languages = both(left.languages, right.languages);
      if (languages?.size === 0) continue;
      result.push({ text: left.text + right.text, languages });
      if (result.length >= MAX_PHONEMES) return result;
    }
  }
  return result;
}

function both(one: Languages, other: Languages): Languages {
  if (one === undefined || other === undefined) return one ?? other;
  return new Set([...one].filter((language) => other.has(language)));
}

/** Turns sounds to those of the code; equal ones become one, in the order of their texts. */
function applyLast(phonemes: readonly Phoneme[], rules: SoundRules): readonly Phoneme[] {
  if (rules.size === 0) return phonemes;
  const found = new Map<string, Languages>();
  for (const { text, languages } of phonemes) {
    let parts: readonly Phoneme[] = [{ text: "", languages }];
    for (let at = 0; at < text.length;) {
      const applied = apply(rules, text, at, parts);
      const letter = text.charAt(at);
      parts = applied.found
        ? applied.phonemes
        : applied.phonemes.map((part) => ({ ...part, text: part.text + letter }));
      at = applied.end;
    }
    for (const part of parts)
      found.set(part.text, found.has(part.text) ? merged(found.get(part.text), part.languages) : part.languages);
  }
  const byText = Array.from(found, ([text, languages]) => ({ text, languages }));
  return byText.sort((one, other) => (one.text < other.text ? -1 : 1));
}

/** As Commons Codec merges: what holds for any language gives way to what comes to it. */
function merged(one: Languages, other: Languages): Languages {
  if (one === undefined || other === undefined) return other;
  return new Set([...one, ...other]);
}

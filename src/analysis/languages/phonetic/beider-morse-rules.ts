/** The tables of Beider and Morse, read from `spec/beider-morse-rules.txt` when they are first needed. */
import { readFileSync } from "node:fs";
import { packageFile } from "../../../core/package-files.ts";

/** Languages that something holds for; undefined: for any. */
export type Languages = ReadonlySet<string> | undefined;

/** A way to say something. */
export interface Phoneme {
  readonly text: string;
  readonly languages: Languages;
}

/** What a group of letters, or of sounds, may sound like. */
export interface SoundRule {
  readonly pattern: string;
  readonly fitsBefore: (text: string) => boolean;
  readonly fitsBehind: (text: string) => boolean;
  readonly phonemes: readonly Phoneme[];
}

/** Rules by the first letter of their patterns, in order. */
export type SoundRules = ReadonlyMap<string, readonly SoundRule[]>;

/** A sign by which languages are told: those that have it, or those that do not. */
export interface LanguageSign {
  readonly pattern: RegExp;
  readonly languages: ReadonlySet<string>;
  readonly accepts: boolean;
}

let tables: ReadonlyMap<string, readonly string[]> | undefined;
const read = new Map<string, SoundRules>();

function table(name: string): readonly string[] | undefined {
  tables ??= readTables();
  return tables.get(name);
}

function readTables(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of readFileSync(packageFile("spec/beider-morse-rules.txt"), "utf8").split("\n")) {
    if (line.startsWith("#") || line === "") continue;
    if (line.startsWith(">")) found.set(line.slice(1), (lines = []));
    else lines.push(line);
  }
  return found;
}

/** Names of the languages that a kind of names (`gen`, `ash`, `sep`) may come from. */
export function languagesOf(kind: string): readonly string[] {
  return (
    table(`${kind}_languages`)?.[0]
      ?.split("\t")
      .flatMap((part) => part.split(" ")) ?? []
  );
}

/** The signs of languages for a kind of names. */
export function languageSigns(kind: string): LanguageSign[] {
  return (table(`${kind}_lang`) ?? []).map((line) => {
    const [pattern = "", languages = "", accepts = ""] = line.split("\t");
    return { pattern: new RegExp(pattern), languages: new Set(languages.split("+")), accepts: accepts === "true" };
  });
}

/** The rules of a table such as `gen_approx_german`; undefined when there is none. */
export function soundRules(name: string): SoundRules | undefined {
  const known = read.get(name);
  if (known !== undefined) return known;
  const lines = table(name);
  if (lines === undefined) return undefined;
  const rules = new Map<string, SoundRule[]>();
  for (const line of lines) {
    if (line.startsWith("<")) {
      // What is taken in replaces what was there for the same letters.
      for (const [letter, list] of soundRules(line.slice(1)) ?? []) rules.set(letter, [...list]);
      continue;
    }
    const [pattern = "", before = "", behind = "", phonemes = ""] = line.split("\t");
    const list = rules.get(pattern.charAt(0)) ?? [];
    list.push({
      pattern,
      fitsBefore: context(`${before}$`),
      fitsBehind: context(`^${behind}`),
      phonemes: phonemesOf(phonemes),
    });
    rules.set(pattern.charAt(0), list);
  }
  read.set(name, rules);
  return rules;
}

/** `x`, `x[german]`, `(x|y[polish+russian]|)` */
function phonemesOf(text: string): Phoneme[] {
  if (!text.startsWith("(")) return [phonemeOf(text)];
  const body = text.slice(1, -1);
  const parts = body.split("|");
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  const phonemes = parts.map(phonemeOf);
  if (body.startsWith("|") || body.endsWith("|")) phonemes.push(phonemeOf(""));
  return phonemes;
}

function phonemeOf(text: string): Phoneme {
  const open = text.indexOf("[");
  if (open < 0) return { text, languages: undefined };
  return { text: text.slice(0, open), languages: new Set(text.slice(open + 1, -1).split("+")) };
}

/**
 * Whether what stands beside a pattern fits a regular expression that is bound to one or both ends. As in Commons
 * Codec, without classes of letters it is a text, alternatives or not, and a class by itself is the letters that are
 * written there, ranges or not.
 */
function context(expression: string): (text: string) => boolean {
  const atStart = expression.startsWith("^");
  const atEnd = expression.endsWith("$");
  const content = expression.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  if (!content.includes("[")) {
    if (atStart && atEnd) return (text) => text === content;
    return atStart ? (text) => text.startsWith(content) : (text) => text.endsWith(content);
  }
  if (content.startsWith("[") && content.endsWith("]") && !content.slice(1, -1).includes("[")) {
    const negated = content.startsWith("[^");
    const letters = content.slice(negated ? 2 : 1, -1);
    const fits = (letter: string): boolean => letter !== "" && letters.includes(letter) !== negated;
    if (atStart && atEnd) return (text) => text.length === 1 && fits(text);
    return atStart ? (text) => fits(text.charAt(0)) : (text) => fits(text.charAt(text.length - 1));
  }
  const pattern = new RegExp(expression);
  return (text) => pattern.test(text);
}

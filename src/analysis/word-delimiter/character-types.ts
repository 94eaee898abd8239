/** Type of each UTF-16 unit for the word delimiter filters (Lucene's WordDelimiterIterator). */
import { RequestError } from "../../compat/errors.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";

export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const DELIMITER = 8;
export const ALPHA = LOWER | UPPER;
export const ALPHANUM = ALPHA | DIGIT;

const typesByName: NameTable<number> = nameTable({ LOWER, UPPER, ALPHA, DIGIT, ALPHANUM, SUBWORD_DELIM: DELIMITER });

/** End of the default type table. */
const LATIN_1 = 256;

/** Type by its general category. */
function typeByCategory(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return ALPHANUM;
  const character = String.fromCharCode(unit);
  if (/\p{Lu}/u.test(character)) return UPPER;
  if (/\p{Ll}/u.test(character)) return LOWER;
  if (/[\p{L}\p{M}]/u.test(character)) return ALPHA;
  return /\p{N}/u.test(character) ? DIGIT : DELIMITER;
}

/** Types of Latin 1 characters without custom rules: only ASCII digits are digits. */
function latinType(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/\p{Lowercase}/u.test(character)) return LOWER;
  if (/\p{Uppercase}/u.test(character)) return UPPER;
  return /\p{Nd}/u.test(character) ? DIGIT : DELIMITER;
}

/** Types of all units, computed on demand: 0 is not computed yet. */
export class CharacterTypes {
  readonly #types = new Uint8Array(0x10000);

  /** `rules` in the format of `type_table`: `$ => DIGIT`. */
  constructor(rules: readonly string[] | undefined) {
    if (rules === undefined) for (let unit = 0; unit < LATIN_1; unit++) this.#types[unit] = latinType(unit);
    else for (const rule of rules) this.#addRule(rule);
  }

  of(unit: number): number {
    return (this.#types[unit] ||= typeByCategory(unit));
  }

  #addRule(rule: string): void {
    const parts = /^(.*)\s*=>\s*(.*)\s*$/s.exec(rule);
    if (!parts) throw invalidRule(`Invalid Mapping Rule : [${rule}]`);
    const from = unescapeRule(parts[1]!.trim());
    const type = typesByName[parts[2]!.trim()];
    if (from.length !== 1) throw invalidRule(`Invalid Mapping Rule : [${rule}]. Only a single character is allowed.`);
    if (type === undefined) throw invalidRule(`Invalid Mapping Rule : [${rule}]. Illegal type.`);
    this.#types[from.charCodeAt(0)] = type;
  }
}

/** Elasticsearch throws a plain Java exception here, so the status is that of a server error. */
function invalidRule(reason: string): RequestError {
  return new RequestError(500, "runtime_exception", reason);
}

const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/** Resolves `\\`, `\n`, `\t`, `\r`, `\b`, `\f` and `\u0041`. */
export function unescapeRule(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_whole, hex: string | undefined, letter: string) =>
    hex === undefined ? (ownOf(controls, letter) ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

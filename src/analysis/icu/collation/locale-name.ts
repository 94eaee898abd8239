/**
 * Parses locale names in ICU's syntax: `de_DE@collation=phonebook`, `zh-Hant-TW`, `de-u-co-phonebk` (ULocale.getName).
 */

/** A parsed locale name. */
export interface LocaleName {
  /** `language_Script_COUNTRY_VARIANT`, as far as present; empty: the root. */
  readonly base: string;
  /** By lower-case key. */
  readonly keywords: ReadonlyMap<string, string>;
}

/** BCP 47 keys and the corresponding keywords. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ["co", "collation"],
  ["ka", "colalternate"],
  ["kb", "colbackwards"],
  ["kc", "colcaselevel"],
  ["kf", "colcasefirst"],
  ["kk", "colnormalization"],
  ["kn", "colnumeric"],
  ["kr", "colreorder"],
  ["ks", "colstrength"],
  ["kv", "kv"],
]);

/** BCP 47 values whose keyword values are spelled differently. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ["phonebk", "phonebook"],
  ["trad", "traditional"],
  ["dict", "dictionary"],
  ["gb2312", "gb2312han"],
  ["level1", "primary"],
  ["level2", "secondary"],
  ["level3", "tertiary"],
  ["level4", "quaternary"],
  ["identic", "identical"],
  ["noignore", "non-ignorable"],
  ["true", "yes"],
  ["false", "no"],
]);

/** Parses a name. Any name has a base and keywords: unknown languages collate like the root. */
export function localeName(name: string): LocaleName {
  const at = name.indexOf("@");
  const tags = (at < 0 ? name : name.slice(0, at)).split(/[-_]/);
  const keywords = new Map<string, string>();
  const extension = at < 0 ? tags.findIndex((tag, index) => index > 0 && tag.length === 1) : -1;
  if (extension > 0) readExtension(tags.slice(extension), keywords);
  for (const pair of at < 0 ? [] : name.slice(at + 1).split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0) keywords.set(pair.slice(0, equals).trim().toLowerCase(), pair.slice(equals + 1).trim());
  }
  return { base: baseOf(extension > 0 ? tags.slice(0, extension) : tags), keywords };
}

function baseOf(tags: readonly string[]): string {
  const [language = "", ...further] = tags;
  const parts = [language.toLowerCase()];
  if (further[0] !== undefined && /^[A-Za-z]{4}$/.test(further[0])) {
    const script = further.shift()!;
    parts.push(script[0]!.toUpperCase() + script.slice(1).toLowerCase());
  }
  parts.push(...further.map((tag) => tag.toUpperCase()));
  const base = parts.join("_").replace(/_+$/, "");
  return base === "root" || base === "und" ? "" : base;
}

/** Keys have two letters; everything up to the next key is the value. */
function readExtension(tags: readonly string[], keywords: Map<string, string>): void {
  if (tags[0]!.toLowerCase() !== "u") return;
  let key: string | undefined;
  for (const tag of tags.slice(1)) {
    const lower = tag.toLowerCase();
    if (tag.length === 1) return;
    if (tag.length === 2) {
      key = KEYS.get(lower);
      if (key !== undefined) keywords.set(key, "yes");
    } else if (key !== undefined) {
      const before = keywords.get(key)!;
      keywords.set(key, before === "yes" ? (VALUES.get(lower) ?? lower) : `${before}-${lower}`);
    }
  }
}

/** Scripts of characters and of languages (ICU's UScript). */
import { looseName } from "./property-names.ts";
import { emptyScriptNames, scriptNames } from "./script-names.ts";

/** The script name of characters without a script. */
export const UNKNOWN = "Unknown";

/** Scripts that are compatible with any script. */
const shared: ReadonlySet<string> = new Set(["Common", "Inherited"]);

/** Script numbers in the list, plus 1; characters beyond U+FFFF are not cached. */
const known = new Uint8Array(0x10000);
let patterns: readonly RegExp[] | undefined;

/** The script name of a code point; undefined when it is compatible with any script. */
export function scriptOf(codePoint: number): string | undefined {
  const number =
    codePoint < 0x10000 ? known[codePoint]! || (known[codePoint] = numberOf(codePoint)) : numberOf(codePoint);
  const name = scriptNames[number - 1]?.name ?? UNKNOWN;
  return shared.has(name) ? undefined : name;
}

function numberOf(codePoint: number): number {
  patterns ??= scriptNames.map(({ code }) => new RegExp(`^\\p{sc=${code}}$`, "u"));
  const character = String.fromCodePoint(codePoint);
  const index = patterns.findIndex((pattern) => pattern.test(character));
  return index < 0 ? scriptNames.length + 1 : index + 1;
}

const byLooseName = new Map(
  [...scriptNames, ...emptyScriptNames].flatMap(({ code, name }) =>
    [code, name].map((spelling) => [looseName(spelling), name] as const),
  ),
);

// Obsolete codes that are still accepted.
byLooseName.set("qaai", "Inherited").set("qaac", "Coptic");

/** The name of a script by its code or name; undefined when there is none. */
export function scriptNamed(name: string): string | undefined {
  return byLooseName.get(looseName(name));
}

/** Like `scriptNamed`, but for a language also its script, the first if it has several. */
export function scriptOfSpec(spec: string): string | undefined {
  const named = /[_-]/.test(spec) ? undefined : scriptNamed(spec);
  return named ?? scriptOfLanguage(spec) ?? scriptNamed(spec);
}

/** Both Chinese variants are one script. */
const chinese: ReadonlySet<string> = new Set(["Hans", "Hant"]);

function scriptOfLanguage(spec: string): string | undefined {
  const [language, ...rest] = spec.split(/[_-]/);
  const ownScript = rest[0] !== undefined && /^[A-Za-z]{4}$/.test(rest[0]) ? rest[0] : undefined;
  // Other subtags do not affect the script.
  const region = rest.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part));
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale([language, ownScript, region].filter((part) => part !== undefined).join("-"));
  } catch {
    return undefined;
  }
  if (locale.language === "ja") return "Katakana";
  if (locale.language === "ko") return "Hangul";
  // ICU has no script for an obsolete code that means a language in one of its scripts (`sh`).
  if (ownScript === undefined && locale.script !== undefined) return undefined;
  const script = locale.maximize().script;
  if (script === undefined) return undefined;
  return chinese.has(script) ? "Han" : byLooseName.get(script.toLowerCase());
}

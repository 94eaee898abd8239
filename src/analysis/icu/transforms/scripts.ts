/** Scripts of characters and of languages (ICU's UScript). */
import { looseName } from "./property-names.ts";
import { emptyScriptNames, scriptNames } from "./script-names.ts";

/** The name of the script of characters that have none. */
export const UNKNOWN = "Unknown";

/** The names that go with any script. */
const shared: ReadonlySet<string> = new Set(["Common", "Inherited"]);

/** Numbers of scripts in the list, plus 1; for characters beyond U+FFFF they are looked up each time anew. */
const known = new Uint8Array(0x10000);
let patterns: readonly RegExp[] | undefined;

/** The name of the script of a code point; undefined: it goes with any. */
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

// Old codes that are still known.
byLooseName.set("qaai", "Inherited").set("qaac", "Coptic");

/** The name of a script by its code or name; undefined: it is none. */
export function scriptNamed(name: string): string | undefined {
  return byLooseName.get(looseName(name));
}

/** As `scriptNamed`, and for a language the script that it is written in, the first where there are several. */
export function scriptOfSpec(spec: string): string | undefined {
  const named = /[_-]/.test(spec) ? undefined : scriptNamed(spec);
  return named ?? scriptOfLanguage(spec) ?? scriptNamed(spec);
}

/** Chinese letters are of one script, however they are written. */
const chinese: ReadonlySet<string> = new Set(["Hans", "Hant"]);

function scriptOfLanguage(spec: string): string | undefined {
  const [language, ...rest] = spec.split(/[_-]/);
  const ownScript = rest[0] !== undefined && /^[A-Za-z]{4}$/.test(rest[0]) ? rest[0] : undefined;
  // Whatever else stands there says nothing of the script.
  const region = rest.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part));
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale([language, ownScript, region].filter((part) => part !== undefined).join("-"));
  } catch {
    return undefined;
  }
  if (locale.language === "ja") return "Katakana";
  if (locale.language === "ko") return "Hangul";
  // ICU knows no script of an old code that stands for a language in one of its scripts (`sh`).
  if (ownScript === undefined && locale.script !== undefined) return undefined;
  const script = locale.maximize().script;
  if (script === undefined) return undefined;
  return chinese.has(script) ? "Han" : byLooseName.get(script.toLowerCase());
}

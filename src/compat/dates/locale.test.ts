import fc from "fast-check";
import { expect, test } from "vitest";
import { dateFormat } from "./date-format.ts";
import { quarterNames } from "./quarter-names.ts";
import { readLocale } from "./locale.ts";

const MAY_SIX = Date.UTC(2024, 4, 6, 15);

// CLDR names in Elasticsearch 8.19 with its bundled JDK.
test.each([
  ["de", "EEEE, d. MMMM yyyy", "Montag, 6. Mai 2024"],
  ["fr", "EEEE d MMMM yyyy", "lundi 6 mai 2024"],
  ["pt_BR", "EEEE, d 'de' MMMM 'de' yyyy", "segunda-feira, 6 de maio de 2024"],
  ["ru", "d MMMM yyyy", "6 мая 2024"],
  ["ru", "LLLL yyyy", "май 2024"],
  ["ja", "yyyy年M月d日 (E) a", "2024年5月6日 (月) 午後"],
  ["en_GB", "d MMM yyyy", "6 May 2024"],
  ["", "d MMM yyyy a G", "6 May 2024 PM AD"],
])("names in %s: %s", (locale, pattern, text) => {
  const format = dateFormat(pattern, locale);
  expect(format.print(MAY_SIX)).toBe(text);
});

const locales = [
  "",
  "en",
  "de",
  "de_CH",
  "fr",
  "es",
  "it",
  "pt_BR",
  "nl",
  "sv",
  "fi",
  "pl",
  "cs",
  "hu",
  "ru",
  "el",
  "tr",
  "ar",
  "he",
  "hi",
  "th",
  "ja",
  "ko",
  "zh",
];

test("a text printed in a language parses back", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.constantFrom("EEEE, d MMMM yyyy", "E d MMM yyyy", "d LLLL yyyy", "yyyy MMMM d h:mm a", "d MMM y G"),
      fc.integer({ min: 0, max: 40_000 }),
      (locale, pattern, day) => {
        const format = dateFormat(pattern, locale);
        const ms = day * 86_400_000 + (pattern.includes("a") ? 15 * 3_600_000 : 0);
        expect(format.parse(format.print(ms)).ms).toBe(ms);
      },
    ),
  );
});

test("formats with the same text in two languages are cached separately", () => {
  expect(dateFormat("MMMM", "de").print(MAY_SIX)).toBe("Mai");
  expect(dateFormat("MMMM", "fr").print(MAY_SIX)).toBe("mai");
  expect(dateFormat("MMMM").print(MAY_SIX)).toBe("May");
});

test.each([
  ["De", "de"],
  ["de_DE_POSIX", "de_DE_POSIX"],
  ["pt-BR", "pt_BR"],
  ["fr_ca", "fr_CA"],
  ["ROOT", ""],
  ["", ""],
])("the locale %s is %s", (text, locale) => expect(readLocale(text)).toBe(locale));

test.each([
  ["xx", "Unknown language: xx"],
  ["12", "Unknown language: 12"],
  ["de de", "Unknown language: de de"],
  ["zz-YY", "Unknown language: zz"],
  ["de_ZZ", "Unknown country: ZZ"],
  ["en_XX", "Unknown country: XX"],
  ["a_b_c_d", "Locales can have at most 3 parts but got 4: [a, b, c, d]"],
])("the locale %s is refused", (text, reason) => expect(() => readLocale(text)).toThrow(reason));

// Printed by Elasticsearch 8.19.
test.each([
  ["en", "QQQ QQQQ", "Q2 2nd quarter"],
  ["de", "QQQ QQQQ", "Q2 2. Quartal"],
  ["fr", "QQQ QQQQ", "T2 2e trimestre"],
  ["es", "QQQ QQQQ", "T2 2.º trimestre"],
  ["ja", "QQQ QQQQ", "Q2 第2四半期"],
  ["ru", "QQQ QQQQ", "2-й кв. 2-й квартал"],
  ["de", "Q QQ", "2 02"],
  ["de", "qqq qqqq", "2 2"],
])("quarters in %s as %s", (locale, pattern, text) => {
  const format = dateFormat(pattern, locale);
  expect(format.print(MAY_SIX)).toBe(text);
  expect(format.parse(text).ms).toBe(Date.UTC(1970, 3, 1));
});

test("each language has four distinct quarters", () => {
  expect(dateFormat("QQQQQ", "de").print(MAY_SIX)).toBe("2");
  for (const { long, short, narrow } of ["de", "ar", "hi", "zh_TW", "sq", "xx"].map(quarterNames)) {
    for (const names of [long, short, narrow]) expect(new Set(names).size).toBe(4);
  }
});

import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analyzers-of.ts";
import { stemYiddish } from "./yiddish.ts";

// Made by Lucene 9.12.2, which agrees on 82,870 words: those of the declaration of human rights, and made-up ones with
// all prefixes and endings.
test.each([
  ["געגאנגענ", "גײ"],
  ["אױפגענומענ", "אױפנעמ"],
  ["געשריבנ", "שרײב"],
  ["צוגנ", "צוג"],
  ["אױסצופiרן", "אױספiר"],
  ["לערנענדיק", "לערנ"],
  ["מענתשנ", "מענתש"],
  ["מענתשלעכ", "מענתש"],
  ["שpרײזונג", "שpרײז"],
  ["חורבנות", "חורבנה"],
  ["אגיטאציע", "אגיטאציע"],
  ["אגיטאציעס", "אגיטאציע"],
  ["בונדיסט", "בונד"],
  ["כלעתשיסט", "כלעתשיס"],
  ["געבראכטנ", "ברענג"],
  ["לiבסטנ", "לiבסטנ"],
  ["געמיטנ", "מײד"],
  ["אהינגעגאנגענ", "אהינגײ"],
  ["פארלoרינ", "פארלoרי"],
  ["בײמעלעכ", "בײמ"],
  ["מעכתיק", "מעכת"],
  ["פרױנדשאפט", "פרױנד"],
  ["שװעסטערנ", "שװעסטער"],
  ["גליקליכ", "גליקליכ"],
  ["מענטשן", "מענטש"],
  ["רעכט", "רעכ"],
  ["פֿרײַהײט", "פרײ"],
  ["װעלטלעכער", "װעלטלעכ"],
  ["אַלגעמײנע", "אלגעמײנ"],
  ["דעקלאַראַציע", "דעקלאראציע"],
  ["געבױרן", "בױר"],
  ["ווײנען", "װײנ"],
  ["צײטס", "צײט"],
  ["מעטע", "מעט"],
  ["", ""],
])("%s becomes %s", (word, stem) => {
  expect(stemYiddish(word)).toBe(stem);
});

test.each([
  ["snowball", "Yiddish"],
  ["stemmer", "yiddish"],
])("the filter %s has it as %s", (type, language) => {
  const chain = builtInAnalysis.chain({ charFilters: [], tokenizer: "whitespace", tokenFilters: [{ type, language }] });
  expect(chain.tokens("געגאנגענ").map(({ text }) => text)).toEqual(["גײ"]);
});

/**
 * Texts for comparing analysis with a real server: real words of many languages, sentences, and random ones of awkward
 * characters.
 */

/** A small deterministic generator: numbers from 0 to 1; a failure prints the seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const locales = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "ru",
  "el",
  "ar",
  "fa",
  "he",
  "hi",
  "bn",
  "th",
  "zh",
  "ja",
  "ko",
  "tr",
  "pl",
  "cs",
  "sv",
  "fi",
  "hu",
  "vi",
];
const regions = [
  "DE",
  "FR",
  "GB",
  "US",
  "CN",
  "IN",
  "BR",
  "RU",
  "EG",
  "ZA",
  "MX",
  "CZ",
  "KR",
  "GR",
  "TR",
  "VN",
  "TH",
  "CH",
  "NZ",
  "CI",
];

/** Names of regions and months in the words of each language, as sentences. */
function localised(): string[] {
  return locales.flatMap((locale) => {
    const names = new Intl.DisplayNames([locale], { type: "region" });
    const months = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
    const regionNames = regions.map((region) => names.of(region) ?? region);
    return [
      regionNames.slice(0, 7).join(" "),
      regionNames.slice(7, 14).join(", "),
      regionNames.slice(14).join("-"),
      [0, 120, 250].map((day) => months.format(new Date(day * 86_400_000))).join("; "),
    ];
  });
}

const written = [
  "The quick brown fox jumped over the lazy dog's bone, and the 2nd one too.",
  "O'Neil's PowerShot500 costs $42.50 at Wi-Fi-enabled shops; SD500 doesn't.",
  "Visit AT&T or Excite@Home at www.example.com, mail john.doe-smith@mail.example.org, U.S.A. and I.B.M.",
  "/usr/local/share/man/man1/ /one/two//three one/two/ a/b c\\d\\e",
  "192.168.0.1 2026-11-21 3,14 1e10 0x1F 50% #42 C++ C# .NET node.js",
  "L'avion d'Aujourd’hui qu'il jusqu'à l’été Istanbul'da Türkiye’nin",
  "٣٤٥ १२३ ๑๒๓ １２３ 𝟘𝟙𝟚 ½ ² Ⅷ",
  "fooBar FOOBar fooBAR foo1Bar2 j2se 4x4 wi-fi Wi_Fi WiFi's 's ' '' --- -a- a-- --b",
  "see example.com. and 3.a. or A.B.C. x",
  "the the of of a the quick of the brown a fox the",
  "new york is the big apple, united states of america usa u.s.a. domain name system dns is fragile",
  "abc|1.5 def|2 ghi| |3 jkl|4|5 x",
  "😀 smile 👩‍👩‍👧 family e\u0301te\u0301 ﬁne Straße ĲSSEL ǆ İstanbul \u{10400}\u{10428}",
  "<b>bold</b> &amp; <i>it&eacute;</i> <br/>line<p>para</p> a<b c>d &#65;&#x42; &unknown; <!-- no --> x",
  "",
  " ",
  "a",
  "tab\tnew\nline\r\nend  double  blank ",
  `${"long".repeat(80)} after`,
];

/** The texts whose tokens are kept: enough to meet every rule once. */
export const recordedTexts: readonly string[] = [
  "The O'Neil's PowerShot500 of a-b is lazy",
  "a Straße e\u0301té 😀 U.S.A. <b>the fox</b>",
  "in new york domain name, the quick",
];

const alphabet = [
  ...Array.from("aAbBcC019_.-'’/&@,|$ \t"),
  " ",
  " ",
  "é",
  "ß",
  "Ж",
  "ж",
  "ا",
  "漢",
  "ア",
  "한",
  "ก",
  "\u0301",
  "😀",
  "𐐀",
  "𐐨",
  "İ",
  "ª",
  "²",
  "ǅ",
  "٣",
  "“",
];

/** All texts; the same for the same seed. */
export function oracleTexts(seed: number, randomCount: number): string[] {
  const next = random(seed);
  const texts = [...written, ...localised()];
  for (let count = 0; count < randomCount; count++) {
    const length = 1 + Math.floor(next() * 24);
    let text = "";
    for (let index = 0; index < length; index++) text += alphabet[Math.floor(next() * alphabet.length)]!;
    texts.push(text);
  }
  return texts;
}

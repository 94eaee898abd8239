/** Compares the standard tokenizer with a real server: set WARDEX_ORACLE to its address. */
import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "./analyzers-of.ts";
import { random } from "../testing/analysis/oracle-texts.ts";

const oracle = process.env["WARDEX_ORACLE"];

/** Characters that interact at word boundaries: one of every class, and the special ones of emoji sequences. */
const alphabet = [
  ..."aZ09_.,:;'\"- \n",
  "é",
  "ß",
  "א",
  "ב",
  "ア",
  "ー",
  "한",
  "글",
  "漢",
  "字",
  "ひ",
  "ら",
  "ก",
  "ั",
  "မ",
  "\u0301",
  "\u00ad",
  "\u200d",
  "\ufe0f",
  "\ufe0e",
  "\u20e3",
  "#",
  "*",
  "’",
  "·",
  "‿",
  "𐐀",
  "😀",
  "👩",
  "❤",
  "🏻",
  "🇩",
  "🇪",
  "Ⓜ",
  "ℹ",
  "©",
  "\u{e0067}",
  "\u{e007f}",
  "٣",
  "１",
  "。",
  "\ud800",
];

const fixed = [
  "can't 3.14 a.b foo_bar 1,000 a:b a;b 3:4 3;4 1_000 a1.2b a.1 1.a ....a.b. _ __ _a a_ _1",
  "The 2 QUICK Brown-Foxes jumped over the lazy dog's bone.",
  `${"x".repeat(254)}.y ${"x".repeat(600)} ${"1.".repeat(200)} ${"😀".repeat(200)}`,
  "👩‍👩‍👧‍👦 1️⃣ #️⃣ 🇩🇪🇫 👍🏽 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤️ ‍❤",
  `א"ב א'ב א' "א" x.א"ב`,
];

describe.skipIf(!oracle)("the standard tokenizer, compared with a real server", () => {
  test("gives the same tokens for random texts of awkward characters", async () => {
    const texts = [...fixed];
    const seed = Number(process.env["SEED"] ?? 7);
    const next = random(seed);
    for (let count = 0; count < 4000; count++) {
      const length = 1 + Math.floor(next() * 9);
      let text = "";
      for (let index = 0; index < length; index++) text += alphabet[Math.floor(next() * alphabet.length)]!;
      texts.push(text);
    }
    const tokenizer = builtInAnalysis.tokenizer("standard")!;
    for (let from = 0; from < texts.length; from += 500) {
      const part = texts.slice(from, from + 500);
      const response = await fetch(`${oracle}/_analyze`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ tokenizer: "standard", text: part.join("\n\n") }),
      });
      const expected = (
        (await response.json()) as {
          tokens: { token: string; start_offset: number; end_offset: number; type: string }[];
        }
      ).tokens;
      const ours = tokenizer.tokenize(part.join("\n\n")).tokens;
      const lines = (list: readonly string[]): string => list.join("\n");
      expect(
        lines(
          ours.map((token) => `${token.startOffset}-${token.endOffset} ${token.type} ${JSON.stringify(token.text)}`),
        ),
        `seed ${seed}`,
      ).toBe(
        lines(
          expected.map(
            (token) => `${token.start_offset}-${token.end_offset} ${token.type} ${JSON.stringify(token.token)}`,
          ),
        ),
      );
    }
  });
});

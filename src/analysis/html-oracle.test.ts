/** Compares the html_strip char filter with a real server: set WARDEX_ANALYSIS_ORACLE to its address. */
import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "./analyzers-of.ts";
import { random } from "../testing/analysis/oracle-texts.ts";

const oracle = process.env["WARDEX_ANALYSIS_ORACLE"];
const seed = Number(process.env["SEED"] ?? 7);

/** Pieces of complete and broken markup, combined at random. */
const pieces = [
  ..."<b>|</b>|<p>|</p>|<br/>|<br|<a href=\"x>y\" b='c' d=e>|</a>|<!-- c -->|<!--|-->|<!DOCTYPE html>|<?xml a?>|<![CDATA[x<y]]>|<script>var a = '<b>';</script>|<style>p{}</style>".split(
    "|",
  ),
  ..."<script|</script|<x:y z>|<é>|< b>|<1>|<b\n c>|</ p>|<B>|</DIV>|<div|<td>|<b/ >|<a b=>|<a b=c/>|<-|<>|</>|<!>|<!x".split(
    "|",
  ),
  ..."&amp;|&amp|&AMP;|&lt;|&nbsp;|&eacute;|&Eacute|&foo;|&|&#65;|&#65|&#x42;|&#X42|&#0;|&#55357;&#56832;|&#xD83D;&#xDE00;|&#128512;|&#;|&#x;|&alefsym;|&zwnj;".split(
    "|",
  ),
  ...Array.from("ab <>&;\"'=/!-x "),
];

describe.skipIf(!oracle)("html_strip, compared with a real server", () => {
  test("produces the same texts and offsets for random markup", async () => {
    const next = random(seed);
    const texts = Array.from({ length: Number(process.env["TEXTS"] ?? 1500) }, () => {
      const count = 1 + Math.floor(next() * 7);
      return Array.from({ length: count }, () => pieces[Math.floor(next() * pieces.length)]).join("");
    });
    // An `&` inside a tag may or may not end the tag on the server; real documents have none.
    const usual = texts.filter((text) => !/<[^<>]*&/.test(text));
    const differing: string[] = [];
    const chain = (tokenizer: string) =>
      builtInAnalysis.chain({ charFilters: ["html_strip"], tokenizer, tokenFilters: [] });
    for (const tokenizer of ["keyword", "ngram"]) {
      const analyzer = chain(tokenizer);
      for (const text of usual) {
        const response = await fetch(`${oracle}/_analyze`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ char_filter: ["html_strip"], tokenizer, text }),
        });
        const { tokens } = (await response.json()) as {
          tokens: { token: string; start_offset: number; end_offset: number }[];
        };
        const theirs = tokens.map((token) => `${token.start_offset}-${token.end_offset} ${token.token}`).join("\n");
        const ours = analyzer
          .tokens(text)
          .map((token) => `${token.startOffset}-${token.endOffset} ${token.text}`)
          .join("\n");
        if (ours !== theirs)
          differing.push(
            `${tokenizer} ${JSON.stringify(text)}\n ours   ${JSON.stringify(ours)}\n theirs ${JSON.stringify(theirs)}`,
          );
      }
    }
    expect(differing.slice(0, 40).join("\n"), `seed ${seed}, ${differing.length} differ`).toBe("");
  }, 120_000);
});

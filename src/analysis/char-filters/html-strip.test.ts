import { describe, expect, test } from "vitest";
import { builtInAnalysis } from "../analyzers-of.ts";

/** The stripped text with its start and end offsets. */
function stripped(text: string, settings: Record<string, string | readonly string[]> = {}): string {
  const chain = builtInAnalysis.chain({
    charFilters: [{ type: "html_strip", ...settings }],
    tokenizer: "keyword",
    tokenFilters: [],
  });
  const [token] = chain.tokens(text);
  return `${token!.startOffset}-${token!.endOffset} ${token!.text}`;
}

// Recorded from a real server (OpenSearch 3.8); html-oracle.test.ts compares random texts.
describe("html_strip", () => {
  test.each([
    ["<p>I&apos;m <b>so</b> happy</p>", "0-31 \nI'm so happy\n"],
    ["</a><!-- c -->&&alefsym;", "14-24 &ℵ"],
    ["<script>var a = '<b>';</script><1>", "0-34 \n<1>"],
    ["<a href=\"x>y\" b='c' d=e><!-- c -->>x</script&nbsp;", "34-50 >x</script "],
    ["<x:y z><td><b/ >x", "0-17 \n\nx"],
    ["< b></ p>", "4-9 \n"],
    ["<![CDATA[x<y]]>&#65;<br/>&#0;", "9-29 x<yA\n\0"],
    ["&#xD83D;&#xDE00;&#128512;", "0-25 😀😀"],
    ["&AMP;&Eacute;&amp'&foo;&#;", "0-26 &É&amp'&foo;&#;"],
    ["<B><!>&lt; <div", "6-15 < "],
    ["!&<x:y z><!x", "0-12 !&\n<!x"],
    ["a <br ", "0-6 a <br "],
    ["x<!-- open", "0-10 x"],
  ])("%s", (text, expected) => {
    expect(stripped(text)).toBe(expected);
  });

  test("keeps the tags that are listed", () => {
    expect(stripped("<p>a <B>b</b></p>", { escaped_tags: ["b"] })).toBe("0-17 \na <B>b</b>\n");
  });
});

import { expect, test } from "vitest";
import { analysisOf } from "../analyzers-of.ts";
import { noResources } from "../analysis-resources.ts";

const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE hyphenation-info SYSTEM "hyphenation.dtd">
<hyphenation-info>
  <hyphen-char value="="/>
  <classes>aA bB cC dD eE fF gG hH iI kK lL mM nN oO rR sS tT uU üÜ</classes>
  <exceptions>boots=haus bac<hyphen pre="k-" no="c" post="k"/>ofen</exceptions>
  <patterns>e1b n1s s1a 1kü n1k e1t d1s h2s <!-- none --> .be1</patterns>
</hyphenation-info>`;

function parts(text: string, settings: Record<string, string | string[]> = {}, file = xml): string[] {
  const resources = { ...noResources, readBytes: () => Buffer.from(file, "latin1") };
  const filter = {
    type: "hyphenation_decompounder",
    hyphenation_patterns_path: "analysis/de.xml",
    word_list: ["bunde", "amt", "bundes", "hund", "küche", "hunden", "haus", "boots", "ofen", "mann"],
    ...settings,
  };
  return analysisOf({}, resources)
    .chain({ charFilters: [], tokenizer: "whitespace", tokenFilters: [filter] })
    .tokens(text)
    .map((token) => `${token.text}@${token.position}`);
}

// Recorded from Lucene 9.12.2.
test.each([
  ["bundesamt", ["bundesamt@0", "bundes@0", "amt@0"]],
  ["hundenküche", ["hundenküche@0", "hunden@0", "küche@0"]],
  ["bundesamts", ["bundesamts@0", "bundes@0", "amt@0"]],
  ["bootshaus Bootshaus", ["bootshaus@0", "boots@0", "haus@0", "Bootshaus@1", "haus@1"]],
  ["bundes-amt baccofen", ["bundes-amt@0", "baccofen@1"]],
])("%s has the parts %j", (text, tokens) => {
  expect(parts(text)).toEqual(tokens);
});

test("a dictionary word is not split unless sub-matches are requested", () => {
  expect(parts("bundesamt", { word_list: ["bundesamt", "amt"], no_sub_matches: "true" })).toEqual(["bundesamt@0"]);
  expect(parts("bundesamt", { word_list: ["bundesamt", "amt"] })).toEqual(["bundesamt@0", "amt@0"]);
});

test("missing and unreadable files are rejected", () => {
  const without = {
    "index.analysis.filter.h.type": "hyphenation_decompounder",
    "index.analysis.filter.h.word_list": ["a"],
  };
  expect(() => analysisOf(without).tokenFilter("h")).toThrow("hyphenation_patterns_path is a required setting.");
  expect(() => analysisOf({ "index.analysis.filter.h.type": "hyphenation_decompounder" }).tokenFilter("h")).toThrow(
    "word_list must be provided for [h]",
  );
  expect(() => parts("a", {}, "<hyphenation-info><classes></hyphenation-info>")).toThrow(
    "Exception while reading hyphenation_patterns_path.",
  );
  expect(() => parts("a", {}, '<?xml version="1.0" encoding="none"?><a/>')).toThrow(
    "Exception while reading hyphenation_patterns_path.",
  );
});

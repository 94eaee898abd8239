import { describe, expect, test } from "vitest";
import { noResources } from "../analysis-resources.ts";
import { analysisOf } from "../analyzers-of.ts";
import { binaryText, bytesOfText } from "../../core/binary-text.ts";

/** Sort keys of words from a filter with these settings. */
function keys(
  settings: Readonly<Record<string, string>>,
  text: string,
  files: Readonly<Record<string, string>> = {},
): string[] {
  const all = Object.entries({ type: "icu_collation", ...settings }).map(([key, value]) => [
    `index.analysis.filter.c.${key}`,
    value,
  ]);
  const analyzer = { "index.analysis.analyzer.a.tokenizer": "keyword", "index.analysis.analyzer.a.filter": "c" };
  const analysis = analysisOf(
    { ...(Object.fromEntries(all) as Record<string, string>), ...analyzer },
    {
      ...noResources,
      readBytes: (parameter, path) =>
        Object.hasOwn(files, path) ? Buffer.from(files[path]!) : noResources.readBytes(parameter, path),
    },
  );
  return analysis
    .analyzer("a")!
    .tokens(text)
    .map((token) => token.text);
}

/** Cases of the plugin's SimpleIcuCollationTokenFilterTests: which texts are equal, and how others are ordered. */
describe("words", () => {
  test.each([
    [{ language: "tr", strength: "primary" }, "I WİLL USE TURKİSH CASING", "ı will use turkish casıng"],
    [
      { language: "tr", strength: "primary", decomposition: "canonical" },
      "I W\u0049\u0307LL USE TURKİSH CASING",
      "ı will use turkish casıng",
    ],
    [{ language: "en", strength: "secondary", decomposition: "no" }, "TESTING", "testing"],
    [{ language: "en", strength: "primary", alternate: "shifted" }, "foo-bar", "foo bar"],
    [{ language: "en", strength: "primary", alternate: "shifted", variableTop: " " }, "foo bar", "foobar"],
    [{ language: "en", strength: "primary", caseLevel: "true" }, "résumé", "resume"],
  ])("with %j are the same", (settings, one, other) => {
    expect(keys(settings, one)).toEqual(keys(settings, other));
  });

  test.each([
    [{ language: "en", strength: "primary", alternate: "shifted", variableTop: " " }, "foo-bar", "foo bar"],
    [{ language: "en", numeric: "true" }, "foobar-9", "foobar-10"],
    [{ language: "en", strength: "primary", caseLevel: "true" }, "resume", "Resume"],
    [{ language: "en", strength: "tertiary", caseFirst: "upper" }, "Resume", "resume"],
    [{ language: "de", country: "DE", variant: "@collation=phonebook" }, "Töne", "Tofu"],
  ])("with %j are in order", (settings, one, other) => {
    expect(Buffer.compare(bytesOfText(keys(settings, one)[0]!), bytesOfText(keys(settings, other)[0]!))).toBe(-1);
  });

  test("without settings collate like the root", () => {
    const tokens = analysisOf({
      "index.analysis.analyzer.a.tokenizer": "whitespace",
      "index.analysis.analyzer.a.filter": "icu_collation",
    })
      .analyzer("a")!
      .tokens("a a");
    expect(tokens.map((token) => [token.text, token.startOffset, token.endOffset])).toEqual(
      [0, 2].map((start) => [binaryText(Uint8Array.from([0x2a, 1, 5, 1, 5, 0])), start, start + 1]),
    );
  });
});

describe("rules", () => {
  const rules = "&a << ö";

  test("are given in the settings, or in a file that these name", () => {
    expect(keys({ rules, strength: "primary" }, "ö")).toEqual(keys({ strength: "primary" }, "a"));
    expect(keys({ rules: "rules.txt" }, "ö", { "rules.txt": rules })).toEqual(keys({ rules }, "ö"));
  });

  test("that are invalid are reported as a missing file, unless they came from one", () => {
    expect(() => keys({ rules: "rules.txt" }, "a")).toThrow("Failed to resolve collation rules location");
    expect(() => keys({ rules: "rules.txt" }, "a", { "rules.txt": "&" })).toThrow("Failed to parse collation rules");
  });
});

test.each([
  [{ strength: "high" }, "Invalid strength: high"],
  [{ caseFirst: "no" }, "Invalid caseFirst: no"],
  [{ alternate: "x" }, "Invalid alternate: x"],
  [{ caseLevel: "x" }, "Failed to parse value [x] as only [true] or [false] are allowed."],
])("%j is refused", (settings, reason) => {
  expect(() => keys(settings, "a")).toThrow(reason);
});

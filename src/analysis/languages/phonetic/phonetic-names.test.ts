import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analyzers-of.ts";

function coded(filter: Record<string, string | string[]>, text: string): string {
  return builtInAnalysis
    .chain({ charFilters: [], tokenizer: "keyword", tokenFilters: [{ type: "phonetic", ...filter }] })
    .tokens(text)
    .map((token) => token.text)
    .join(" ");
}

// Made by Lucene 9.12.2 with Commons Codec 1.15; the codes of Cologne by Elasticsearch's own classes.
test.each([
  ["Auerbach", "097400 097500"],
  ["Rosochowaciec", "944744 944745 944754 944755 945744 945745 945754 945755"],
  ["Peters", "734000 739400"],
  ["Mannheim", "665600"],
  ["ßtraße", "294000"],
])("daitch_mokotoff of %s", (text, codes) => {
  expect(coded({ encoder: "daitch_mokotoff" }, text)).toBe(codes);
  expect(coded({ encoder: "daitch_mokotoff", replace: "false" }, text)).toBe(`${text} ${codes}`);
});

test.each([
  [{}, "Schwarz", "svYrts svarts svorts"],
  [{}, "Wałęsa", "valnza valnzi valnzo volnza volnzi volnzo"],
  [{ rule_type: "exact" }, "d'Ortley", "ortlaj ortlej dortlaj dortlej"],
  [
    { rule_type: "exact" },
    "van Helsing",
    "elSink elsink helSink helsink helzink xelsink banhelsink fanhelsink fanhelzink vanhelsink vanhelzink vanjelsink",
  ],
  [{ rule_type: "exact", name_type: "ashkenazi" }, "d'Ortley", "dortlaj"],
  [{ rule_type: "EXACT", name_type: "sephardic" }, "Schwarz", "SvarS Svars Svarts dZvars tSvars"],
  [{ rule_type: "exact", languageset: ["polish"] }, "Schwarz", "sxvaS sxvar sxvarS"],
  [{ rule_type: "exact", languageset: ["german", "french"] }, "Wałęsa", "valensa valenza"],
])("beider_morse with %j of %s", (settings, text, codes) => {
  expect(coded({ encoder: "beider_morse", ...settings }, text)).toBe(codes);
});

test.each([
  ["koelnerphonetik", "Müller-Lüdenscheidt", "65752682_657_52682"],
  ["koelnerphonetik", "RAUN", "76_736"],
  ["haasephonetik", "OWEN", "936"],
  ["haasephonetik", "CHRISTA", "4782_47827"],
  ["haasephonetik", "MOREAU", "67_67"],
])("%s of %s", (encoder, text, code) => {
  expect(coded({ encoder }, text)).toBe(code);
});

test("what cannot be is refused", () => {
  expect(() => coded({ encoder: "beider_morse", rule_type: "x" }, "a")).toThrow(
    "No matching rule type [x] for beider morse encoder",
  );
  expect(() => coded({ encoder: "beider_morse", name_type: "x" }, "a")).toThrow(
    "No matching name type [x] for beider morse encoder",
  );
  expect(() => coded({ encoder: "beider_morse", languageset: ["klingon"] }, "a")).toThrow(
    "No rules found for gen, rules, klingon.",
  );
  // Thirty places with two spellings each are a thousand million codes.
  expect(() => coded({ encoder: "koelnerphonetik" }, "RB".repeat(30))).toThrow("more than 4096 spellings");
});

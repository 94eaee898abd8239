import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analyzers-of.ts";
import { stemLovins } from "./lovins.ts";

// Made by Lucene 9.12.2, which agrees on 34,345 words.
test.each([
  ["nationally", "nat"],
  ["sitting", "sit"],
  ["rubbing", "rub"],
  ["matrix", "matric"],
  ["absorption", "absorb"],
  ["recursively", "recur"],
  ["magnetometric", "magnetometer"],
  ["dogs", "dog"],
  ["s", "s"],
  ["", ""],
])("%s becomes %s", (word, stem) => {
  expect(stemLovins(word)).toBe(stem);
});

test.each(["snowball", "stemmer"])("the filter %s has it", (type) => {
  const chain = builtInAnalysis.chain({
    charFilters: [],
    tokenizer: "whitespace",
    tokenFilters: [{ type, language: type === "snowball" ? "Lovins" : "lovins" }],
  });
  expect(chain.tokens("nationally")[0]!.text).toBe("nat");
});

import { expect, test } from "vitest";
import { builtInAnalysis } from "../../analyzers-of.ts";
import { stemKraaijPohlmann } from "./kraaij-pohlmann.ts";

// Made by Lucene 9.12.2, which agrees on 77,976 words: those of the declaration of human rights, and made-up ones with
// all endings.
test.each([
  ["mensenrechten", "mensenrecht"],
  ["lopen", "loop"],
  ["gelopen", "loop"],
  ["vrijheden", "vrijhed"],
  ["bomen", "boom"],
  ["huisje", "huis"],
  ["koninkje", "koon"],
  ["bloempje", "bloem"],
  ["boompje", "boom"],
  ["baby's", "baby"],
  ["kinderen", "kinder"],
  ["gelijkheid", "lijk"],
  ["opvoeding", "opvoed"],
  ["ondergeschikt", "onderschik"],
  ["teruggekregen", "terugkreeg"],
  ["gevaarlijke", "vaarlijk"],
  ["katten", "kat"],
  ["brieven", "brief"],
  ["liefde", "lief"],
  ["yoghurt", "yoghurt"],
  ["ayatollah", "ayatollah"],
  ["rijen", "rij"],
  ["vennootschapje", "vennootschap"],
  ["handelaren", "handel"],
  ["bakkerij", "bak"],
  ["s", "s"],
  ["ge", "ge"],
  ["", ""],
])("%s becomes %s", (word, stem) => {
  expect(stemKraaijPohlmann(word)).toBe(stem);
});

test.each([
  ["snowball", "Kp"],
  ["stemmer", "dutch_kp"],
  ["stemmer", "dutchKp"],
])("the filter %s has it as %s", (type, language) => {
  const chain = builtInAnalysis.chain({ charFilters: [], tokenizer: "whitespace", tokenFilters: [{ type, language }] });
  expect(chain.tokens("gelopen").map(({ text }) => text)).toEqual(["loop"]);
});

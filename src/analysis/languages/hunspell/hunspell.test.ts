import { describe, expect, test } from "vitest";
import { RequestError } from "../../../compat/errors.ts";
import { analysisOf } from "../../analyzers-of.ts";
import { readHunspell } from "./hunspell-dictionary.ts";
import { hunspellStems } from "./hunspell-stems.ts";

const affixes = `
SET UTF-8
FLAG long
NEEDAFFIX Na
ONLYINCOMPOUND Co
ICONV 1
ICONV ’ '
PFX Un Y 1
PFX Un 0 un .
SFX Pl Y 3
SFX Pl y ies [^aeiou]y
SFX Pl 0 s [aeiou]y
SFX Pl 0 s/Po [^-sxzhy]
SFX Po Y 1
SFX Po 0 's .
SFX Ed N 1
SFX Ed 0 ed .
`;
const words = `7
fly/Pl noun
day/Pl
cat/Pl
happy/Un
lock/UnEdPl
root/NaPl
part/Co
`;

const dictionary = readHunspell(affixes, [words]);

test.each([
  ["flies", "fly"],
  ["flys", ""],
  ["days", "day"],
  ["cats", "cat"],
  ["cats's", "cat"],
  ["cats’s", "cat"],
  ["unhappy", "happy"],
  ["unlocks", "lock"],
  // Rules that do not cross are not used together.
  ["unlocked", ""],
  ["locked", "lock"],
  // A word that needs an affix, and one that is only a part of others.
  ["root", ""],
  ["roots", "root"],
  ["part", ""],
  ["Cats", "cat"],
  ["CATS", "cat"],
  ["dog", ""],
])("%s is a form of %s", (word, stems) => {
  expect(hunspellStems(word, dictionary).join(" ")).toBe(stems);
});

test("numbers may stand for sets of flags", () => {
  const aliased = readHunspell("FLAG num\nAF 1\nAF 7,8\nSFX 8 Y 1\nSFX 8 0 s .\n", ["1\ncat/1\n"]);
  expect(hunspellStems("cats", aliased)).toEqual(["cat"]);
});

// As Lucene's Stemmer gives them; real dictionaries were compared with a real server.
describe("options of a dictionary", () => {
  const stemsOf = (affixFile: string, wordFile: string, word: string, ignoreCase = false): string =>
    hunspellStems(word, readHunspell(affixFile, [wordFile], ignoreCase)).join(" ");

  test("OCONV: what is put for texts of the stems", () => {
    expect(stemsOf("OCONV 1\nOCONV ĳ ij\nSFX S Y 1\nSFX S 0 s .", "1\nrĳ/S", "rĳs")).toBe("rij");
  });

  test("IGNORE: characters that count nowhere", () => {
    expect(stemsOf("IGNORE ()", "1\npoli(vinil)", "polivinil")).toBe("polivinil");
    expect(stemsOf("IGNORE ()", "1\npoli(vinil)", "(poli)vinil")).toBe("polivinil");
  });

  test("CHECKSHARPS: SS of capitals may be ß", () => {
    expect(stemsOf("CHECKSHARPS", "2\nstoßen\nStoß", "STOSSEN")).toBe("stoßen");
    expect(stemsOf("CHECKSHARPS", "2\nstoßen\nStoß", "STOSS")).toBe("Stoß");
    expect(stemsOf("", "1\nstoßen", "STOSSEN")).toBe("");
  });

  test("CIRCUMFIX: both ends, or none", () => {
    const rules = "CIRCUMFIX X\nPFX A Y 1\nPFX A 0 ge/X .\nSFX B Y 2\nSFX B 0 t/XA .\nSFX B 0 e .";
    expect(stemsOf(rules, "1\nmach/B", "gemacht")).toBe("mach");
    expect(stemsOf(rules, "1\nmach/B", "macht")).toBe("");
    expect(stemsOf(rules, "1\nmach/B", "gemache")).toBe("");
    expect(stemsOf(rules, "1\nmach/B", "mache")).toBe("mach");
  });

  test("COMPLEXPREFIXES: two prefixes", () => {
    const rules = "PFX A Y 1\nPFX A 0 a/B .\nPFX B Y 1\nPFX B 0 b .";
    expect(stemsOf(`COMPLEXPREFIXES\n${rules}`, "1\nfoo/A", "bafoo")).toBe("foo");
    expect(stemsOf(rules, "1\nfoo/A", "bafoo")).toBe("");
  });

  test("st: another stem than the word, also by a number", () => {
    expect(stemsOf("", "1\nwent st:go", "went")).toBe("go");
    expect(stemsOf("AM 1\nAM st:go po:verb", "1\nwent\t1", "went")).toBe("go");
  });

  test("words with capitals inside are found as at the beginning of a sentence, and in headings", () => {
    expect(stemsOf("SFX S Y 1\nSFX S 0 s .", "2\nDB/S\nMcDonald", "DB")).toBe("DB Db");
    expect(stemsOf("", "1\nMcDonald", "MCDONALD")).toBe("Mcdonald");
    expect(stemsOf("", "1\nSant'Elia", "SANT'ELIA")).toBe("Sant'Elia Sant'elia");
  });

  test("ignore_case of its settings: no word has a case", () => {
    expect(stemsOf("SFX S Y 1\nSFX S 0 S .", "1\nCat/S", "cATs", true)).toBe("cat");
    expect(stemsOf("SFX S Y 1\nSFX S 0 s .", "1\nCat/S", "cATs")).toBe("");
  });

  test("LANG tr: i and ı are other letters", () => {
    expect(stemsOf("LANG tr_TR", "1\nışık", "IŞIK")).toBe("ışık");
    expect(stemsOf("", "1\nışık", "IŞIK")).toBe("");
  });
});

test("the filter gives every stem at one position, and says when there is no dictionary", () => {
  const files: Readonly<Record<string, string>> = {
    "hunspell/xx/xx.aff": "SFX S Y 2\nSFX S 0 s .\nSFX S 0 es .\n",
    "hunspell/xx/xx.dic": "2\nlie/S\nli/S\n",
  };
  const resources = {
    readBytes(_parameter: string, path: string): Uint8Array {
      const text = files[path];
      if (text === undefined) throw new RequestError(400, "illegal_argument_exception", path);
      return Buffer.from(text);
    },
    fileNames: (folder: string) =>
      Object.keys(files).flatMap((path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [])),
    synonymsSet: () => undefined,
  };
  const settings = (locale: string, longest: string) => ({
    "index.analysis.analyzer.a.tokenizer": "whitespace",
    "index.analysis.analyzer.a.filter": ["h"],
    "index.analysis.filter.h.type": "hunspell",
    "index.analysis.filter.h.locale": locale,
    "index.analysis.filter.h.longest_only": longest,
  });
  const tokens = (longest: string) =>
    analysisOf(settings("xx", longest), resources)
      .analyzer("a")!
      .tokens("lies other")
      .map((token) => `${token.text}@${token.position}`);
  expect(tokens("false")).toEqual(["lie@0", "li@0", "other@1"]);
  expect(tokens("true")).toEqual(["lie@0", "other@1"]);
  expect(() => analysisOf(settings("yy", "false"), resources)).toThrow(
    "failed to load hunspell dictionary for locale: yy",
  );
  expect(() => analysisOf(settings("../xx", "false"), resources)).toThrow(
    "failed to load hunspell dictionary for locale: ../xx",
  );
});

import { expect, test } from "vitest";
import { RequestError } from "../../../core/errors.ts";
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
    fileNames: (folder: string) => Object.keys(files).flatMap((path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [])),
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
  expect(() => analysisOf(settings("yy", "false"), resources)).toThrow("failed to load hunspell dictionary for locale: yy");
  expect(() => analysisOf(settings("../xx", "false"), resources)).toThrow("failed to load hunspell dictionary for locale: ../xx");
});

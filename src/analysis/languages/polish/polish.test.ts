import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnalysisResources } from "../../analysis-resources.ts";
import { openAnalysis } from "../../analyzers-of.ts";
import { configFiles } from "../../../cluster/config-folder.ts";
import { patched } from "./patch-commands.ts";
import { stempelTablePath } from "./stempel.ts";
import { StemmerTable } from "./stemmer-table.ts";

/** Set WARDEX_LANGUAGE_TABLES to a folder with `stempel/stemmer_20000.tbl` to test the real table. */
const tables = process.env["WARDEX_LANGUAGE_TABLES"];

/** A table as Egothor writes it: for each part of a command, the endings of words and what is done to them. */
function tableOf(kind: string, levels: readonly Readonly<Record<string, string>>[]): Uint8Array {
  const bytes: number[] = [];
  const integer = (value: number): void =>
    void bytes.push((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
  const text = (value: string): void => {
    const encoded = Buffer.from(value);
    bytes.push(encoded.length >> 8, encoded.length & 0xff, ...encoded);
  };
  text(kind);
  if (kind.includes("M")) {
    bytes.push(0);
    integer(1);
    integer(levels.length);
  }
  for (const endings of levels) {
    const commands = [...new Set(Object.values(endings))];
    const rows: Map<string, { command: number; row: number }>[] = [new Map()];
    for (const [ending, command] of Object.entries(endings)) {
      let row = rows[0]!;
      const letters = [...ending].reverse();
      for (const [index, letter] of letters.entries()) {
        const cell = row.get(letter) ?? { command: -1, row: -1 };
        row.set(letter, cell);
        if (index === letters.length - 1) cell.command = commands.indexOf(command);
        else if (cell.row < 0) cell.row = rows.push(new Map()) - 1;
        if (index < letters.length - 1) row = rows[cell.row]!;
      }
    }
    bytes.push(0);
    integer(0);
    integer(commands.length);
    for (const command of commands) text(command);
    integer(rows.length);
    for (const row of rows) {
      integer(row.size);
      for (const [letter, cell] of row) {
        bytes.push(letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 0xff);
        for (const value of [cell.command, 1, cell.row, 0]) integer(value);
      }
    }
  }
  return Uint8Array.from(bytes);
}

function resources(table: Uint8Array | undefined): AnalysisResources {
  return {
    readBytes: () => table!,
    fileNames: (folder) => (table && folder === "stempel" ? ["stemmer_20000.tbl"] : []),
    synonymsSet: () => undefined,
  };
}

function tokensOf(analysis: ReturnType<typeof openAnalysis>, text: string): string {
  const tokens = analysis.analyzer("polish")!.tokens(text);
  return tokens.map((token) => `${token.text}@${token.position}`).join(" ");
}

describe("commands", () => {
  test.each([
    ["kotami", "Dc", "kot"],
    ["kotami", "DcIy", "koty"],
    ["pies", "RaDb", "pa"],
    ["wody", "Ra", "woda"],
    ["nogami", "-bRo", "nogomi"],
    // What leads out of the word ends it, and what was done until then stays.
    ["ab", "RxRyRz", "yx"],
    ["ab", "Dz", "ab"],
    ["", "Ia", ""],
  ])("%s by %s is %s", (word, commands, stem) => {
    expect(patched(word, commands)).toBe(stem);
  });
});

describe("a table", () => {
  test("stems by the longest ending that it has", () => {
    const table = new StemmerTable(tableOf("", [{ i: "Da", ami: "Dc", ry: "Ra" }]));
    expect(["kotami", "psi", "góry", "dom"].map((word) => table.stem(word))).toEqual(["kot", "ps", "góra", "dom"]);
  });

  test("of several parts looks behind what a part passes over", () => {
    // `-b` passes over two letters; the next part sees the word without them.
    const table = new StemmerTable(tableOf("-0ME2", [{ ami: "-b", y: "Ra" }, { og: "Ru", ami: "*" }, { n: "*" }]));
    expect(table.stem("wody")).toBe("woda");
    expect(table.stem("nogami")).toBe(patched("nogami", "-b"));
    expect(new StemmerTable(tableOf("-0ME2", [{ ami: "-b" }, { oga: "Ru" }])).stem("nogami")).toBe("nogumi");
  });

  test("of several parts that delete and pass over sees all that is behind", () => {
    // `Da` deletes one, `-b` passes over two, which leaves one letter of four for the third part.
    const table = new StemmerTable(tableOf("-0ME2", [{ d: "Da" }, { d: "-b" }, { a: "Rx", b: "Ry" }]));
    expect(table.stem("abcd")).toBe("xbc");
  });

  test("gives a word back of which nothing would be left", () => {
    expect(new StemmerTable(tableOf("", [{ ami: "Dc" }])).stem("ami")).toBe("ami");
  });

  test("that is damaged is refused, whatever is wrong, or stems", () => {
    const whole = tableOf("-0ME2", [{ ami: "-b", y: "Ra" }, { og: "Ru" }]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = Uint8Array.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          try {
            expect(typeof new StemmerTable(bytes.subarray(0, length)).stem("nogami")).toBe("string");
          } catch (error) {
            expect(String(error)).toMatch(/ends too early|no room for|no entry|not in UTF-8/);
          }
        },
      ),
    );
  });
});

describe("the analyzer", () => {
  test("drops stop words, and stems by the table in the folder of the configuration", () => {
    const analysis = openAnalysis({}, resources(tableOf("", [{ i: "Da", ami: "Dc", o: "Da" }])));
    expect(tokensOf(analysis, "Jest z kotami i psi")).toBe("kot@2 ps@4");
    expect(tokensOf(analysis, "oko")).toBe("ok@0");
    const chain = analysis.chain({
      charFilters: [],
      tokenizer: "whitespace",
      tokenFilters: ["polish_stop", "polish_stem"],
    });
    expect(chain.tokens("jest z kotami dom").map(({ text }) => text)).toEqual(["kot", "dom"]);
  });

  test("takes no settings, as Lucene", () => {
    const settings = {
      "index.analysis.analyzer.polish.type": "polish",
      "index.analysis.analyzer.polish.stopwords": ["kotami"],
    };
    expect(tokensOf(openAnalysis(settings, resources(tableOf("", [{ ami: "Dc" }]))), "z kotami")).toBe("kot@1");
  });

  test("says what is missing, and where it should stand", () => {
    expect(() => openAnalysis({}, resources(undefined)).analyzer("polish")).toThrow(
      `as [${stempelTablePath}] below the folder of the configuration`,
    );
    expect(() => openAnalysis({}, resources(Buffer.from("no table"))).analyzer("polish")).toThrow(
      `could not read the table [${stempelTablePath}]`,
    );
  });

  test("names only its own set of stop words", () => {
    const stops = (stopwords: string[]) => {
      const filter = { type: "polish_stop", stopwords };
      const chain = openAnalysis({}, resources(undefined)).chain({
        charFilters: [],
        tokenizer: "whitespace",
        tokenFilters: [filter],
      });
      return chain.tokens("jest the dom").map(({ text }) => text);
    };
    expect(stops(["_polish_", "dom"])).toEqual(["the"]);
    expect(stops(["_english_"])).toEqual(["jest", "the", "dom"]);
  });

  // Made by Lucene 9.12.2, which agrees on 4,023 texts.
  test.skipIf(!tables || !existsSync(`${tables}/${stempelTablePath}`))("stems as Lucene by its table", () => {
    const analysis = openAnalysis({}, { ...configFiles(tables), synonymsSet: () => undefined });
    expect(tokensOf(analysis, "ZWAŻYWSZY, że Narody Zjednoczone przywróciły swą wiarę")).toBe(
      "zważyć@0 narć@2 zjednoczony@3 przywrócić@4 swój@5 wiara@6",
    );
  });
});

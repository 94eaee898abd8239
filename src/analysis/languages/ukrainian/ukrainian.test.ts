import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnalysisResources } from "../../analysis-resources.ts";
import { analysisOf, openAnalysis } from "../../analyzers-of.ts";
import { configFiles } from "../../../cluster/config-folder.ts";
import { LemmaDictionary } from "./lemma-dictionary.ts";
import { ukrainianDictionaryPaths } from "./morfologik.ts";

/** Set WARDEX_LANGUAGE_TABLES to a folder with `morfologik/ukrainian.dict` and `.info` to test the real dictionary. */
const tables = process.env["WARDEX_LANGUAGE_TABLES"];

interface Node {
  readonly arcs: Map<number, { isFinal: boolean; target: Node | undefined }>;
  address: number;
}

/** The nodes of a tree of byte sequences, each before those that it leads to. */
function nodesOf(sequences: readonly string[]): Node[] {
  const root: Node = { arcs: new Map(), address: 0 };
  for (const sequence of sequences) {
    let node = root;
    const bytes = Buffer.from(sequence);
    for (const [index, byte] of bytes.entries()) {
      const arc = node.arcs.get(byte) ?? { isFinal: false, target: undefined };
      node.arcs.set(byte, arc);
      if (index === bytes.length - 1) arc.isFinal = true;
      else node = arc.target ??= { arcs: new Map(), address: 0 };
    }
  }
  const nodes: Node[] = [];
  const add = (node: Node): void => {
    nodes.push(node);
    for (const { target } of node.arcs.values()) if (target) add(target);
  };
  add(root);
  return nodes;
}

/** Whether the node that an arc leads to stands behind its own. */
function isNext(node: Node): boolean {
  const [only] = node.arcs.values();
  return node.arcs.size === 1 && only!.target !== undefined;
}

/** Version 5, with addresses of three bytes. */
function fsa5(sequences: readonly string[], numbers = 0): Uint8Array {
  const nodes = nodesOf(sequences);
  const start = 2 * (numbers + 4);
  let end = start;
  for (const node of nodes) {
    node.address = end;
    end += numbers + (isNext(node) ? 2 : 4 * node.arcs.size);
  }
  const bytes = [0x5c, 0x66, 0x73, 0x61, 5, 0x5f, 0x2b, (numbers << 4) | 3];
  const addArc = (label: number, flags: number, address: number): void => {
    const value = address * 8 + flags;
    bytes.push(label, ...((flags & 4) !== 0 ? [flags] : [value & 0xff, (value >> 8) & 0xff, value >> 16]));
  };
  const addNumber = (): void => void bytes.push(...Array.from({ length: numbers }, () => 0));
  addNumber();
  addArc(0, 2, 0);
  addNumber();
  addArc(0x5e, 2, start);
  for (const node of nodes) {
    addNumber();
    const arcs = [...node.arcs];
    for (const [index, [label, { isFinal, target }]] of arcs.entries()) {
      addArc(
        label,
        (isFinal ? 1 : 0) | (index === arcs.length - 1 ? 2 : 0) | (isNext(node) ? 4 : 0),
        target?.address ?? 0,
      );
    }
  }
  return Uint8Array.from(bytes);
}

/** Version 0xC6, with addresses of three groups, and numbers for the labels `A` and `+`. */
function cfsa2(sequences: readonly string[], numbers = false): Uint8Array {
  const nodes = nodesOf(sequences);
  const labels = [0, 0x41, 0x2b];
  const labelBytes = (label: number): number => (labels.includes(label, 1) ? 0 : 1);
  const start = (numbers ? 1 : 0) + 5;
  let end = start;
  for (const node of nodes) {
    node.address = end;
    if (numbers) end++;
    for (const label of node.arcs.keys()) end += 1 + labelBytes(label) + (isNext(node) ? 0 : 3);
  }
  const bytes = [0x5c, 0x66, 0x73, 0x61, 0xc6, numbers ? 1 : 0, 7, labels.length, ...labels];
  const addArc = (label: number, flags: number, address: number): void => {
    bytes.push(flags | Math.max(0, labels.indexOf(label, 1)));
    if (labelBytes(label) === 1) bytes.push(label);
    if ((flags & 0x80) === 0) bytes.push(0x80 | (address & 0x7f), 0x80 | ((address >> 7) & 0x7f), address >> 14);
  };
  if (numbers) bytes.push(0);
  addArc(0x5e, 0x40, start);
  for (const node of nodes) {
    if (numbers) bytes.push(0);
    const arcs = [...node.arcs];
    for (const [index, [label, { isFinal, target }]] of arcs.entries()) {
      addArc(
        label,
        (isFinal ? 0x20 : 0) | (index === arcs.length - 1 ? 0x40 : 0) | (isNext(node) ? 0x80 : 0),
        target?.address ?? 0,
      );
    }
  }
  return Uint8Array.from(bytes);
}

function address(target: number, flags: number): number[] {
  const value = target * 8 + flags;
  return [value & 0xff, (value >> 8) & 0xff, value >> 16];
}

const info = (encoder: string): string =>
  `# comment\nfsa.dict.separator=+\r\nfsa.dict.encoding=utf-8\n\nfsa.dict.encoder=${encoder}\n`;

/** A form, the bytes that its lemma is shorter (`C`: two, a Ukrainian letter) with what comes behind, and a tag. */
const sequences = ["людина+A+noun", "людини+Cа", "люди+Aна", "люди+Aна+noun:v", "мати+A", "мати+Cа", "сім'я+A"];

const forms = {
  "version 5": fsa5,
  "version 5 with numbers": (list: readonly string[]) => fsa5(list, 2),
  "version 0xC6": cfsa2,
  "version 0xC6 with numbers": (list: readonly string[]) => cfsa2(list, true),
};

describe.each(Object.entries(forms))("a dictionary of %s", (_name, write) => {
  test("gives the lemmas of a form in its order", () => {
    const dictionary = new LemmaDictionary(write(sequences), info("SUFFIX"));
    expect(dictionary.lemmas("людини")).toEqual(["людина"]);
    expect(dictionary.lemmas("люди")).toEqual(["людина", "людина"]);
    expect(dictionary.lemmas("мати")).toEqual(["мати", "мата"]);
    expect(["людин", "людинам", "", "x+y", "люди+"].map((form) => dictionary.lemmas(form))).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  test("may take off prefixes and infixes, or nothing", () => {
    expect(new LemmaDictionary(write(["abcde+BCx"]), info("PREFIX")).lemmas("abcde")).toEqual(["bcx"]);
    expect(new LemmaDictionary(write(["abcde+BCAx"]), info("infix")).lemmas("abcde")).toEqual(["adex"]);
    expect(new LemmaDictionary(write(["abc+xyz+tag"]), info("NONE")).lemmas("abc")).toEqual(["xyz"]);
  });

  test("that is damaged is refused, whatever is wrong, or answers", () => {
    const whole = write(sequences);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = Uint8Array.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          try {
            expect(Array.isArray(new LemmaDictionary(bytes.subarray(0, length), info("SUFFIX")).lemmas("люди"))).toBe(
              true,
            );
          } catch (error) {
            expect(String(error)).toMatch(/automaton/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("a dictionary that cannot be read", () => {
  test.each([
    ["fsa.dict.encoding=utf-8\nfsa.dict.encoder=SUFFIX", "[fsa.dict.separator] is missing"],
    ["fsa.dict.separator=+\nfsa.dict.encoding=iso-8859-2\nfsa.dict.encoder=SUFFIX", "only [utf-8] can be read"],
    [info("BACKWARDS"), "[fsa.dict.encoder] is [BACKWARDS]"],
    [`${info("SUFFIX")}fsa.dict.input-conversion=a b`, "[fsa.dict.input-conversion] is not supported"],
  ])("by %j is refused", (properties, reason) => {
    expect(() => new LemmaDictionary(fsa5(sequences), properties)).toThrow(reason);
  });

  test("has more ways behind a separator than there can be", () => {
    // Two arcs of each node lead to the next node, thirty times, and none is final.
    const nodes = Array.from({ length: 30 }, (_, index) => [
      0x41,
      ...address(16 + 8 * (index + 1), 0),
      0x42,
      ...address(16 + 8 * (index + 1), 2),
    ]);
    const bytes = Uint8Array.from([
      ...fsa5(["a+"]).subarray(0, 16),
      0x61,
      ...address(12, 2),
      0x2b,
      ...address(16, 2),
      ...nodes.flat(),
      0,
      ...address(0, 2),
    ]);
    expect(() => new LemmaDictionary(bytes, info("SUFFIX")).lemmas("a")).toThrow("the automaton is damaged");
  });

  test("leads in a circle", () => {
    // The arc of the only node behind the separator leads back to it.
    const bytes = fsa5(["a+AAAA"]);
    const loop = bytes.length - 4;
    const value = (loop - 8) * 8 + 2;
    bytes.set([value & 0xff, value >> 8, 0], loop + 1);
    expect(() => new LemmaDictionary(bytes, info("SUFFIX")).lemmas("a")).toThrow("the automaton is damaged");
  });
});

function resources(files: Readonly<Record<string, Uint8Array>>): AnalysisResources {
  return {
    readBytes: (_parameter, path) => files[path]!,
    fileNames: (folder) => Object.keys(files).map((path) => path.replace(`${folder}/`, "")),
    synonymsSet: () => undefined,
  };
}

const files = {
  [ukrainianDictionaryPaths.automaton]: cfsa2(sequences),
  [ukrainianDictionaryPaths.properties]: Buffer.from(info("SUFFIX")),
};

function tokensOf(analysis: ReturnType<typeof openAnalysis>, name: string, text: string): string {
  const tokens = analysis.analyzer(name)!.tokens(text);
  return tokens.map((token) => `${token.text}@${token.position}:${token.startOffset}-${token.endOffset}`).join(" ");
}

describe("the analyzer", () => {
  test("puts all lemmas at the position of a word, without stop words", () => {
    const analysis = openAnalysis({}, resources(files));
    expect(tokensOf(analysis, "ukrainian", "Мати, і люди; ґав")).toBe(
      "мати@0:0-4 мата@0:0-4 людина@2:8-12 людина@2:8-12 гав@3:14-17",
    );
  });

  test("reads one apostrophe for all, and no stress marks", () => {
    expect(tokensOf(openAnalysis({}, resources(files)), "ukrainian", "сім’я лю\u0301ди")).toBe(
      "сім'я@0:0-5 людина@1:6-11 людина@1:6-11",
    );
  });

  test("takes stop words, and words that stay", () => {
    const settings = {
      "index.analysis.analyzer.own.type": "ukrainian",
      "index.analysis.analyzer.own.stopwords": ["мати"],
      "index.analysis.analyzer.own.stem_exclusion": ["люди"],
    };
    expect(tokensOf(analysisOf(settings, resources(files)), "own", "мати люди людини")).toBe(
      "люди@1:5-9 людина@2:10-16",
    );
  });

  test("says what is missing or damaged, and where it should stand", () => {
    expect(() => openAnalysis({}, resources({})).analyzer("ukrainian")).toThrow(
      "as [morfologik/ukrainian.dict] below the folder of the configuration",
    );
    const noInfo = { [ukrainianDictionaryPaths.automaton]: cfsa2(sequences) };
    expect(() => openAnalysis({}, resources(noInfo)).analyzer("ukrainian")).toThrow("as [morfologik/ukrainian.info]");
    const damaged = { ...files, [ukrainianDictionaryPaths.automaton]: Buffer.from("no automaton") };
    expect(() => openAnalysis({}, resources(damaged)).analyzer("ukrainian")).toThrow(
      "could not read the dictionary [morfologik/ukrainian.dict]: it is no automaton",
    );
  });

  // Made by Lucene 9.12.2, which agrees on 4,014 texts.
  test.skipIf(!tables || !existsSync(`${tables}/${ukrainianDictionaryPaths.automaton}`))(
    "finds the lemmas of Lucene by its dictionary",
    () => {
      const analysis = openAnalysis({}, { ...configFiles(tables), synonymsSet: () => undefined });
      expect(tokensOf(analysis, "ukrainian", "ЗАГАЛЬНА ДЕКЛАРАЦІЯ ПРАВ ЛЮДИНІ")).toBe(
        "загальний@0:0-8 декларація@1:9-19 правити@2:20-24 право@2:20-24 прати@2:20-24 людина@3:25-31 Людин@3:25-31 Людинь@3:25-31",
      );
    },
  );
});

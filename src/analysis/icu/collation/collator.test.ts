import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../../../compat/errors.ts";
import { Collator, type CollatorOptions } from "./collator.ts";

/**
 * Keys recorded from icu4j 67.1, which has the same data: locale, options, text and the bytes. Real words of all
 * languages, and characters put together at random: marks, contractions, digits, U+FFFE, surrogates, unassigned
 * characters. A sample of 100,000 keys that were equal.
 */
const recorded = JSON.parse(readFileSync(new URL("recorded-keys.json", import.meta.url), "utf8")) as [
  string,
  string,
  string,
  string,
][];

type Settings = CollatorOptions["settings"];

const readers: Readonly<Record<string, (value: string) => Settings>> = {
  strength: (value) => ({ strength: value as NonNullable<Settings["strength"]> }),
  alternate: (value) => ({ isShifted: value === "shifted" }),
  caseLevel: () => ({ hasCaseLevel: true }),
  caseFirst: (value) => ({ caseFirst: value as NonNullable<Settings["caseFirst"]> }),
  numeric: () => ({ isNumeric: true }),
  decomposition: (value) => ({ isNormalizing: value === "canonical" }),
  backward: () => ({ isBackward: true }),
};

function collatorOf(locale: string, options: string): Collator {
  let settings: Settings = {};
  let variableTop: string | undefined;
  for (const option of options === "" ? [] : options.split(",")) {
    const [name, value] = option.split("=");
    if (name === "variableTop") variableTop = value;
    else settings = { ...settings, ...readers[name!]!(value!) };
  }
  return new Collator({ locale, settings, variableTop });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

const locale = (name: string, settings: Settings = {}): Collator => new Collator({ locale: name, settings });

describe("keys", () => {
  test("are those of ICU, byte by byte", () => {
    expect(recorded.length).toBeGreaterThan(600);
    for (const [name, options, text, key] of recorded) {
      if (key.startsWith("!")) expect(() => collatorOf(name, options), `${name} ${options}`).toThrow(key.slice(1));
      else expect(hex(collatorOf(name, options).key(text)), `${name} ${options} ${JSON.stringify(text)}`).toBe(key);
    }
  });

  /** For what all ICU versions share: Intl has no keys, but compares. */
  test.each(["en", "de", "sv", "da", "es", "cs", "hu", "tr", "ru"])("compare as texts do in %s", (name) => {
    const collator = locale(name);
    const intl = new Intl.Collator(name);
    const text = fc.string({
      unit: fc.constantFrom(..."aáäåæAÄÅbcčCdđDgyhiıIİjlłoöøőOÖsšßzžZ -'жЖё10", "ch", "cs", "dzs", "aa"),
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(Math.sign(Buffer.compare(collator.key(one), collator.key(other)))).toBe(
          Math.sign(intl.compare(one, other)),
        );
      }),
    );
  });

  test("of canonically equivalent texts are equal when normalized", () => {
    const collator = locale("", { isNormalizing: true });
    const text = fc.string({
      unit: fc.constantFrom(..."aăâeêoôơuưäạ\u0301\u0300\u0323\u0302\u031b\u0308각ᆨ"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, (own) => {
        const key = hex(collator.key(own));
        expect(hex(collator.key(own.normalize("NFC")))).toBe(key);
        expect(hex(collator.key(own.normalize("NFD")))).toBe(key);
      }),
    );
  });

  test("of numbers sort by value, however long they are", () => {
    const collator = locale("", { isNumeric: true });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (one, other) => {
        expect(Math.sign(Buffer.compare(collator.key(`a${one}`), collator.key(`a${other}`)))).toBe(
          one < other ? -1 : one > other ? 1 : 0,
        );
      }),
    );
  });

  test("of very long texts can be written", () => {
    const collator = locale("zh", { strength: "identical" });
    expect(collator.key("漢字かなabc,1".repeat(20_000)).length).toBeGreaterThan(200_000);
    expect(collator.key("")).toEqual(Uint8Array.from([1, 1, 1, 1, 0]));
  });
});

describe("a locale", () => {
  test("falls back to its parents, aliases and the root", () => {
    const key = (name: string): string => hex(locale(name).key("čh äö 漢"));
    expect(key("de_AT_nowhere")).toBe(key("de_AT"));
    expect(key("xx_YY")).toBe(key(""));
    expect(key("zh_TW")).toBe(key("zh@collation=stroke"));
    expect(key("zh")).toBe(key("zh@collation=pinyin"));
    expect(key("zh")).not.toBe(key("zh_TW"));
    expect(key("no_NO")).toBe(key("nb"));
  });

  test("may name a type and settings, in both spellings", () => {
    const key = (name: string): string => hex(locale(name).key("Äpfel 12"));
    expect(key("de_DE_@collation=phonebook")).toBe(key("de-u-co-phonebk"));
    expect(key("de@collation=phonebook")).not.toBe(key("de"));
    expect(key("de@collation=none")).toBe(key("de"));
    expect(key("de-u-ks-level1-kn")).toBe(hex(locale("de", { strength: "primary", isNumeric: true }).key("Äpfel 12")));
    expect(key("de@colAlternate=shifted")).toBe(hex(locale("de", { isShifted: true }).key("Äpfel 12")));
  });

  test("may reorder scripts", () => {
    const order = (name: string): string[] => {
      const collator = locale(name);
      return ["b", "я", "ω", "漢", "1"].sort((one, other) => Buffer.compare(collator.key(one), collator.key(other)));
    };
    expect(order("en")).toEqual(["1", "b", "ω", "я", "漢"]);
    expect(order("en@colReorder=Hani-Cyrl")).toEqual(["1", "漢", "я", "b", "ω"]);
    expect(order("en-u-kr-cyrl-digit-latn")).toEqual(["я", "1", "b", "ω", "漢"]);
    expect(() => locale("en@colReorder=Qqqq")).toThrow("Invalid name: Qqqq");
  });

  test("with unknown types or settings is rejected", () => {
    const refused =
      (name: string): (() => Collator) =>
      () =>
        locale(name);
    expect(refused("de@colStrength=high")).toThrow(RequestError);
    expect(refused("de@colStrength=high")).toThrow("illegal locale keyword=value: colStrength=high");
    expect(refused("de@variableTop=1")).toThrow("locale keyword vt/variableTop");
    expect(refused("../../etc/passwd")).not.toThrow();
  });
});

test("a variable top is one element of a group that can be variable", () => {
  const of = (variableTop: string) => (): Collator =>
    new Collator({ locale: "", settings: { isShifted: true }, variableTop });
  expect(of("ab")).toThrow("Variable top argument string must map to exactly one collation element");
  expect(of("")).toThrow("Variable top argument string can not be null or zero in length.");
  expect(of("a")).toThrow(
    "The variable top must be a primary weight in the space/punctuation/symbols/currency symbols range",
  );
  expect(hex(of("$")().key("a$b"))).toBe(hex(of("€")().key("ab")));
});

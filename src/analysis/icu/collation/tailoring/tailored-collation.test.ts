import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../../../../compat/errors.ts";
import { icuData } from "../../icu-data.ts";
import { ResourceTable } from "../../resource-bundle.ts";
import { Collator } from "../collator.ts";
import { tailoredCollation } from "./tailored-collation.ts";

/**
 * Rules, a text, and the key that icu4j 67.1 made of them, or its error. Random rules: contractions, prefixes,
 * extensions, all strengths, resets before and to special places, settings. A sample of 27,000 that were equal; the
 * last ones were written for intervening marks.
 */
const recorded = JSON.parse(readFileSync(new URL("recorded-rules.json", import.meta.url), "utf8")) as [
  string,
  string,
  string,
][];

function byRules(rules: string): Collator {
  return new Collator({ locale: "", tailoring: tailoredCollation(rules), settings: {} });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

test("rules give the same keys as ICU, or are rejected in its words", () => {
  expect(recorded.length).toBeGreaterThan(100);
  for (const [rules, text, key] of recorded) {
    if (key.startsWith("!")) {
      expect(() => byRules(rules), rules).toThrow(RequestError);
      expect(() => byRules(rules), rules).toThrow(key.slice(1));
    } else {
      expect(hex(byRules(rules).key(text)), `${rules} ${JSON.stringify(text)}`).toBe(key);
    }
  }
});

/** ICU built the collations of its data of the rules that stand beside them. */
describe("the rules of a language give the content of its data", () => {
  test.each([
    "sv/standard",
    "de/phonebook",
    "hu/standard",
    "vi/standard",
    "es/traditional",
    "my/standard",
    "si/dictionary",
    "bn/traditional",
  ])("%s", (name) => {
    const [locale, type] = name.split("/");
    const collations = icuData().bundle(`coll/${locale}.res`)?.root.get("collations");
    const table = collations instanceof ResourceTable ? collations.get(type!) : undefined;
    const rules = table instanceof ResourceTable ? table.get("Sequence") : undefined;
    if (typeof rules !== "string") throw new Error("there are rules");
    const ours = byRules(rules);
    const theirs = new Collator({ locale: `${locale}@collation=${type}`, settings: {} });
    const characters = [...new Set(rules.replace(/\[[^\]]*\]|[\s&<=*'|/#-]/g, ""))];
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...characters, ..."aeiouäc\u0301\u0323\u030a각"), maxLength: 8 }),
        (text) => {
          expect(hex(ours.key(text))).toBe(hex(theirs.key(text)));
        },
      ),
    );
  });
});

describe("rules from outside", () => {
  test("may be any text", () => {
    const syntax = [
      ..."&&<<<=;,[]'/|*-#@! abcä",
      "[before 1]",
      "[first regular]",
      "[import sv]",
      "[reorder Grek]",
      "\ud800",
      "\ufffe",
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...syntax), maxLength: 20 }), (rules) => {
        try {
          byRules(rules).key("ab");
        } catch (error) {
          expect(error).toBeInstanceOf(RequestError);
        }
      }),
    );
  });

  test("are bounded in ranges and imports", () => {
    expect(() => byRules("&a <* \u{f0000}-\u{10fffd}")).toThrow("too many mappings");
    expect(() => byRules("[import sv]".repeat(100))).toThrow("too many imports");
  });

  test("are read once", () => {
    expect(tailoredCollation("&a < b < c")).toBe(tailoredCollation("&a < b < c"));
  });
});

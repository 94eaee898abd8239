import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RequestError } from "../errors.ts";
import { compilePattern, JavaPattern } from "./java-pattern.ts";
import { parsePatternFlags } from "./pattern-flags.ts";
import recorded from "./recorded-matches.json" with { type: "json" };

/**
 * Pattern, flags, text, and the result of java.util.regex in Java 17: all finds with the spans of their groups, and
 * whether the whole text matches; or the error.
 */
type Recorded = readonly [
  pattern: string,
  flags: number,
  text: string,
  outcome: string | readonly (readonly number[])[],
  whole?: boolean,
];

const deep = process.env["WARDEX_DEEP"] !== undefined;

function outcomeOf(source: string, flags: number, text: string): unknown {
  try {
    const pattern = new JavaPattern(source, flags);
    return [Array.from(pattern.findAll(text), ({ spans }) => Array.from(spans)).slice(0, 40), pattern.matches(text)];
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

function finds(source: string, text: string, flags = 0): string[] {
  return Array.from(new JavaPattern(source, flags).findAll(text), ({ start, end }) => text.slice(start, end));
}

function refusal(work: () => unknown): RequestError {
  try {
    work();
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("as java.util.regex", () => {
  test("finds, captures and rejects like Java in 1,500 recorded cases", () => {
    expect(recorded.length).toBeGreaterThan(1490);
    const different = (recorded as unknown as Recorded[]).filter(([pattern, flags, text, outcome, whole]) => {
      const expected = typeof outcome === "string" ? outcome : [outcome, whole];
      return JSON.stringify(outcomeOf(pattern, flags, text)) !== JSON.stringify(expected);
    });
    expect(different).toEqual([]);
  });

  test.each([
    ["(abc", "Unclosed group near index 4\n(abc"],
    ["*a", "Dangling meta character '*' near index 0\n*a\n^"],
    ["[ab", "Unclosed character class near index 2\n[ab\n  ^"],
    ["a)", "Unmatched closing ')' near index 0\na)\n^"],
    ["a{2,1}", "Illegal repetition range near index 5\na{2,1}\n     ^"],
    ["\\p{Foo}", "Unknown character property name {Foo} near index 6\n\\p{Foo}\n      ^"],
    ["\\q", "Illegal/unsupported escape sequence near index 1\n\\q\n ^"],
    [
      "(?<=a(b|c)*)d",
      "Look-behind group does not have an obvious maximum length near index 10\n(?<=a(b|c)*)d\n          ^",
    ],
    ["(?<a>x)(?<a>y)", "Named capturing group <a> is already defined near index 11\n(?<a>x)(?<a>y)\n           ^"],
    ["\\N{DIGIT ONE}", "Unknown character name [DIGIT ONE] near index 12\n\\N{DIGIT ONE}\n            ^"],
  ])("%s is refused in Java's words", (pattern, reason) => {
    const { status, type, message } = refusal(() => compilePattern(pattern));
    expect({ status, type, message }).toEqual({ status: 400, type: "pattern_syntax_exception", message: reason });
  });

  test("word boundaries are those of ASCII, as from Java 19 on, and of Unicode on request", () => {
    expect(finds("\\b\\w+\\b", "aé b")).toEqual(["a", "b"]);
    expect(finds("(?U)\\b\\w+\\b", "aé b")).toEqual(["aé", "b"]);
  });

  test("grapheme clusters match on request", () => {
    expect(finds("\\X", "e\u0301a👨‍👩‍👧")).toEqual(["e\u0301", "a", "👨‍👩‍👧"]);
  });

  test("blocks, scripts and categories have Java's names", () => {
    expect(finds("\\p{InGreek}+|\\p{InLatin-1Supplement}+", "aαβé")).toEqual(["αβ", "é"]);
    expect(refusal(() => compilePattern("\\p{InG reek}")).type).toBe("pattern_syntax_exception");
    expect(finds("\\p{IsCyrillic}+|\\p{sc=Hira}+|\\p{blk=Basic Latin}+", "яひx")).toEqual(["я", "ひ", "x"]);
    expect(finds("[\\p{L}&&[^\\p{Lu}]]+", "aBcÉé")).toEqual(["a", "c", "é"]);
  });

  test("replacements refer to groups by number and by name", () => {
    const pattern = compilePattern("(?<first>a)(b)?");
    expect(pattern.replaceAll("ab a", "[$2-${first}\\$$11]")).toBe("[b-a$a1] [-a$a1]");
    expect(pattern.replaceFirst("abab", "")).toBe("ab");
    expect(refusal(() => pattern.replaceAll("a", "$3")).message).toBe("No group 3");
    expect(refusal(() => pattern.replaceAll("a", "$")).message).toBe("Illegal group reference: group index is missing");
    expect(refusal(() => pattern.replaceAll("a", "${x}")).message).toBe("No group with name {x}");
    expect(refusal(() => pattern.replaceAll("a", "\\")).message).toBe("character to be escaped is missing");
  });

  test("flags have the names used in settings", () => {
    expect(finds("a.B", "A\nb", parsePatternFlags("CASE_INSENSITIVE|DOTALL"))).toEqual(["A\nb"]);
    expect(finds("a.b", "a.b aXb", parsePatternFlags("LITERAL"))).toEqual(["a.b"]);
    expect(refusal(() => parsePatternFlags("FAST")).message).toBe("Unknown regex flag [FAST]");
    expect(refusal(() => compilePattern("a", parsePatternFlags("CANON_EQ"))).message).toBe(
      "Regex flag [CANON_EQ] is not supported",
    );
  });
});

/** Patterns with the same meaning in JavaScript that its engine matches quickly: small texts, no nested loops. */
const atom = fc.constantFrom(
  "a",
  "b",
  "c",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\w",
  "(a)",
  "(?:ab)",
  "(b|c)",
  "(?=a)",
  "(?!b)",
  "\\b",
  "$",
);
const quantified = fc
  .tuple(atom, fc.constantFrom("", "", "*", "+", "?", "*?", "+?", "{1,2}"))
  .map(([one, quantifier]) => {
    return /^(?:\(\?[=!]|\\b|\$)/.test(one) ? one : one + quantifier;
  });
const plain = fc
  .array(fc.array(quantified, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map((part) => part.join("")).join("|"));

test("finds what JavaScript finds where the semantics agree", () => {
  fc.assert(
    fc.property(plain, fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " "), maxLength: 12 }), (source, text) => {
      const expected = Array.from(text.matchAll(new RegExp(source, "g")), (match) => [match.index, match[0]]);
      expect(
        Array.from(new JavaPattern(source, 0).findAll(text), ({ start, end }) => [start, text.slice(start, end)]),
      ).toEqual(expected);
    }),
    { numRuns: deep ? 50_000 : 1_000 },
  );
});

test("any text is compiled as a pattern or rejected, and neither takes long", () => {
  const unit = fc.oneof(
    fc.constantFrom(
      ..."()[]{}*+?|^$.\\&-,<>=!:ab1xpPQEkN#~ \n",
      "(?",
      "(?<",
      "\\p{",
      "[^",
      "&&",
      "\\Q",
      "\\E",
      "{1,",
      "\\x",
      "(?i",
    ),
    fc.string({ unit: "binary", maxLength: 2 }),
  );
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 40 }),
      fc.integer({ min: 0, max: 0x17f }),
      fc.string({ unit: "binary" }),
      (parts, flags, text) => {
        const source = parts.join("");
        const outcome = outcomeOf(source, flags & ~0x80, text);
        expect(outcome).toBeDefined();
      },
    ),
    { numRuns: deep ? 100_000 : 300 },
  );
});

describe("bounded time", () => {
  const text = `${"a".repeat(2_000)}!`;

  test.each([
    ["^(a+)+$"],
    ["(a|a)*b"],
    ["(a*)*b"],
    ["(.*)*x"],
    ["(\\w+\\s?)+$"],
    ["(a|aa)+$"],
    ["(((a*)*)*)*b"],
    ["(?:(?:a??)??)*?b"],
    ["((a|b?)*)*c"],
    ["^(?=(a+)+$).*"],
    ["(?!(a|a)*b)b"],
    [
      "(?<=(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)x)b",
    ],
    ["(?>a+)+b"],
    ["(?:a*+)*+b"],
    ["(a?){20}b"],
    ["(.*),(.*),(.*),(.*),(.*)x"],
  ])("%s says soon that it finds nothing", (source) => {
    expect([...new JavaPattern(source, 0).findAll(text)]).toEqual([]);
  });

  test("runs without an end take time proportional to the text", () => {
    expect([...new JavaPattern("\\s+$", 0).findAll(`${" ".repeat(300_000)}x`)]).toEqual([]);
    expect([...new JavaPattern("a*b", 0).findAll("a".repeat(300_000))]).toEqual([]);
    expect([...new JavaPattern("(?=.*b)a", 0).findAll("a".repeat(300_000))]).toEqual([]);
    expect([...new JavaPattern("(?>a*)b", 0).findAll("a".repeat(100_000))]).toEqual([]);
  });

  test("back references that would take too long are rejected", () => {
    const { status, type, message } = refusal(() => [...new JavaPattern("^(a+)+\\1b", 0).findAll(text)]);
    expect({ status, type, message }).toEqual({
      status: 400,
      type: "illegal_argument_exception",
      message: "Regex [^(a+)+\\1b] is too complex for a text of 2001 characters: it needs more than 420200 steps",
    });
  });

  test("a pattern that was rejected on one text works on the next, repeatedly", () => {
    const pattern = new JavaPattern("^(a+)+\\1b", 0);
    refusal(() => pattern.find(text));
    let found = 0;
    for (let count = 0; count < 10_000; count++) found += pattern.find("aaab")!.end;
    expect(found).toBe(40_000);
  });

  test("patterns that would expand without limit are rejected", () => {
    expect(new JavaPattern("(a{1000}){1000}", 0).find("a")).toBeUndefined();
    const reason = /is too complex: its counted repetitions and alternatives need more than 50000 instructions$/;
    expect(refusal(() => new JavaPattern("((ab){1000}){1000}", 0)).message).toMatch(reason);
    expect(refusal(() => new JavaPattern("((((((a{2,}b){9,}c){9,}d){9,}e){9,}f){9,}g){9,}", 0)).message).toMatch(
      reason,
    );
    expect(refusal(() => new JavaPattern("ab".repeat(50_000), 0)).message).toMatch(reason);
  });

  test("nesting of groups and classes is limited", () => {
    expect(compilePattern(`${"(".repeat(200)}a${")".repeat(200)}`).matches("a")).toBe(true);
    expect(refusal(() => compilePattern(`${"(".repeat(201)}a${")".repeat(201)}`)).message).toMatch(
      /groups are nested more than 200 deep$/,
    );
    expect(refusal(() => compilePattern("(".repeat(100_000))).status).toBe(400);
    expect(refusal(() => compilePattern("[".repeat(100_000))).message).toMatch(
      /^Character classes are nested too deeply/,
    );
  });

  test("long patterns are parsed in time proportional to their length", () => {
    const letters = Array.from({ length: 40_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 2));
    expect(compilePattern(`[${letters.join("")}]+`).matches(letters.join(""))).toBe(true);
    const rangesOfTwo = letters.slice(0, 8_000).map((letter) => `${letter}-${letter}`);
    expect(compilePattern(`(?iu)[${rangesOfTwo.join("")}]`).matches(letters[1]!)).toBe(true);
    expect(compilePattern(letters.slice(0, 10_000).join("?")).matches(letters[9_999]!)).toBe(true);
    expect(compilePattern(letters.slice(0, 10_000).join("|")).matches(letters[9_999]!)).toBe(true);
    expect(refusal(() => compilePattern(`\\p{${"x".repeat(500_000)}}`)).type).toBe("pattern_syntax_exception");
  });

  test("the backtracking stack is limited", () => {
    expect(new JavaPattern("(?:a|b)*c", 0).find("ab".repeat(20_000))).toBeUndefined();
    expect(refusal(() => new JavaPattern("((((((a|[ab]))))))*c", 0).find("ab".repeat(200_000))).message).toMatch(
      /it needs more than 4,194,304 places to go back to$/,
    );
  });
});

test("the same pattern is compiled once", () => {
  expect(compilePattern("a+b")).toBe(compilePattern("a+b"));
  expect(compilePattern("a+b", parsePatternFlags("DOTALL"))).not.toBe(compilePattern("a+b"));
});

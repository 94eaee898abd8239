import fc from "fast-check";
import { expect, test } from "vitest";
import { CodePointSet } from "./code-point-set.ts";
import { readWholeSet } from "./unicode-set.ts";

/** The code points of a set in ICU's toPattern format, followed by its strings. */
function shown(pattern: string): string {
  const { ends, texts } = readWholeSet(pattern);
  const ranges: string[] = [];
  for (let index = 0; index < ends.length; index += 2)
    ranges.push(`${ends[index]!.toString(16)}-${(ends[index + 1]! - 1).toString(16)}`);
  return [...ranges, ...texts].join(" ");
}

// Recorded from UnicodeSet of ICU4J 67.1.
test.each([
  ["[abc]", "61-63"],
  ["[a-c e]", "61-63 65-65"],
  ["[^\\u0000-\\U0010FFFE]", "10ffff-10ffff"],
  ["[a\\-c]", "2d-2d 61-61 63-63"],
  ["[-a]", "2d-2d 61-61"],
  ["[a-]", "2d-2d 61-61"],
  ["[[a-z]-[c-y]]", "61-62 7a-7a"],
  ["[[a-m]&[k-z]]", "6b-6d"],
  ["[[a-c][x]&[a x]]", "61-61 78-78"],
  ["[a{bc}{d}]", "61-61 64-64 bc"],
  ["[{ax}-{bz}]", "ax ay az bx by bz"],
  ["[$]", "ffff-ffff"],
  ["[$a]", "24-24 61-61"],
  ["[\\x{1F600}\\uD83D\\uDE01]", "1f600-1f601"],
  ["[\\141\\n]", "a-a 61-61"],
  ["[{a}-{z}{b}]", "61-7a"],
  ["[\\N{TIBETAN LETTER A}\\N{TIBETAN LETTER -A}]", "f60-f60 f68-f68"],
  ["[:ascii:]", "0-7f"],
  ["\\p{Zl}", "2028-2028"],
  ["\\P{Any}", ""],
  ["[:^Any:]", ""],
  ["[[:Lu:]&[a-zA-Z]]", "41-5a"],
  ["[[:general category = uppercase letter:]&[:ASCII:]]", "41-5a"],
  ["[\\p{Lowercase=No}&[a-zA-Z]]", "41-5a"],
  ["[[:ccc=9:]&[\\u0900-\\u097f]]", "94d-94d"],
  ["[[:ccc=Above:]&[\\u0300-\\u031f]]", "300-314"],
  ["[[:block=Arabic:]-[\\u0602-\\u06fe]]", "600-601 6ff-6ff"],
  ["[[:WB=MidLetter:]&[\\u0000-\\u00ff]]", "3a-3a b7-b7"],
  ["[\\N{greek small letter mu}]", "3bc-3bc"],
  ["[[:scx=Deva:]&[\\u0964]]", "964-964"],
  ["[[:sc=Deva:]&[\\u0964]]", ""],
])("%s", (pattern, expected) => {
  expect(shown(pattern)).toBe(expected);
});

test.each([
  "[",
  "[a",
  "a",
  "[b-a]",
  "[a-a]",
  "[a&b]",
  "[a&[b]",
  "[[a]&]",
  "[{}]",
  "[{a]",
  "[{aaa}-{zzz}]",
  "[:Nope:]",
  "[\\u12]",
  "[a^]",
  "[a-[b]]",
  "[a]]",
  "[:L:",
  "[".repeat(200),
])("%s is refused", (pattern) => {
  expect(() => readWholeSet(pattern)).toThrow(expect.objectContaining({ status: 400 }));
});

const ranges = fc
  .array(fc.tuple(fc.nat(300), fc.nat(20)), { maxLength: 6 })
  .map((pairs) => pairs.map(([first, more]) => [first, first + more] as const));

test("union and intersection of sets are those of their members", () => {
  fc.assert(
    fc.property(ranges, ranges, (left, right) => {
      const [one, other] = [CodePointSet.ranges(left), CodePointSet.ranges(right)];
      const isIn = (of: readonly (readonly [number, number])[], code: number): boolean =>
        of.some(([first, last]) => code >= first && code <= last);
      const codes = Array.from({ length: 330 }, (_, code) => code);
      const membersOf = (set: CodePointSet): number[] => codes.filter((code) => set.has(code));
      expect(membersOf(one.union(other))).toEqual(codes.filter((code) => isIn(left, code) || isIn(right, code)));
      expect(membersOf(CodePointSet.unionOf([one, other]))).toEqual(membersOf(one.union(other)));
      expect(membersOf(one.intersection(other))).toEqual(codes.filter((code) => isIn(left, code) && isIn(right, code)));
      expect(membersOf(one.difference(other))).toEqual(codes.filter((code) => isIn(left, code) && !isIn(right, code)));
      expect(membersOf(one.complement())).toEqual(codes.filter((code) => !isIn(left, code)));
    }),
    { numRuns: 50 },
  );
});

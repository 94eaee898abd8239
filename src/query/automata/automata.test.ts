/** Patterns accept the terms that they should, and the walk skips no term that they accept. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { ordinalAt, ordinalCount } from "../multi-term/ordinal-selection.ts";
import { acceptsBytes, type ByteAutomaton, DEAD } from "../../core/automata/byte-automaton.ts";
import { EditDistance } from "./edit-distance.ts";
import { fuzzyWords } from "./fuzzy-words.ts";
import { acceptsLiterally, literalWildcard, selectLiterally } from "./literal-wildcard.ts";
import { nearTerms } from "./near-terms.ts";
import { ALL_FLAGS } from "../../compat/regexp/regexp-flags.ts";
import { regexpAutomaton } from "../../compat/regexp/regexp-pattern.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";
import { prefixRange, selectTerms } from "./select-terms.ts";
import { wildcardAutomaton } from "../../compat/regexp/wildcard-pattern.ts";

const encoder = new TextEncoder();
const settings = { flags: ALL_FLAGS, maxDeterminizedStates: DEFAULT_WORK_LIMIT };

/** A dictionary of words. */
function dictionary(words: readonly string[]): TermsReader & { words: readonly string[] } {
  const terms = [...new Set(words)].map((word) => encoder.encode(word)).sort(Buffer.compare);
  const ceiling = (term: Uint8Array): number => terms.filter((own) => Buffer.compare(own, term) < 0).length;
  let length = 0;
  const offsets = terms.map((term) => (length += term.length));
  return {
    allBytes: Buffer.concat(terms),
    offsets: Uint32Array.of(0, ...offsets),
    words: terms.map((bytes) => Buffer.from(bytes).toString("utf8")),
    count: terms.length,
    docCount: 0,
    sumDocFreq: 0,
    sumTotalTermFreq: 0,
    find: (term) => terms.findIndex((own) => Buffer.compare(own, term) === 0),
    ceiling,
    bytes: (ordinal) => terms[ordinal] ?? new Uint8Array(0),
    text: (ordinal) => Buffer.from(terms[ordinal] ?? []).toString("utf8"),
    docFreq: () => 1,
    totalTermFreq: () => 1,
  };
}

function selected(words: readonly string[], automaton: ByteAutomaton): string[] {
  const terms = dictionary(words);
  return [...selectTerms(terms, automaton)].map((ordinal) => terms.text(ordinal)).sort();
}

const word = fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "c", "é", "日", "😀") });
const words = fc.array(word, { maxLength: 40 });

test("wildcards select what an equal regular expression matches", () => {
  const pattern = fc.string({ maxLength: 5, unit: fc.constantFrom("a", "b", "é", "😀", "*", "?") });
  fc.assert(
    fc.property(words, pattern, (terms, text) => {
      const expression = new RegExp(`^${text.replaceAll("*", "[^]*").replaceAll("?", "[^]")}$`, "u");
      const expected = [...new Set(terms)].filter((term) => expression.test(term)).sort();
      expect(selected(terms, wildcardAutomaton(text, false))).toEqual(expected);
    }),
  );
});

test("regular expressions select what those of JavaScript match", () => {
  const atom = fc.constantFrom("a", "b", "é", ".", "[ab]", "[^a]", "(a|bc)", "日?", "(ab)*", "b+", "a{1,2}", "[a-c😀]");
  fc.assert(
    fc.property(words, fc.array(atom, { minLength: 1, maxLength: 4 }), (terms, atoms) => {
      const expression = new RegExp(`^(?:${atoms.join("")})$`, "su");
      const expected = [...new Set(terms)].filter((term) => expression.test(term)).sort();
      expect(selected(terms, regexpAutomaton(atoms.join(""), settings))).toEqual(expected);
      const others = [...new Set(terms)].filter((term) => !expression.test(term)).sort();
      expect(selected(terms, regexpAutomaton(`~(${atoms.join("")})`, settings))).toEqual(others);
    }),
  );
});

test("numeric intervals accept the numbers between their bounds", () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.nat(400), (one, other, number) => {
      const automaton = regexpAutomaton(`<${one}-${other}>`, settings);
      const inside = number >= Math.min(one, other) && number <= Math.max(one, other);
      const width = String(one).length === String(other).length ? String(one).length : 0;
      const written = width > 0 ? String(number).padStart(width, "0") : String(number);
      expect(acceptsBytes(automaton, encoder.encode(written))).toBe(inside);
    }),
  );
});

test("fuzzy words are those within the edits, counted in characters", () => {
  fc.assert(
    fc.property(
      words,
      word,
      fc.constantFrom(0 as const, 1 as const, 2 as const),
      fc.nat(3),
      fc.boolean(),
      (terms, text, edits, prefixLength, swaps) => {
        const prefix = [...text].slice(0, prefixLength).join("");
        const rest = (term: string): string => [...term].slice([...prefix].length).join("");
        const near = (term: string): boolean =>
          term.startsWith(prefix) && editDistance(rest(text), rest(term), swaps) <= edits;
        const expected = [...new Set(terms)].filter(near).sort();
        const fuzzy = fuzzyWords(text, { edits, prefixLength, transpositions: swaps });
        const reader = dictionary(terms);
        expect([...fuzzy.weigh(reader).ordinals].map((ordinal) => reader.text(ordinal)).sort()).toEqual(expected);
        expect([...new Set(terms)].filter((term) => fuzzy.accepts(encoder.encode(term))).sort()).toEqual(expected);
      },
    ),
  );
});

test("a prefix selects the run of terms that begin with it", () => {
  fc.assert(
    fc.property(words, word, (terms, prefix) => {
      const reader = dictionary(terms);
      const { from, to } = prefixRange(reader, encoder.encode(prefix));
      expect(reader.words.slice(from, to)).toEqual(reader.words.filter((term) => term.startsWith(prefix)));
    }),
  );
});

test("a case-insensitive pattern takes ASCII letters in both cases, and no others", () => {
  expect(selected(["Foo", "foo", "FOO", "Éa", "éa"], wildcardAutomaton("fO*", true))).toEqual(["FOO", "Foo", "foo"]);
  expect(selected(["Éa", "éa", "éA"], wildcardAutomaton("éA", true))).toEqual(["éA", "éa"]);
});

test("near terms are those within the edits, each as many edits away as it is", () => {
  fc.assert(
    fc.property(
      words,
      word,
      fc.constantFrom(0 as const, 1 as const, 2 as const),
      fc.nat(3),
      fc.boolean(),
      (terms, text, edits, prefixLength, transpositions) => {
        const reader = dictionary(terms);
        const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
        const near = nearTerms(reader, { points, edits, prefixLength, transpositions });
        const rest = (term: string): string => [...term].slice(Math.min(prefixLength, points.length)).join("");
        const prefix = text.slice(0, text.length - rest(text).length);
        const isNear = (term: string): boolean =>
          term.startsWith(prefix) && editDistance(rest(text), rest(term), transpositions) <= edits;
        const accepted = reader.words.flatMap((term, ordinal) => (isNear(term) ? [ordinal] : []));
        expect([...near.ordinals]).toEqual(accepted);
        const away = accepted.map((ordinal) => editDistance(rest(text), rest(reader.text(ordinal)), transpositions));
        expect([...near.edits]).toEqual(away);
      },
    ),
  );
});

test("near terms are found in long runs of a dictionary too", () => {
  const letters = fc.string({ minLength: 2, maxLength: 5, unit: fc.constantFrom(..."abcdef") });
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 300, maxLength: 400 }),
      letters,
      fc.constantFrom(1 as const, 2 as const),
      fc.boolean(),
      (terms, text, edits, transpositions) => {
        const reader = dictionary(terms);
        const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
        const near = [...nearTerms(reader, { points, edits, prefixLength: 0, transpositions }).ordinals].map(
          (ordinal) => reader.text(ordinal),
        );
        expect(near).toEqual(reader.words.filter((term) => editDistance(text, term, transpositions) <= edits));
      },
    ),
    { numRuns: 30 },
  );
});

test("a pattern is found at the end of terms with tens of thousands of bytes in common", () => {
  const long = "a".repeat(30_000);
  expect(selected([long, `${long}b`, `${long}bc`, `${long.slice(1)}b`], wildcardAutomaton("*ab", false))).toEqual(
    [`${long}b`, `${long.slice(1)}b`].sort(),
  );
});

test("patterns of texts and stars match as their automata do", () => {
  const pattern = fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "é", "日", "*", "*", "\\") });
  fc.assert(
    fc.property(words, pattern, (terms, text) => {
      const literal = literalWildcard(text);
      if (!literal) return;
      const reader = dictionary(terms);
      const automaton = wildcardAutomaton(text, false);
      const selection = selectLiterally(reader, literal);
      const ordinals = Array.from({ length: ordinalCount(selection) }, (_, index) => ordinalAt(selection, index));
      expect(ordinals).toEqual([...selectTerms(reader, automaton)]);
      for (const term of terms)
        expect(acceptsLiterally(literal, encoder.encode(term))).toBe(acceptsBytes(automaton, encoder.encode(term)));
    }),
    { numRuns: 2000 },
  );
  expect(["a?c*", "abc", "\ud800*", "a\\*"].map(literalWildcard)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a state that leads nowhere is dead, whatever operators built it", () => {
  const automaton = regexpAutomaton("ab&.*c|x", settings);
  expect(automaton.step(automaton.start, 0x61)).toBe(DEAD);
  expect(automaton.step(automaton.start, 0x78)).not.toBe(DEAD);
});

/**
 * Edit distance of two words by the whole table (optimal string alignment when swaps count as one edit): the reference
 * for `EditDistance`.
 */
function editDistance(left: string, right: string, transpositions: boolean): number {
  const one = [...left];
  const other = [...right];
  const table = one
    .concat("")
    .map((_, row) => other.concat("").map((_other, column) => (row === 0 ? column : column === 0 ? row : 0)));
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min(
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + (same ? 0 : 1),
      );
      const swapped =
        transpositions &&
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      if (swapped) best = Math.min(best, table[row - 2]![column - 2]! + 1);
      table[row]![column] = best;
    }
  }
  return table[one.length]![other.length]!;
}

test("distances up to the limit are those of the whole table", () => {
  const long = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "é", "😀") });
  const points = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);
  fc.assert(
    fc.property(long, long, fc.constantFrom(0, 1, 2), fc.boolean(), (left, right, limit, transpositions) => {
      const distance = new EditDistance(points(left), limit, transpositions).to(points(right));
      expect(distance).toBe(Math.min(limit + 1, editDistance(left, right, transpositions)));
    }),
    { numRuns: 2000 },
  );
});

test("a fuzzy word of tens of thousands of characters is found; one longer than any term matches nothing", () => {
  const long = "ab".repeat(10_000);
  const reader = dictionary([long, `${long}c`, `c${long.slice(0, -1)}`, `${long}ccc`, long.slice(3)]);
  const fuzzy = fuzzyWords(long, { edits: 2, prefixLength: 0, transpositions: true });
  expect([...fuzzy.weigh(reader).ordinals].map((ordinal) => reader.text(ordinal).length)).toEqual([
    20_000, 20_001, 20_000,
  ]);
  const longer = fuzzyWords("a".repeat(3_000_000), { edits: 2, prefixLength: 0, transpositions: true });
  expect(longer.weigh(reader).ordinals).toHaveLength(0);
});

/** The kernel finds the terms near a word that its twin finds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { SCRATCH_BASE, SCRATCH_SLOT_BYTES } from "../../segment/format.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import { numbersFrom } from "../../testing/segment/segment-model.ts";
import { nearTerms, type NearWord } from "./near-terms.ts";
import { nearTermsByKernel } from "./near-terms-by-kernel.ts";

const encoder = new TextEncoder();
const PAGE = 65_536;
const SLOTS = 2;
const memory = new WebAssembly.Memory({ initial: 128, maximum: 128, shared: true });

/** A dictionary behind the scratch of a memory. */
function dictionary(words: readonly string[]): TermsReader {
  const terms = [...new Set(words)].map((word) => encoder.encode(word)).sort(Buffer.compare);
  const base = SCRATCH_BASE + SLOTS * SCRATCH_SLOT_BYTES;
  const offsets = new Uint32Array(memory.buffer, base, terms.length + 1);
  const allBytes = new Uint8Array(memory.buffer, base + offsets.byteLength, 16 * PAGE);
  let length = 0;
  terms.forEach((term, at) => {
    allBytes.set(term, length);
    offsets[at + 1] = length += term.length;
  });
  offsets[0] = 0;
  const shared = allBytes.byteOffset + allBytes.length;
  const before = (at: number): Uint8Array => terms[at - 1] ?? new Uint8Array(0);
  const apart = (term: Uint8Array, at: number): number => term.findIndex((byte, i) => byte !== before(at)[i]);
  new Uint8Array(memory.buffer).set(
    terms.map((term, at) => (at === 0 ? 0 : apart(term, at))),
    shared,
  );
  const ceiling = (term: Uint8Array): number => terms.filter((own) => Buffer.compare(own, term) < 0).length;
  const inMemory = () => ({ memory, scratchSlots: SLOTS, sharedBytes: shared });
  return { allBytes, offsets, count: terms.length, ceiling, inMemory } as unknown as TermsReader;
}

function expectTheSame(terms: TermsReader, text: string, options: Omit<NearWord, "points">): number {
  const word = { points: Array.from(text, (character) => character.codePointAt(0) ?? 0), ...options };
  const expected = nearTerms(terms, word);
  let asked = 0;
  const found = nearTermsByKernel(terms, terms.inMemory!()!, 1, word, () => void asked++);
  expect([...found.ordinals]).toEqual([...expected.ordinals]);
  expect([...found.edits]).toEqual([...expected.edits]);
  return asked;
}

const options = fc.record({
  edits: fc.constantFrom(0 as const, 1 as const, 2 as const),
  prefixLength: fc.nat(3),
  transpositions: fc.boolean(),
});

test("in small dictionaries, of characters of one to four bytes", () => {
  const word = fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "c", "é", "è", "日", "😀") });
  const words = fc.array(word, { maxLength: 60 });
  const property = fc.property(words, word, options, (terms, text, asked) => {
    expectTheSame(dictionary(terms), text, asked);
  });
  fc.assert(property, { numRuns: 500 });
});

test("for words as long as a row of bits", () => {
  const word = fc.string({ minLength: 24, maxLength: 29, unit: fc.constantFrom("a", "a", "b", "😀") });
  const property = fc.property(word, fc.array(fc.nat(99), { maxLength: 200 }), options, (text, places, asked) => {
    const changed = places.map((place) => {
      const points = [...text];
      const at = place % points.length;
      points.splice(at, place % 3, ...(place % 2 ? ["b"] : ["😀", "a"].slice(0, place % 4)));
      return points.join("");
    });
    expectTheSame(dictionary(changed), text, asked);
  });
  fc.assert(property);
});

test("in large dictionaries, where the walk stops and goes on", () => {
  const next = numbersFrom(7);
  const letters = "abcdefgh";
  const random = (): string =>
    Array.from({ length: 2 + Math.floor(next() * 7) }, () => letters[Math.floor(next() * letters.length)]).join("");
  const terms = dictionary(Array.from({ length: 40_000 }, random));
  for (let round = 0; round < 20; round++)
    for (const edits of [0, 1, 2] as const)
      for (const transpositions of [true, false])
        expectTheSame(terms, random(), { edits, prefixLength: round % 3, transpositions });
  expect(expectTheSame(terms, "abcd", { edits: 2, prefixLength: 0, transpositions: true })).toBeGreaterThan(2);
});

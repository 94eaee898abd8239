/** The terms near a word as the kernel finds them, in a dictionary of a segment's memory. */
import { kernelFor } from "../../kernel/kernel.ts";
import { NEAR, NEAR_BYTES, NEAR_STATE_BYTES } from "../../kernel/structures.ts";
import { memoryViews } from "../execution/memory-views.ts";
import { scratchSlot } from "../execution/scratch-slot.ts";
import type { NearTerms, NearWord } from "./near-terms.ts";
import { prefixRange } from "./select-terms.ts";
import type { TermsInMemory, TermsReader } from "../../segment/segment-reader.ts";

/** So many terms are read in some tens of microseconds. */
const TERMS = 1024;
const FOUND = 1024;
const ASCII = 128;
const NONE = -1;
const encoder = new TextEncoder();

/** Like `nearTerms`, its twin; `slot`: the scratch slot that the thread has leased. */
export function nearTermsByKernel(
  terms: TermsReader,
  { memory, scratchSlots, sharedBytes }: TermsInMemory,
  slot: number,
  { points, edits, prefixLength, transpositions }: NearWord,
  checkpoint: () => void = () => undefined,
): NearTerms {
  const kept = Math.min(prefixLength, points.length);
  const prefix = encoder.encode(String.fromCodePoint(...points.slice(0, kept)));
  const rest = points.slice(kept);
  const { from, to } = prefixRange(terms, prefix);
  const ordinals: number[] = [];
  const away: number[] = [];
  const kernel = kernelFor(memory);
  const scratch = scratchSlot(memory, slot, scratchSlots);
  const run = scratch.take(NEAR_BYTES + FOUND * 2 * Uint32Array.BYTES_PER_ELEMENT);
  try {
    const { words } = memoryViews(memory.buffer);
    const near = run.address / Uint32Array.BYTES_PER_ELEMENT;
    writeWord(words, near, { rest, edits, transpositions });
    words[near + NEAR.termBytes / 4] = terms.allBytes.byteOffset;
    words[near + NEAR.offsets / 4] = terms.offsets.byteOffset;
    words[near + NEAR.sharedBytes / 4] = sharedBytes;
    words[near + NEAR.capacity / 4] = FOUND;
    words[near + NEAR.found / 4] = run.address + NEAR_BYTES;
    words[near + NEAR.base / 4] = prefix.length;
    words[near + NEAR.depth / 4] = prefix.length;
    words[near + NEAR.at / 4] = from;
    words[near + NEAR.end / 4] = to;
    for (let more = true; more;) {
      checkpoint();
      more = kernel.nearTerms(run.address, TERMS) === 1;
      const count = words[near + NEAR.foundCount / 4]!;
      const first = near + NEAR_BYTES / 4;
      for (let at = first; at < first + 2 * count; at += 2) {
        ordinals.push(words[at]!);
        away.push(words[at + 1]!);
      }
    }
  } finally {
    scratch.give(run);
  }
  return { ordinals: Uint32Array.from(ordinals), edits: Uint8Array.from(away) };
}

interface RestOfWord {
  readonly rest: readonly number[];
  readonly edits: number;
}

function writeWord(
  words: Uint32Array,
  near: number,
  { rest, edits, transpositions }: RestOfWord & { readonly transpositions: boolean },
): void {
  const places = new Map<number, number>();
  rest.forEach((point, at) => places.set(point, (places.get(point) ?? 0) | (1 << at)));
  words.fill(0, near, near + (NEAR.states + NEAR_STATE_BYTES) / 4);
  let others = 0;
  for (const [point, bits] of places)
    if (point < ASCII) words[near + NEAR.ascii / 4 + point] = bits;
    else {
      const at = near + NEAR.others / 4 + 2 * others++;
      words[at] = point;
      words[at + 1] = bits;
    }
  words[near + NEAR.limit / 4] = edits;
  const mask = (2 << rest.length) - 1;
  words[near + NEAR.mask / 4] = mask;
  words[near + NEAR.swaps / 4] = transpositions ? NONE : 0;
  words[near + NEAR.othersCount / 4] = others;
  // Before anything is read, as many characters of the word as there are edits may be missing.
  const rows = near + NEAR.states / 4;
  words[rows] = 1;
  words[rows + 1] = edits > 0 ? 0b10 & mask : 0;
  words[rows + 2] = edits > 1 ? 0b100 & mask : 0;
}

/**
 * Wildcard patterns of texts and `*` alone, as nearly all are: a term is compared with the texts as bytes, and no
 * automaton is made. Bytes may stand for characters, since no character's UTF-8 begins within another's.
 */
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import type { OrdinalSelection } from "../multi-term/ordinal-selection.ts";
import { prefixRange } from "./select-terms.ts";
import { wildcardParts } from "../../compat/regexp/wildcard-pattern.ts";

/** A pattern taken apart: terms begin and end so, with the texts between in order. */
export interface LiteralWildcard {
  readonly prefix: Uint8Array;
  readonly between: readonly Uint8Array[];
  readonly suffix: Uint8Array;
}

const encoder = new TextEncoder();

/**
 * Bytes of a text that is looked for between stars: each byte of a term may be compared with so many. Longer ones are
 * left to an automaton, which reads each byte once.
 */
const LONGEST_BETWEEN = 128;

/** Takes a pattern apart; undefined when it has no `*`, or something else than texts of moderate length beside it. */
export function literalWildcard(pattern: string): LiteralWildcard | undefined {
  // Halves of characters are in no term, and would be written as another character.
  if (/\p{Surrogate}/u.test(pattern)) return undefined;
  const texts = [""];
  let length = 0;
  for (const part of wildcardParts(pattern)) {
    if (part.type === "any") return undefined;
    if (part.type === "any-run") {
      // Stars behind stars say nothing more.
      if (texts.length === 1 || texts.at(-1) !== "") texts.push("");
      continue;
    }
    // No term is so long.
    if ((length += part.character.length) > MAX_TERM_BYTES) return undefined;
    texts[texts.length - 1] += part.character;
  }
  if (texts.length === 1) return undefined;
  const [prefix, ...rest] = texts.map((text) => encoder.encode(text));
  const suffix = rest.pop();
  if (rest.some((text) => text.length > LONGEST_BETWEEN)) return undefined;
  return prefix && suffix && { prefix, between: rest.filter((text) => text.length > 0), suffix };
}

/** Ordinals of the terms that match. */
export function selectLiterally(terms: TermsReader, pattern: LiteralWildcard): OrdinalSelection {
  const { from, to } = prefixRange(terms, pattern.prefix);
  if (pattern.between.length === 0 && pattern.suffix.length === 0) return { from, to };
  const [sought] = pattern.between;
  if (sought && pattern.prefix.length === 0) return Uint32Array.from(withText(terms, pattern, sought));
  const { allBytes, offsets } = terms;
  const selected: number[] = [];
  for (let ordinal = from; ordinal < to; ordinal++)
    if (matches(allBytes, offsets[ordinal]!, offsets[ordinal + 1]!, pattern)) selected.push(ordinal);
  return Uint32Array.from(selected);
}

/** Looks for a text in all terms at once, and then at the terms that have it. */
function withText(terms: TermsReader, pattern: LiteralWildcard, sought: Uint8Array): number[] {
  const { allBytes, offsets } = terms;
  const bytes = Buffer.from(allBytes.buffer, allBytes.byteOffset, allBytes.byteLength);
  const selected: number[] = [];
  let ordinal = 0;
  for (let at = bytes.indexOf(sought); at >= 0;) {
    ordinal = termAt(offsets, terms.count, at, ordinal);
    const end = offsets[ordinal + 1]!;
    // What begins in one term may end in the next.
    if (at + sought.length <= end && matches(allBytes, offsets[ordinal]!, end, pattern)) selected.push(ordinal);
    at = bytes.indexOf(sought, end);
  }
  return selected;
}

/** The term that holds byte `at`, at or after term `from`, and mostly near it. */
function termAt(offsets: Uint32Array, count: number, at: number, from: number): number {
  let low = from;
  let high = from + 1;
  for (let step = 1; high < count && offsets[high]! <= at; step *= 2) {
    low = high;
    high = Math.min(count, high + step);
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (offsets[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a term matches. */
export function acceptsLiterally(pattern: LiteralWildcard, bytes: Uint8Array): boolean {
  return standsAt(bytes, 0, pattern.prefix) && matches(bytes, 0, bytes.length, pattern);
}

/** Whether the term from `start` to `stop`, which begins with the prefix, matches. */
function matches(
  bytes: Uint8Array,
  start: number,
  stop: number,
  { prefix, between, suffix }: LiteralWildcard,
): boolean {
  let at = start + prefix.length;
  const end = stop - suffix.length;
  if (at > end || !standsAt(bytes, end, suffix)) return false;
  for (let i = 0; i < between.length; i++) {
    const text = between[i]!;
    while (at + text.length <= end && !standsAt(bytes, at, text)) at++;
    if (at + text.length > end) return false;
    at += text.length;
  }
  return true;
}

function standsAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

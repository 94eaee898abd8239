/**
 * Wildcard patterns that consist of literal texts and `*`, as nearly all do: a term is compared with the texts byte by
 * byte, without an automaton. Comparing bytes is safe, since no UTF-8 character begins inside another one.
 */
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import type { OrdinalSelection } from "../multi-term/ordinal-selection.ts";
import { prefixRange } from "./select-terms.ts";
import { wildcardParts } from "../../compat/regexp/wildcard-pattern.ts";

/** A pattern in parts: the beginning and the end of a term, and the texts in between, in order. */
export interface LiteralWildcard {
  readonly prefix: Uint8Array;
  readonly between: readonly Uint8Array[];
  readonly suffix: Uint8Array;
}

const encoder = new TextEncoder();

/**
 * Longest text between stars, in bytes. The search may compare each byte of a term with all bytes of the text; an
 * automaton, which reads each byte once, takes the longer ones.
 */
const LONGEST_BETWEEN = 128;

/** The parts of a pattern; undefined when it has no `*`, has a `?`, or has too long a text. */
export function literalWildcard(pattern: string): LiteralWildcard | undefined {
  // No term has a lone surrogate, and encoding would replace it by another character.
  if (/\p{Surrogate}/u.test(pattern)) return undefined;
  const texts = [""];
  let length = 0;
  for (const part of wildcardParts(pattern)) {
    if (part.type === "any") return undefined;
    if (part.type === "any-run") {
      // Repeated stars mean the same as one.
      if (texts.length === 1 || texts.at(-1) !== "") texts.push("");
      continue;
    }
    // No term is this long.
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

/** Finds a text in the bytes of all terms at once, then checks the terms that contain it. */
function withText(terms: TermsReader, pattern: LiteralWildcard, sought: Uint8Array): number[] {
  const { allBytes, offsets } = terms;
  const bytes = Buffer.from(allBytes.buffer, allBytes.byteOffset, allBytes.byteLength);
  const selected: number[] = [];
  let ordinal = 0;
  for (let at = bytes.indexOf(sought); at >= 0;) {
    ordinal = termAt(offsets, terms.count, at, ordinal);
    const end = offsets[ordinal + 1]!;
    // A match may begin in one term and end in the next: it does not count.
    if (at + sought.length <= end && matches(allBytes, offsets[ordinal]!, end, pattern)) selected.push(ordinal);
    at = bytes.indexOf(sought, end);
  }
  return selected;
}

/** The term that holds byte `at`. It is term `from` or a later one, usually close to it. */
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

/** Whether the term in bytes `start .. stop` matches; its prefix is known to match. */
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

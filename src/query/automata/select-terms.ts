/** Which terms of a dictionary a pattern accepts, without looking at those that it cannot. */
import type { TermsReader } from "../../segment/segment-reader.ts";
import { DEAD, type ByteAutomaton } from "./byte-automaton.ts";

/** Ordinals of the accepted terms, ascending. */
export function selectTerms(terms: TermsReader, automaton: ByteAutomaton): Uint32Array {
  const selected: number[] = [];
  // states[i] is the state after i bytes of `previous`; valid up to `depth`.
  const states: number[] = [automaton.start];
  let previous = new Uint8Array(0);
  let depth = 0;
  let ordinal = 0;
  while (ordinal < terms.count) {
    const bytes = terms.bytes(ordinal);
    let at = commonLength(previous, bytes, depth);
    let state = states[at] ?? DEAD;
    while (at < bytes.length) {
      const next = automaton.step(state, bytes[at] ?? 0);
      if (next === DEAD) break;
      states[++at] = state = next;
    }
    previous = bytes.slice();
    depth = at;
    if (at === bytes.length) {
      if (automaton.accepts(state)) selected.push(ordinal);
      ordinal++;
    } else {
      const target = nextCandidate(automaton, states, bytes, at);
      if (!target) break;
      ordinal = Math.max(ordinal + 1, terms.ceiling(target));
    }
  }
  return Uint32Array.from(selected);
}

/** Ordinals `[from, to)` of the terms that begin with `prefix`. */
export function prefixRange(terms: TermsReader, prefix: Uint8Array): { from: number; to: number } {
  const end = successor(prefix);
  return { from: terms.ceiling(prefix), to: end ? terms.ceiling(end) : terms.count };
}

/** The least byte string above all that begin with `prefix`; undefined when there is none. */
export function successor(prefix: Uint8Array): Uint8Array | undefined {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return undefined;
  const next = prefix.slice(0, length);
  next[length - 1] = (next[length - 1] ?? 0) + 1;
  return next;
}

function commonLength(left: Uint8Array, right: Uint8Array, limit: number): number {
  const end = Math.min(limit, left.length, right.length);
  let length = 0;
  while (length < end && left[length] === right[length]) length++;
  return length;
}

/** The least text above `bytes` that the automaton does not refuse in its first bytes, knowing that it refused byte `dead`. */
function nextCandidate(automaton: ByteAutomaton, states: readonly number[], bytes: Uint8Array, dead: number): Uint8Array | undefined {
  for (let at = dead; at >= 0; at--) {
    const state = states[at] ?? DEAD;
    for (let byte = (bytes[at] ?? 0) + 1; byte < 256; byte++) {
      if (automaton.step(state, byte) === DEAD) continue;
      const target = bytes.slice(0, at + 1);
      target[at] = byte;
      return target;
    }
  }
  return undefined;
}

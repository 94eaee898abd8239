/** Finds the terms of a dictionary that a pattern accepts, skipping those that cannot match. */
import type { TermsReader } from "../../segment/segment-reader.ts";
import { DEAD, type ByteAutomaton } from "../../core/automata/byte-automaton.ts";
import { runEnd, runStart, type TermBytes } from "./term-runs.ts";

/** Ordinals of the accepted terms, ascending. */
export function selectTerms(terms: TermsReader, automaton: ByteAutomaton, checkpoint?: () => void): Uint32Array {
  return Uint32Array.from(new Selection(terms, automaton, checkpoint).run(terms.count));
}

/**
 * Ordinals of the terms that pass a test. The test gets the bytes of all terms and the offset where the term begins.
 */
export function selectWhere(
  { allBytes, offsets, count }: TermsReader,
  test: (bytes: Uint8Array, start: number) => boolean,
): Uint32Array {
  const selected: number[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) if (test(allBytes, offsets[ordinal]!)) selected.push(ordinal);
  return Uint32Array.from(selected);
}

/** Bytes read between two calls of the checkpoint. */
const BYTES_PER_CHECKPOINT = 1 << 14;

/** Walks the dictionary as a tree and skips the runs of terms that cannot be accepted. */
class Selection {
  readonly #selected: number[] = [];
  readonly #terms: TermBytes;
  readonly #automaton: ByteAutomaton;
  /** Stack of runs still to be finished: first term, end, depth, state. */
  readonly #open: number[] = [];
  readonly #checkpoint: (() => void) | undefined;
  #bytesLeft = BYTES_PER_CHECKPOINT;

  constructor(terms: TermBytes, automaton: ByteAutomaton, checkpoint: (() => void) | undefined) {
    this.#checkpoint = checkpoint;
    this.#terms = terms;
    this.#automaton = automaton;
  }

  run(count: number): readonly number[] {
    this.#enter(0, count, 0, this.#automaton.start);
    const open = this.#open;
    while (open.length > 0) {
      const state = open.pop()!;
      const depth = open.pop()!;
      const high = open.pop()!;
      this.#walk(open.pop()!, high, depth, state);
      this.#worked(1);
    }
    return this.#selected;
  }

  /** Enters the run of terms `low .. high - 1`, which share `depth` bytes that lead to `state`. */
  #enter(low: number, high: number, depth: number, state: number): void {
    const { offsets } = this.#terms;
    let at = low;
    if (at < high && offsets[at + 1]! - offsets[at]! === depth) {
      if (this.#automaton.accepts(state)) this.#selected.push(at);
      at++;
    }
    if (at < high) at = runStart(this.#terms, at, high, depth, this.#automaton.least(state));
    if (at < high) this.#open.push(at, high, depth, state);
  }

  /** Scans terms longer than `depth`, up to the first inner run. */
  #walk(low: number, high: number, depth: number, state: number): void {
    const automaton = this.#automaton;
    const { allBytes, offsets } = this.#terms;
    const most = automaton.greatest(state);
    for (let at = low; at < high;) {
      const byte = allBytes[offsets[at]! + depth]!;
      if (byte > most) return;
      const end = runEnd(this.#terms, at, high, depth);
      const next = automaton.step(state, byte);
      if (next !== DEAD && end - at === 1) this.#finish(at, depth + 1, next);
      else if (next !== DEAD) {
        if (end < high) this.#open.push(end, high, depth, state);
        this.#enter(at, end, depth + 1, next);
        return;
      }
      at = end;
    }
  }

  #worked(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft > 0) return;
    this.#bytesLeft = BYTES_PER_CHECKPOINT;
    this.#checkpoint?.();
  }

  /** Reads the remaining bytes of one term. */
  #finish(ordinal: number, depth: number, from: number): void {
    const automaton = this.#automaton;
    const { allBytes, offsets } = this.#terms;
    const end = offsets[ordinal + 1]!;
    this.#worked(end - offsets[ordinal]! - depth);
    let state = from;
    for (let at = offsets[ordinal]! + depth; at < end; at++) {
      state = automaton.step(state, allBytes[at]!);
      if (state === DEAD) return;
    }
    if (automaton.accepts(state)) this.#selected.push(ordinal);
  }
}

/** Ordinals `[from, to)` of the terms that begin with `prefix`. */
export function prefixRange(terms: TermsReader, prefix: Uint8Array): { from: number; to: number } {
  const end = successor(prefix);
  return { from: terms.ceiling(prefix), to: end ? terms.ceiling(end) : terms.count };
}

/** Whether a term begins with `prefix`. */
export function beginsWith(term: Uint8Array, prefix: Uint8Array): boolean {
  if (term.length < prefix.length) return false;
  for (let at = 0; at < prefix.length; at++) if (term[at] !== prefix[at]) return false;
  return true;
}

/** The least byte string greater than all that begin with `prefix`; undefined when there is none. */
export function successor(prefix: Uint8Array): Uint8Array | undefined {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return undefined;
  // A slice of a Buffer would be a view.
  const next = Uint8Array.from(prefix.subarray(0, length));
  next[length - 1] = (next[length - 1] ?? 0) + 1;
  return next;
}

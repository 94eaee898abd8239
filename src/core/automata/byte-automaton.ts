/** Automata as terms are read: byte by byte. */

/** No way on. */
export const DEAD = -1;

/** Reads a term byte by byte. */
export interface ByteAutomaton {
  readonly start: number;
  /** Roughly what it holds. */
  readonly heldBytes: number;
  /** The state after `byte`, or DEAD. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
  /** No byte below this one leads on; a state without ways on has 256. */
  least(state: number): number;
  /** No byte above this one leads on. */
  greatest(state: number): number;
}

/** Whether the automaton accepts all of `bytes`. */
export function acceptsBytes(automaton: ByteAutomaton, bytes: Uint8Array): boolean {
  let state = automaton.start;
  for (const byte of bytes) {
    state = automaton.step(state, byte);
    if (state === DEAD) return false;
  }
  return automaton.accepts(state);
}

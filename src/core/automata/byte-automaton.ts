/** Automata that read terms byte by byte. */

/** The state without transitions. */
export const DEAD = -1;

/** Reads a term byte by byte. */
export interface ByteAutomaton {
  readonly start: number;
  /** Estimated bytes of memory. */
  readonly heldBytes: number;
  /** The state after `byte`, or DEAD. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
  /** Smallest byte that has a transition; 256 when there is none. */
  least(state: number): number;
  /** Largest byte that has a transition. */
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

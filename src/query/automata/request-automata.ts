/** Automata of a request: made once for all its shards and all that asks for them, and counted as its memory. */
import type { ByteAutomaton } from "../../core/automata/byte-automaton.ts";

/** What planning may cost a request. */
export interface PlanningWork {
  /** Takes memory until the request ends. Throws 429. */
  readonly reserve: (bytes: number) => void;
  /** Throws when the request was cancelled. Called where planning may take long. */
  readonly checkpoint: () => void;
  readonly automata: Map<string, ByteAutomaton>;
}

/** The work of one request. */
export function planningWork(reserve: (bytes: number) => void, checkpoint: () => void): PlanningWork {
  return { reserve, checkpoint, automata: new Map() };
}

/** The automaton known as `key`, or a new one. */
export function automatonOf(planning: PlanningWork | undefined, key: string, make: () => ByteAutomaton): ByteAutomaton {
  if (!planning) return make();
  const known = planning.automata.get(key);
  if (known) return known;
  planning.checkpoint();
  const automaton = make();
  planning.reserve(automaton.heldBytes + 2 * key.length);
  planning.automata.set(key, automaton);
  return automaton;
}

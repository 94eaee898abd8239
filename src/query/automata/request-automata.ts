/** Automata of one request: each is built once for all shards and queries, and counted in the request's memory. */
import type { ByteAutomaton } from "../../core/automata/byte-automaton.ts";

/** The memory and time that planning may cost a request. */
export interface PlanningWork {
  /** Reserves memory until the request ends. Throws 429. */
  readonly reserve: (bytes: number) => void;
  /** Throws when the request was cancelled. Called where planning may take long. */
  readonly checkpoint: () => void;
  readonly automata: Map<string, ByteAutomaton>;
  /** The scratch slot that the thread has leased in every memory; undefined: it plans without the kernel. */
  readonly slot: number | undefined;
}

/** The work of one request. */
export function planningWork(
  reserve: (bytes: number) => void,
  checkpoint: () => void,
  slot: number | undefined,
): PlanningWork {
  return { reserve, checkpoint, automata: new Map(), slot };
}

/** The automaton with this key; built when the request does not have it yet. */
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

/** Deterministic automata over bytes, made state by state as they are walked. */
import { RequestError } from "../errors.ts";
import type { Nfa } from "./nfa.ts";

/** No way on. */
export const DEAD = -1;

/** Reads a term byte by byte. */
export interface ByteAutomaton {
  readonly start: number;
  /** The state after `byte`, or DEAD. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
  /** No byte below this one leads on; a state without ways on has 256. */
  least(state: number): number;
  /** No byte above this one leads on. */
  greatest(state: number): number;
}

/** States that one automaton may come to; a pattern that needs more is refused (`max_determinized_states` bounds it further). */
const MAX_STATES = 100_000;
const UNKNOWN = -2;
const BYTES = 256;

/** Whether the automaton accepts all of `bytes`. */
export function acceptsBytes(automaton: ByteAutomaton, bytes: Uint8Array): boolean {
  let state = automaton.start;
  for (const byte of bytes) {
    state = automaton.step(state, byte);
    if (state === DEAD) return false;
  }
  return automaton.accepts(state);
}

/** Determinises `nfa` as far as it is walked. */
export function determinize(nfa: Nfa, start: number, accepting: ReadonlySet<number>, maxStates = MAX_STATES): ByteAutomaton {
  return new LazyAutomaton(nfa, start, accepting, maxStates);
}

class LazyAutomaton implements ByteAutomaton {
  readonly start: number;
  readonly #nfa: Nfa;
  readonly #accepting: ReadonlySet<number>;
  readonly #maxStates: number;
  /** Whether a state of the nondeterministic automaton leads to an accepting one, by state: what does not is left out. */
  readonly #live: Uint8Array;
  readonly #numbers = new Map<string, number>();
  readonly #sets: number[][] = [];
  readonly #steps: Int32Array[] = [];
  readonly #accepts: boolean[] = [];
  readonly #least: number[] = [];
  readonly #greatest: number[] = [];

  constructor(nfa: Nfa, start: number, accepting: ReadonlySet<number>, maxStates: number) {
    this.#nfa = nfa;
    this.#accepting = accepting;
    this.#maxStates = maxStates;
    this.#live = liveStates(nfa, accepting);
    this.start = this.#numberOf(this.#closure([start]));
  }

  step(state: number, byte: number): number {
    const steps = this.#steps[state];
    if (!steps) return DEAD;
    const known = steps[byte] ?? DEAD;
    if (known !== UNKNOWN) return known;
    const targets = new Set<number>();
    for (const member of this.#sets[state] ?? []) {
      for (const arc of this.#nfa.arcs[member] ?? []) {
        if (arc.low <= byte && byte <= arc.high) targets.add(arc.target);
      }
    }
    const reached = this.#closure([...targets]);
    const next = reached.length === 0 ? DEAD : this.#numberOf(reached);
    steps[byte] = next;
    return next;
  }

  accepts(state: number): boolean {
    return this.#accepts[state] ?? false;
  }

  least(state: number): number {
    return this.#least[state] ?? BYTES;
  }

  greatest(state: number): number {
    return this.#greatest[state] ?? 0;
  }

  #closure(states: number[]): number[] {
    const reached = new Set(states);
    const open = [...states];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      for (const next of this.#nfa.epsilons[state] ?? []) {
        if (reached.has(next)) continue;
        reached.add(next);
        open.push(next);
      }
    }
    return [...reached].filter((state) => this.#live[state] === 1).sort((one, other) => one - other);
  }

  #numberOf(set: number[]): number {
    const key = set.join(",");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#sets.length;
    if (number >= this.#maxStates) throw tooComplex(this.#maxStates);
    this.#numbers.set(key, number);
    this.#sets.push(set);
    this.#steps.push(new Int32Array(BYTES).fill(UNKNOWN));
    this.#accepts.push(set.some((state) => this.#accepting.has(state)));
    const arcs = set.flatMap((member) => this.#nfa.arcs[member] ?? []);
    this.#least.push(arcs.reduce((least, arc) => Math.min(least, arc.low), BYTES));
    this.#greatest.push(arcs.reduce((greatest, arc) => Math.max(greatest, arc.high), 0));
    return number;
  }
}

/** 1 for each state from which an accepting one can be reached. */
function liveStates(nfa: Nfa, accepting: ReadonlySet<number>): Uint8Array {
  const before: number[][] = nfa.arcs.map(() => []);
  for (const [state, arcs] of nfa.arcs.entries()) {
    for (const { target } of arcs) before[target]?.push(state);
    for (const target of nfa.epsilons[state] ?? []) before[target]?.push(state);
  }
  const live = new Uint8Array(nfa.arcs.length);
  const open = [...accepting];
  for (const state of open) live[state] = 1;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const source of before[state] ?? []) {
      if (live[source] === 1) continue;
      live[source] = 1;
      open.push(source);
    }
  }
  return live;
}

function tooComplex(limit: number): RequestError {
  return new RequestError(400, "too_complex_to_determinize_exception", `Determinizing automaton would require more than ${limit} states.`);
}

/** Determinizes automata by the subset construction, within a work limit. */
import type { Arc, Nfa } from "./nfa.ts";
import { MAX_WORK_LIMIT, MEMBERS_PER_UNIT, STEPS_PER_UNIT } from "./work-limit.ts";

/** A deterministic automaton over code points. Every state can reach an accepting one. */
export interface PointAutomaton {
  /** State 0 is the start; 0 states when nothing is accepted. */
  readonly stateCount: number;
  readonly accepting: Uint8Array;
  /** Transitions of state s: indices `offsets[s]` to `offsets[s + 1]`, ascending, without overlap. */
  readonly offsets: Uint32Array;
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  readonly targets: Uint32Array;
}

/** A limit on the work of an automaton's construction. */
export interface WorkLimit {
  readonly units: number;
  /** Returns the error for exceeding the limit; `units` is the limit. */
  refuse(units: number): Error;
  /** Called regularly; throws to stop. */
  readonly checkpoint?: (() => void) | undefined;
}

/** Determinizes `nfa`. Throws `limit.refuse(…)` when the work exceeds the limit. */
export function determinize(nfa: Nfa, start: number, accepting: ReadonlySet<number>, limit: WorkLimit): PointAutomaton {
  return new Subsets(nfa, accepting, limit).run(start);
}

/** Takes a few milliseconds. */
const STEPS_PER_CHECKPOINT = 2048;

class Subsets {
  readonly #nfa: Nfa;
  readonly #accepting: ReadonlySet<number>;
  readonly #limit: WorkLimit;
  readonly #units: number;
  /** An automaton that is already deterministic only costs its length. */
  readonly #isFree: boolean;
  /** 1 for states that can reach an accepting one; the others are dropped. */
  readonly #live: Uint8Array;
  readonly #numbers = new Map<string, number>();
  readonly #sets: number[][] = [];
  readonly #accepts: number[] = [];
  readonly #offsets: number[] = [0];
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  readonly #targets: number[] = [];
  #members = 0;
  #steps = 0;

  constructor(nfa: Nfa, accepting: ReadonlySet<number>, limit: WorkLimit) {
    this.#nfa = nfa;
    this.#accepting = accepting;
    this.#limit = limit;
    this.#units = Math.min(limit.units, MAX_WORK_LIMIT);
    this.#isFree = isDeterministic(nfa);
    this.#live = liveStates(nfa, accepting);
  }

  run(start: number): PointAutomaton {
    const first = this.#closure([start]);
    if (first.length > 0) this.#numberOf(first);
    for (let state = 0; state < this.#sets.length; state++) this.#expand(state);
    return {
      stateCount: this.#sets.length,
      accepting: Uint8Array.from(this.#accepts),
      offsets: Uint32Array.from(this.#offsets),
      lows: Uint32Array.from(this.#lows),
      highs: Uint32Array.from(this.#highs),
      targets: Uint32Array.from(this.#targets),
    };
  }

  /** Computes the transitions of a state set. */
  #expand(state: number): void {
    const set = this.#sets[state]!;
    this.#members += set.length;
    if (!this.#isFree && this.#members >= this.#units * MEMBERS_PER_UNIT) throw this.#limit.refuse(this.#units);
    const arcs: Arc[] = [];
    for (const member of set)
      for (const arc of this.#nfa.arcs[member]!) if (this.#live[arc.target] === 1) arcs.push(arc);
    this.#work(arcs.length);
    if (arcs.length === 1) this.#lead(arcs[0]!.low, arcs[0]!.high, [arcs[0]!.target]);
    else if (arcs.length > 1) this.#sweep(arcs);
    this.#offsets.push(this.#lows.length);
  }

  /** Sweeps the code points at which an arc begins or ends. */
  #sweep(arcs: readonly Arc[]): void {
    const begins = [...arcs].sort((one, other) => one.low - other.low);
    const ends = [...arcs].sort((one, other) => one.high - other.high);
    const counts = new Map<number, number>();
    let begun = 0;
    let point = begins[0]!.low;
    for (let ended = 0; ended < ends.length;) {
      while (begun < begins.length && begins[begun]!.low === point) {
        const { target } = begins[begun++]!;
        counts.set(target, (counts.get(target) ?? 0) + 1);
      }
      const nextBegin = begun < begins.length ? begins[begun]!.low : Number.POSITIVE_INFINITY;
      const behind = Math.min(nextBegin, ends[ended]!.high + 1);
      if (counts.size > 0) this.#lead(point, behind - 1, counts.keys());
      while (ended < ends.length && ends[ended]!.high < behind) {
        const { target } = ends[ended++]!;
        const left = counts.get(target)! - 1;
        if (left === 0) counts.delete(target);
        else counts.set(target, left);
      }
      point = counts.size === 0 ? nextBegin : behind;
    }
  }

  /** Adds a transition from the expanded state on a range to a set of states. */
  #lead(low: number, high: number, targets: Iterable<number>): void {
    const reached = this.#closure(targets);
    if (reached.length === 0) return;
    const target = this.#numberOf(reached);
    const last = this.#lows.length - 1;
    const begun = this.#offsets[this.#offsets.length - 1]!;
    if (last >= begun && this.#targets[last] === target && this.#highs[last] === low - 1) {
      this.#highs[last] = high;
      return;
    }
    this.#lows.push(low);
    this.#highs.push(high);
    this.#targets.push(target);
  }

  /** The epsilon closure, limited to states that accept or have transitions. */
  #closure(states: Iterable<number>): number[] {
    const reached = new Set(states);
    for (const state of reached) for (const next of this.#nfa.epsilons[state]!) reached.add(next);
    this.#work(reached.size);
    const set: number[] = [];
    for (const state of reached) {
      if (this.#live[state] === 1 && (this.#accepting.has(state) || this.#nfa.arcs[state]!.length > 0)) set.push(state);
    }
    return set.length > 1 ? set.sort((one, other) => one - other) : set;
  }

  #numberOf(set: number[]): number {
    const key = set.join(",");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#sets.length;
    this.#numbers.set(key, number);
    this.#sets.push(set);
    this.#accepts.push(set.some((state) => this.#accepting.has(state)) ? 1 : 0);
    return number;
  }

  #work(steps: number): void {
    const before = this.#steps;
    this.#steps += steps;
    if (Math.floor(before / STEPS_PER_CHECKPOINT) !== Math.floor(this.#steps / STEPS_PER_CHECKPOINT))
      this.#limit.checkpoint?.();
    if (!this.#isFree && this.#steps > this.#units * STEPS_PER_UNIT) throw this.#limit.refuse(this.#units);
  }
}

/** Whether no state has two transitions for one character. */
function isDeterministic(nfa: Nfa): boolean {
  if (nfa.epsilons.some((targets) => targets.length > 0)) return false;
  return nfa.arcs.every((arcs) => {
    if (arcs.length < 2) return true;
    const sorted = [...arcs].sort((one, other) => one.low - other.low);
    return sorted.every((arc, index) => index === 0 || arc.low > sorted[index - 1]!.high);
  });
}

/** 1 for each state that can reach an accepting one. */
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

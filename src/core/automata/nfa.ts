/** Nondeterministic automata over code points, into which patterns are compiled. */

/** A transition: from its state to `target` on any code point from `low` to `high`. */
export interface Arc {
  readonly low: number;
  readonly high: number;
  readonly target: number;
}

/** Highest code point. */
export const MAX_CODE_POINT = 0x10ffff;

/** A growing automaton. States are numbers from 0. */
export class Nfa {
  readonly arcs: Arc[][] = [];
  readonly epsilons: number[][] = [];

  /** A new state. */
  state(): number {
    this.epsilons.push([]);
    return this.arcs.push([]) - 1;
  }

  /** Adds a transition without a character. */
  epsilon(from: number, to: number): void {
    this.epsilons[from]?.push(to);
  }

  /** Adds a transition on one character of a range of code points. */
  characters(from: number, low: number, high: number, to: number): void {
    this.arcs[from]?.push({ low, high, target: to });
  }

  /** Adds a transition on any character. */
  anyCharacter(from: number, to: number): void {
    this.characters(from, 0, MAX_CODE_POINT, to);
  }
}

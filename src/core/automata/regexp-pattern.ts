/** Compiles regular expressions to automata over the bytes of terms. A pattern must match a whole term. */
import { illegalArgument } from "../errors.ts";
import { type ByteAutomaton, DEAD, determinize } from "./byte-automaton.ts";
import { caseVariants } from "./case-folding.ts";
import { Nfa } from "./nfa.ts";
import { parseRegexp, type PointRange, type RegexpNode } from "./regexp-parser.ts";

/** How a pattern is read. */
export interface RegexpSettings {
  readonly flags: number;
  readonly ignoreCase?: boolean | undefined;
  readonly maxDeterminizedStates: number;
}

/** Copies that `{n,m}` may make; the original bounds the work of determinising instead. */
const MAX_NFA_STATES = 200_000;

/** The automaton of a pattern; throws 400 with Lucene's words when it cannot be read. */
export function regexpAutomaton(pattern: string, settings: RegexpSettings): ByteAutomaton {
  const compiler = new Compiler(settings);
  return compiler.automaton(parseRegexp(pattern, settings.flags));
}

class Compiler {
  readonly #settings: RegexpSettings;

  constructor(settings: RegexpSettings) {
    this.#settings = settings;
  }

  automaton(node: RegexpNode): ByteAutomaton {
    const nfa = new Nfa();
    const start = nfa.state();
    const end = this.#add(nfa, node, start);
    return determinize(nfa, start, new Set([end]));
  }

  /** Adds `node` behind state `from`; answers the state behind it. */
  #add(nfa: Nfa, node: RegexpNode, from: number): number {
    if (nfa.arcs.length > MAX_NFA_STATES) throw illegalArgument("the regular expression is too large");
    switch (node.type) {
      case "string":
        return this.#text(nfa, node.text, from);
      case "ranges":
        return this.#ranges(nfa, node.ranges, from);
      case "nothing":
        return nfa.state();
      case "any-string": {
        const loop = nfa.state();
        nfa.epsilon(from, loop);
        nfa.anyCharacter(loop, loop);
        return loop;
      }
      case "concatenation":
        return node.parts.reduce((state, part) => this.#add(nfa, part, state), from);
      case "union": {
        const end = nfa.state();
        for (const part of node.parts) nfa.epsilon(this.#add(nfa, part, this.#after(nfa, from)), end);
        return end;
      }
      case "repeat":
        return this.#repeat(nfa, node, from);
      case "interval":
        return this.#interval(nfa, node, from);
      case "complement":
        return this.#embed(nfa, from, [this.automaton(node.inner)], (accepted) => !accepted[0]);
      case "intersection":
        return this.#embed(
          nfa,
          from,
          node.parts.map((part) => this.automaton(part)),
          (accepted) => accepted.every(Boolean),
        );
    }
  }

  #after(nfa: Nfa, from: number): number {
    const state = nfa.state();
    nfa.epsilon(from, state);
    return state;
  }

  #text(nfa: Nfa, text: string, from: number): number {
    let state = from;
    for (const character of text) {
      const point = character.codePointAt(0) ?? 0;
      state = this.#ranges(nfa, [[point, point]], state);
    }
    return state;
  }

  #ranges(nfa: Nfa, ranges: readonly PointRange[], from: number): number {
    const end = nfa.state();
    for (const [low, high] of ranges) {
      // As in the original, only single characters lose their case, not the ranges of a class.
      const single = this.#settings.ignoreCase && low === high;
      const variants = single ? caseVariants(String.fromCodePoint(low)) : [];
      nfa.characters(from, low, high, end);
      for (const variant of variants) nfa.characters(from, variant.codePointAt(0) ?? 0, variant.codePointAt(0) ?? 0, end);
    }
    return end;
  }

  #repeat(nfa: Nfa, node: Extract<RegexpNode, { type: "repeat" }>, from: number): number {
    let state = from;
    for (let count = 0; count < node.min; count++) state = this.#add(nfa, node.inner, this.#after(nfa, state));
    if (node.max === undefined) {
      const loop = this.#after(nfa, state);
      nfa.epsilon(this.#add(nfa, node.inner, loop), loop);
      return this.#after(nfa, loop);
    }
    const end = nfa.state();
    for (let count = node.min; count < node.max; count++) {
      nfa.epsilon(state, end);
      state = this.#add(nfa, node.inner, this.#after(nfa, state));
    }
    nfa.epsilon(state, end);
    return end;
  }

  /** Numbers from `min` to `max`, digit by digit. */
  #interval(nfa: Nfa, node: Extract<RegexpNode, { type: "interval" }>, from: number): number {
    const end = nfa.state();
    const low = node.digits > 0 ? String(node.min).padStart(node.digits, "0") : String(node.min);
    const high = node.digits > 0 ? String(node.max).padStart(node.digits, "0") : String(node.max);
    let start = from;
    if (node.digits === 0) {
      // Without a fixed width leading zeros are free.
      start = this.#after(nfa, from);
      nfa.characters(start, 0x30, 0x30, start);
    }
    for (let length = low.length; length <= high.length; length++) {
      const least = length === low.length ? low : `1${"0".repeat(length - 1)}`;
      const most = length === high.length ? high : "9".repeat(length);
      this.#digits(nfa, start, least, most, end);
    }
    return end;
  }

  #digits(nfa: Nfa, from: number, low: string, high: string, end: number): void {
    const first = low.charCodeAt(0);
    const last = high.charCodeAt(0);
    if (low.length === 1) return nfa.byte(from, first, last, end);
    const restLow = low.slice(1);
    const restHigh = high.slice(1);
    const step = (byte: number, least: string, most: string): void => {
      const next = nfa.state();
      nfa.byte(from, byte, byte, next);
      this.#digits(nfa, next, least, most, end);
    };
    if (first === last) return step(first, restLow, restHigh);
    const nines = "9".repeat(restLow.length);
    const zeros = "0".repeat(restLow.length);
    step(first, restLow, nines);
    for (let byte = first + 1; byte < last; byte++) step(byte, zeros, nines);
    step(last, zeros, restHigh);
  }

  /** Walks several automata at once and copies what they do together into `nfa`. */
  #embed(nfa: Nfa, from: number, automata: readonly ByteAutomaton[], accepts: (accepted: readonly boolean[]) => boolean): number {
    const end = nfa.state();
    const known = new Map<string, number>();
    const open: { states: number[]; own: number }[] = [];
    const enter = (states: number[]): number => {
      const key = states.join(",");
      const existing = known.get(key);
      if (existing !== undefined) return existing;
      if (known.size >= this.#settings.maxDeterminizedStates) {
        throw illegalArgument(`Determinizing automaton would require more than ${this.#settings.maxDeterminizedStates} effort.`);
      }
      const own = nfa.state();
      known.set(key, own);
      open.push({ states, own });
      return own;
    };
    nfa.epsilon(from, enter(automata.map((automaton) => automaton.start)));
    for (let place = open.pop(); place; place = open.pop()) {
      const { states, own } = place;
      const accepted = automata.map((automaton, index) => states[index] !== DEAD && automaton.accepts(states[index] ?? DEAD));
      if (accepts(accepted)) nfa.epsilon(own, end);
      for (let byte = 0; byte < 256; byte++) {
        nfa.byte(own, byte, byte, enter(automata.map((automaton, index) => stepOn(automaton, states[index] ?? DEAD, byte))));
      }
    }
    return end;
  }
}

function stepOn(automaton: ByteAutomaton, state: number, byte: number): number {
  return state === DEAD ? DEAD : automaton.step(state, byte);
}

/** Compiles regular expressions to automata over the bytes of terms. A pattern must match a whole term. */
import type { ByteAutomaton } from "../../core/automata/byte-automaton.ts";
import { caseVariants } from "../../core/automata/case-folding.ts";
import { determinize, type PointAutomaton, type WorkLimit } from "../../core/automata/determinize.ts";
import { MAX_CODE_POINT, Nfa } from "../../core/automata/nfa.ts";
import { addProduct } from "../../core/automata/product.ts";
import { parseRegexp, type PointRange, type RegexpNode } from "./regexp-parser.ts";
import { utf8Automaton } from "../../core/automata/utf8-automaton.ts";
import { MAX_WORK_LIMIT } from "../../core/automata/work-limit.ts";
import { tooComplex } from "./too-complex.ts";

/** Options of compiling a pattern. */
export interface RegexpSettings {
  readonly flags: number;
  readonly ignoreCase?: boolean | undefined;
  readonly maxDeterminizedStates: number;
  /** Called while a large automaton is built; throws to stop. */
  readonly checkpoint?: (() => void) | undefined;
}

/** The automaton of a pattern; throws 400 with Lucene's words when the pattern is invalid or costs too much. */
export function regexpAutomaton(pattern: string, settings: RegexpSettings): ByteAutomaton {
  const limit = {
    units: Math.min(settings.maxDeterminizedStates, MAX_WORK_LIMIT),
    refuse: (units: number) => tooComplex(pattern, units),
    checkpoint: settings.checkpoint,
  };
  const compiler = new Compiler(settings.ignoreCase ?? false, limit);
  return utf8Automaton(compiler.automaton(parseRegexp(pattern, settings.flags)));
}

class Compiler {
  readonly #ignoreCase: boolean;
  readonly #limit: WorkLimit;

  constructor(ignoreCase: boolean, limit: WorkLimit) {
    this.#ignoreCase = ignoreCase;
    this.#limit = limit;
  }

  automaton(node: RegexpNode): PointAutomaton {
    const nfa = new Nfa();
    const start = nfa.state();
    const end = this.#add(nfa, node, start);
    return determinize(nfa, start, new Set([end]), this.#limit);
  }

  /** Adds `node` after state `from`; returns the state after it. */
  #add(nfa: Nfa, node: RegexpNode, from: number): number {
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
        return addComplement(nfa, from, this.automaton(node.inner));
      case "intersection":
        return addProduct(
          nfa,
          from,
          node.parts.map((part) => this.automaton(part)),
          this.#limit,
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
      nfa.characters(from, low, high, end);
      // As in Lucene, only single characters ignore case, not the ranges of a class.
      if (!this.#ignoreCase || low !== high) continue;
      for (const variant of caseVariants(String.fromCodePoint(low)))
        nfa.characters(from, variant.codePointAt(0)!, variant.codePointAt(0)!, end);
    }
    return end;
  }

  #repeat(nfa: Nfa, node: Extract<RegexpNode, { type: "repeat" }>, from: number): number {
    const { inner, min, max } = node;
    const copies = Math.max(min, max ?? 0);
    let state = from;
    for (let count = 0; count < min; count++) state = this.#copy(nfa, inner, state, count === 0 ? copies : 0);
    if (max === undefined) {
      const loop = this.#after(nfa, state);
      nfa.epsilon(this.#add(nfa, inner, loop), loop);
      return this.#after(nfa, loop);
    }
    const end = nfa.state();
    for (let count = min; count < max; count++) {
      nfa.epsilon(state, end);
      state = this.#copy(nfa, inner, state, count === 0 ? copies : 0);
    }
    nfa.epsilon(state, end);
    return end;
  }

  /** Adds one of several copies; the first one shows whether `copies` of it are too many. */
  #copy(nfa: Nfa, inner: RegexpNode, from: number, copies: number): number {
    const begin = nfa.arcs.length;
    const end = this.#add(nfa, inner, this.#after(nfa, from));
    if (copies > 1) {
      let states = 0;
      for (let state = begin; state < nfa.arcs.length; state++) if (nfa.arcs[state]!.length > 0) states++;
      // An expression like (){100000000} adds no states.
      if (Math.max(states, 1) * copies > this.#limit.units) throw this.#limit.refuse(Math.max(states, 1) * copies);
    }
    return end;
  }

  /** Numbers from `min` to `max`, digit by digit. */
  #interval(nfa: Nfa, node: Extract<RegexpNode, { type: "interval" }>, from: number): number {
    const end = nfa.state();
    const low = node.digits > 0 ? String(node.min).padStart(node.digits, "0") : String(node.min);
    const high = node.digits > 0 ? String(node.max).padStart(node.digits, "0") : String(node.max);
    let start = from;
    if (node.digits === 0) {
      // Without a fixed width leading zeros are allowed.
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
    if (low.length === 1) return nfa.characters(from, first, last, end);
    const restLow = low.slice(1);
    const restHigh = high.slice(1);
    const nines = "9".repeat(restLow.length);
    const zeros = "0".repeat(restLow.length);
    if (restLow === zeros && restHigh === nines) {
      // The remaining digits may be any: one path for all of them.
      let state = from;
      for (let digit = 0; digit < low.length; digit++) {
        const next = digit === low.length - 1 ? end : nfa.state();
        nfa.characters(state, digit === 0 ? first : 0x30, digit === 0 ? last : 0x39, next);
        state = next;
      }
      return;
    }
    const step = (digit: number, least: string, most: string): void => {
      const next = nfa.state();
      nfa.characters(from, digit, digit, next);
      this.#digits(nfa, next, least, most, end);
    };
    if (first === last) return step(first, restLow, restHigh);
    step(first, restLow, nines);
    if (last > first + 1)
      this.#digits(nfa, from, String.fromCharCode(first + 1) + zeros, String.fromCharCode(last - 1) + nines, end);
    step(last, zeros, restHigh);
  }
}

/** Adds all texts that `automaton` does not accept. */
function addComplement(
  nfa: Nfa,
  from: number,
  { stateCount, accepting, offsets, lows, highs, targets }: PointAutomaton,
): number {
  const end = nfa.state();
  const others = nfa.state();
  nfa.anyCharacter(others, others);
  nfa.epsilon(others, end);
  const own = Array.from({ length: stateCount }, () => nfa.state());
  nfa.epsilon(from, own[0] ?? others);
  for (const [state, place] of own.entries()) {
    if (accepting[state] !== 1) nfa.epsilon(place, end);
    let next = 0;
    for (let at = offsets[state]!; at < offsets[state + 1]!; at++) {
      if (lows[at]! > next) nfa.characters(place, next, lows[at]! - 1, others);
      nfa.characters(place, lows[at]!, highs[at]!, own[targets[at]!]!);
      next = highs[at]! + 1;
    }
    if (next <= MAX_CODE_POINT) nfa.characters(place, next, MAX_CODE_POINT, others);
  }
  return end;
}

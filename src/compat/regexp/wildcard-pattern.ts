/** Wildcard patterns: `*` matches any characters, `?` any one, `\` makes the next one literal. */
import type { ByteAutomaton } from "../../core/automata/byte-automaton.ts";
import { MAX_TERM_BYTES } from "../term-limit.ts";
import { caseVariants } from "../../core/automata/case-folding.ts";
import { determinize, type PointAutomaton } from "../../core/automata/determinize.ts";
import { Nfa } from "../../core/automata/nfa.ts";
import { utf8Automaton } from "../../core/automata/utf8-automaton.ts";
import { tooComplex } from "./too-complex.ts";
import { DEFAULT_WORK_LIMIT } from "../../core/automata/work-limit.ts";

/** Compiles a wildcard pattern. Throws 400 when that costs too much. */
export function wildcardAutomaton(pattern: string, ignoreCase: boolean): ByteAutomaton {
  return automatonOf(wildcardParts(pattern), ignoreCase);
}

/** Compiles a prefix, optionally ignoring case. */
export function prefixAutomaton(prefix: string, ignoreCase: boolean): ByteAutomaton {
  return automatonOf(prefixParts(prefix), ignoreCase);
}

/** Compiles a whole term, ignoring case. */
export function foldedTermAutomaton(text: string): ByteAutomaton {
  return automatonOf(literalParts(text), true);
}

/** Stops at the maximum term length: a pattern that needs more matches no term. */
function automatonOf(parts: Iterable<WildcardPart>, ignoreCase: boolean): ByteAutomaton {
  const kept: WildcardPart[] = [];
  let leastBytes = 0;
  for (const part of parts) {
    if (part.type === "literal") leastBytes += Buffer.byteLength(part.character);
    else if (part.type === "any") leastBytes++;
    // A run directly after a run adds nothing.
    else if (kept.at(-1)?.type === "any-run") continue;
    kept.push(part);
    if (leastBytes > MAX_TERM_BYTES) break;
  }
  const points = new WildcardNfa(kept, ignoreCase).determinize();
  return utf8Automaton(leastBytes > MAX_TERM_BYTES ? nothing : points);
}

/** Accepts no term. */
const nothing: PointAutomaton = {
  stateCount: 0,
  accepting: new Uint8Array(0),
  offsets: new Uint32Array(1),
  lows: new Uint32Array(0),
  highs: new Uint32Array(0),
  targets: new Uint32Array(0),
};

/**
 * The automaton of a pattern's parts, built like Lucene's so that it has the same cost: a state for each part leads to
 * what may follow, and after runs that may be empty to what follows them.
 */
class WildcardNfa {
  readonly #parts: readonly WildcardPart[];
  readonly #nfa = new Nfa();
  readonly #accepting = new Set<number>();

  constructor(parts: readonly WildcardPart[], ignoreCase: boolean) {
    this.#parts = parts;
    const nfa = this.#nfa;
    for (let state = 0; state <= parts.length; state++) nfa.state();
    for (let part = 0; part <= parts.length; part++) {
      if (part > 0 && parts[part - 1]!.type === "any-run") nfa.anyCharacter(part, part);
      let next = part;
      for (; next < parts.length; next++) {
        addPart(nfa, part, parts[next]!, next + 1, ignoreCase);
        if (parts[next]!.type !== "any-run") break;
      }
      if (next === parts.length) this.#accepting.add(part);
    }
  }

  determinize(): PointAutomaton {
    const refuse = (units: number): Error => tooComplex(this.#told(), units);
    // A pattern that begins with a run starts in its state.
    const start = this.#parts[0]?.type === "any-run" ? 1 : 0;
    return determinize(this.#nfa, start, this.#accepting, { units: DEFAULT_WORK_LIMIT, refuse });
  }

  /** States and transitions as Lucene counts them, which has an additional state before each character. */
  #told(): string {
    let states = 0;
    let transitions = 0;
    for (const [index, part] of this.#parts.entries()) {
      const isRun = part.type === "any-run";
      states += isRun ? 1 : 2;
      transitions += (isRun ? 0 : 1) + this.#nfa.arcs[index + 1]!.length;
    }
    return `automaton with ${states} states and ${transitions} transitions`;
  }
}

function addPart(nfa: Nfa, from: number, part: WildcardPart, to: number, ignoreCase: boolean): void {
  if (part.type === "literal") addCharacter(nfa, from, part.character, to, ignoreCase);
  else nfa.anyCharacter(from, to);
}

function* prefixParts(prefix: string): Generator<WildcardPart> {
  yield* literalParts(prefix);
  yield { type: "any-run" };
}

function* literalParts(text: string): Generator<WildcardPart> {
  for (const character of text) yield { type: "literal", character };
}

/** A part of a wildcard pattern. */
export type WildcardPart =
  | { readonly type: "any-run" }
  | { readonly type: "any" }
  | { readonly type: "literal"; readonly character: string };

/** Splits a pattern into parts; a trailing backslash is literal. */
export function* wildcardParts(pattern: string): Generator<WildcardPart> {
  let escaped = false;
  for (const character of pattern) {
    if (escaped) yield { type: "literal", character };
    else if (character === "*") yield { type: "any-run" };
    else if (character === "?") yield { type: "any" };
    else if (character !== "\\") yield { type: "literal", character };
    escaped = !escaped && character === "\\";
  }
  if (escaped) yield { type: "literal", character: "\\" };
}

/** The literal texts between the wildcards of a pattern. */
export function wildcardTexts(pattern: string): string[] {
  const texts: string[] = [];
  let text = "";
  for (const part of wildcardParts(pattern)) {
    if (part.type === "literal") {
      text += part.character;
      continue;
    }
    if (text !== "") texts.push(text);
    text = "";
  }
  return text === "" ? texts : [...texts, text];
}

/** A pattern with the literal texts between its wildcards changed; what they become is literal too. */
export function withChangedTexts(pattern: string, change: (text: string) => string): string {
  let changed = "";
  let text = "";
  const flush = (): void => {
    if (text !== "") changed += change(text).replace(/[\\*?]/g, "\\$&");
    text = "";
  };
  for (const part of wildcardParts(pattern)) {
    if (part.type === "literal") {
      text += part.character;
      continue;
    }
    flush();
    changed += part.type === "any" ? "?" : "*";
  }
  flush();
  return changed;
}

function addCharacter(nfa: Nfa, from: number, character: string, to: number, ignoreCase: boolean): void {
  for (const variant of ignoreCase ? caseVariants(character) : [character]) {
    const point = variant.codePointAt(0) ?? 0;
    nfa.characters(from, point, point, to);
  }
}

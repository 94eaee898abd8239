/** Wildcard patterns: `*` any run of characters, `?` any one, `\` makes the next one literal. */
import { type ByteAutomaton, determinize } from "../../core/automata/byte-automaton.ts";
import { caseVariants } from "../../core/automata/case-folding.ts";
import { Nfa } from "../../core/automata/nfa.ts";

/** Compiles a wildcard pattern. */
export function wildcardAutomaton(pattern: string, ignoreCase: boolean): ByteAutomaton {
  const nfa = new Nfa();
  const start = nfa.state();
  let state = start;
  for (const part of wildcardParts(pattern)) {
    if (part.type === "any-run") {
      const loop = nfa.state();
      nfa.epsilon(state, loop);
      nfa.anyCharacter(loop, loop);
      state = loop;
      continue;
    }
    const next = nfa.state();
    if (part.type === "any") nfa.anyCharacter(state, next);
    else addCharacter(nfa, state, part.character, next, ignoreCase);
    state = next;
  }
  return determinize(nfa, start, new Set([state]));
}

/** Compiles a prefix that is matched whatever its case. */
export function prefixAutomaton(prefix: string, ignoreCase: boolean): ByteAutomaton {
  const nfa = new Nfa();
  const start = nfa.state();
  let state = start;
  for (const character of prefix) {
    const next = nfa.state();
    addCharacter(nfa, state, character, next, ignoreCase);
    state = next;
  }
  nfa.anyCharacter(state, state);
  return determinize(nfa, start, new Set([state]));
}

/** Compiles a whole term that is matched whatever its case. */
export function foldedTermAutomaton(text: string): ByteAutomaton {
  const nfa = new Nfa();
  const start = nfa.state();
  let state = start;
  for (const character of text) {
    const next = nfa.state();
    addCharacter(nfa, state, character, next, true);
    state = next;
  }
  return determinize(nfa, start, new Set([state]));
}

/** A piece of a wildcard pattern. */
export type WildcardPart = { readonly type: "any-run" } | { readonly type: "any" } | { readonly type: "literal"; readonly character: string };

/** Takes a pattern apart; a backslash at the end stands for itself. */
export function wildcardParts(pattern: string): WildcardPart[] {
  const parts: WildcardPart[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "*") parts.push({ type: "any-run" });
    else if (character === "?") parts.push({ type: "any" });
    else if (character === "\\" && at + 1 < characters.length) parts.push({ type: "literal", character: characters[++at] ?? "" });
    else parts.push({ type: "literal", character });
  }
  return parts;
}

/** The texts between the wildcards of a pattern. */
export function wildcardTexts(pattern: string): string[] {
  const texts = [""];
  for (const part of wildcardParts(pattern)) {
    if (part.type === "literal") texts[texts.length - 1] += part.character;
    else texts.push("");
  }
  return texts.filter((text) => text !== "");
}

function addCharacter(nfa: Nfa, from: number, character: string, to: number, ignoreCase: boolean): void {
  for (const variant of ignoreCase ? caseVariants(character) : [character]) {
    const point = variant.codePointAt(0) ?? 0;
    nfa.characters(from, point, point, to);
  }
}

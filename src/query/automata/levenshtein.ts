/** Terms within a number of edits of a word: insert, delete, replace and, when asked for, swap two neighbours. */
import { type ByteAutomaton, determinize } from "../../core/automata/byte-automaton.ts";
import { Nfa } from "../../core/automata/nfa.ts";

/** Compiles the terms within `edits` of `word` that share its first `prefixLength` characters. */
export function levenshteinAutomaton(word: string, edits: number, prefixLength: number, transpositions: boolean): ByteAutomaton {
  const points = [...word].map((character) => character.codePointAt(0) ?? 0);
  const kept = Math.min(prefixLength, points.length);
  const nfa = new Nfa();
  const start = nfa.state();
  const first = nfa.text(start, String.fromCodePoint(...points.slice(0, kept)));
  const rest = points.slice(kept);
  const grid = Array.from({ length: edits + 1 }, () => rest.map(() => nfa.state()).concat(nfa.state()));
  nfa.epsilon(first, grid[0]?.[0] ?? first);
  const accepting = new Set<number>();
  for (let used = 0; used <= edits; used++) {
    for (let at = 0; at <= rest.length; at++) addPlace(nfa, grid, rest, used, at, edits, transpositions);
    accepting.add(grid[used]?.[rest.length] ?? start);
  }
  return determinize(nfa, start, accepting);
}

/** The ways on after `at` characters of the word with `used` edits. */
function addPlace(
  nfa: Nfa,
  grid: readonly (readonly number[])[],
  word: readonly number[],
  used: number,
  at: number,
  edits: number,
  transpositions: boolean,
): void {
  const here = grid[used]?.[at] ?? 0;
  const point = word[at];
  const target = (row: number, column: number): number => grid[row]?.[column] ?? 0;
  if (point !== undefined) nfa.characters(here, point, point, target(used, at + 1));
  if (used === edits) return;
  nfa.anyCharacter(here, target(used + 1, at));
  if (point === undefined) return;
  nfa.anyCharacter(here, target(used + 1, at + 1));
  nfa.epsilon(here, target(used + 1, at + 1));
  const following = word[at + 1];
  if (transpositions && following !== undefined) {
    const swapped = nfa.state();
    nfa.characters(here, following, following, swapped);
    nfa.characters(swapped, point, point, target(used + 1, at + 2));
  }
}

/** Edits between two words, at most `limit + 1` (optimal string alignment when swaps count as one). */
export function editDistance(left: string, right: string, transpositions: boolean): number {
  const one = [...left];
  const other = [...right];
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let best = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = transpositions && row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return previous[other.length] ?? 0;
}

/** The intersection of automata. */
import type { PointAutomaton, WorkLimit } from "./determinize.ts";
import { MAX_CODE_POINT, type Nfa } from "./nfa.ts";
import { MEMBERS_PER_UNIT } from "./work-limit.ts";

/** Adds the texts that all of `automata` accept after state `from`; returns the state after them. */
export function addProduct(nfa: Nfa, from: number, automata: readonly PointAutomaton[], limit: WorkLimit): number {
  const end = nfa.state();
  if (automata.some(({ stateCount }) => stateCount === 0)) return end;
  const places = new Map<string, number>();
  const open: { readonly states: readonly number[]; readonly place: number }[] = [];
  let members = 0;
  const enter = (states: readonly number[]): number => {
    const key = states.join(",");
    const known = places.get(key);
    if (known !== undefined) return known;
    members += states.length;
    if (members >= limit.units * MEMBERS_PER_UNIT) throw limit.refuse(limit.units);
    const place = nfa.state();
    places.set(key, place);
    open.push({ states, place });
    return place;
  };
  nfa.epsilon(from, enter(automata.map(() => 0)));
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { states, place } = entry;
    if (automata.every(({ accepting }, index) => accepting[states[index]!] === 1)) nfa.epsilon(place, end);
    const ways = automata.map(({ offsets }, index) => offsets[states[index]!]!);
    for (let point = 0; point <= MAX_CODE_POINT;) {
      const range = commonRange(automata, states, ways, point);
      if (!range) break;
      const { low, high } = range;
      const next = enter(automata.map(({ targets }, index) => targets[ways[index]!]!));
      nfa.characters(place, low, high, next);
      point = high + 1;
    }
  }
  return end;
}

/**
 * The first range of code points from `point` on for which all automata have transitions; moves `ways` to those
 * transitions.
 */
function commonRange(
  automata: readonly PointAutomaton[],
  states: readonly number[],
  ways: number[],
  point: number,
): { readonly low: number; readonly high: number } | undefined {
  let low = point;
  for (let moved = true; moved;) {
    moved = false;
    for (const [index, { offsets, lows, highs }] of automata.entries()) {
      const end = offsets[states[index]! + 1]!;
      while (ways[index]! < end && highs[ways[index]!]! < low) ways[index]!++;
      if (ways[index]! >= end) return undefined;
      if (lows[ways[index]!]! > low) {
        low = lows[ways[index]!]!;
        moved = true;
      }
    }
  }
  return { low, high: Math.min(...automata.map(({ highs }, index) => highs[ways[index]!]!)) };
}

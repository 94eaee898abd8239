/** Repetitions of one character: the whole run is one step, and its remaining alternatives are one frame. */
import { FAILED, FRAME, LONGER, type MatchState, NO_MATCH, SHORTER } from "./match-state.ts";
import { MAXIMUM_ENDS } from "./pattern-limits.ts";
import { UNBOUNDED } from "./pattern-node.ts";
import { STRIDE } from "./program.ts";
import { startOfCharacter } from "./text-boundaries.ts";

/** Ends of a part that runs on its own, by slot and position; undefined when they are not tracked. */
export type KnownEnds = Map<number, number> | undefined;

/**
 * Position after the longest run of a greedy repetition; -1 when it fails, -2 - end when the part's end is already
 * known.
 */
export function enterGreedy(state: MatchState, pc: number, at: number, ends: KnownEnds): number {
  const { code } = state.program;
  const set = state.program.sets[code[pc + 1]!]!;
  const least = state.advance(set, at, code[pc + 2]!, code[pc + 2]!);
  if (least < 0) return NO_MATCH;
  const slot = code[pc + 4]!;
  if (slot < 0 || !state.remembers) {
    const most = code[pc + 3]! === UNBOUNDED ? UNBOUNDED : code[pc + 3]! - code[pc + 2]!;
    const end = state.advance(set, least, 0, most);
    if (end > least && !state.next.keeps(pc)) state.push(SHORTER, pc, least, end);
    return end;
  }
  // If nothing has failed so far, the whole run may be tried.
  const first = slot + state.progress(code[pc + 5]!, least);
  const inside = slot + state.program.registerLists[code[pc + 5]!]!.length;
  if (state.failures.has(least > at ? inside : first, least)) return NO_MATCH;
  const text = state.text;
  let end = least;
  for (;;) {
    const known = ends?.get(end * state.program.slotCount + (end > at ? inside : first));
    if (known !== undefined) {
      state.push(SHORTER, pc, least, end);
      return -known - 2;
    }
    if (end >= text.length) break;
    const point = text.codePointAt(end)!;
    if (!set.has(point)) break;
    const next = end + (point > 0xffff ? 2 : 1);
    if (state.failures.has(inside, next)) break;
    end = next;
  }
  state.steps -= end - least;
  // When the frame is exhausted it also records that the whole run failed.
  state.push(SHORTER, pc, least, end);
  return end;
}

/**
 * Gives back a character of a run, and more as long as what is behind the run cannot begin there; the frame stays as
 * long as there is one to give back.
 */
export function shorten(state: MatchState, frame: number): boolean {
  const stack = state.stack;
  const pc = stack[frame + 1]!;
  const least = stack[frame + 2]!;
  const { code, registerLists } = state.program;
  const { text } = state;
  const remembers = code[pc + 4]! >= 0 && state.remembers;
  const inside = code[pc + 4]! + registerLists[code[pc + 5]!]!.length;
  const mayFollow = state.next.behind(pc);
  let at = stack[frame + 3]!;
  for (;;) {
    if (remembers) {
      const outside = at === least && code[pc + 2] === 0;
      state.fails(outside ? code[pc + 4]! + state.progress(code[pc + 5]!, at) : inside, at);
    }
    if (at === least) return false;
    at = Math.max(startOfCharacter(text, at), least);
    const unit = text.charCodeAt(at);
    if (unit >= 0x80 || mayFollow[unit] === 1) break;
    if (--state.steps < 0) throw state.tooManySteps();
  }
  if (at > least || code[pc + 4]! >= 0) {
    stack[frame + 3] = at;
    state.top = frame + FRAME;
  }
  return goOn(state, pc, at);
}

/** Position after the shortest run of a reluctant repetition; -1 when it fails. */
export function enterReluctant(state: MatchState, pc: number, at: number, ends: KnownEnds): number {
  const { code } = state.program;
  const set = state.program.sets[code[pc + 1]!]!;
  const least = state.advance(set, at, code[pc + 2]!, code[pc + 2]!);
  if (least < 0) return NO_MATCH;
  const slot = code[pc + 4]!;
  if (!state.remembers) {
    const first = code[pc + 3]! === UNBOUNDED ? state.skip(set, least, state.next.behind(pc)) : least;
    state.push(LONGER, pc, least, first);
    return first;
  }
  if (slot >= 0) {
    const inside =
      slot + (least > at ? state.program.registerLists[code[pc + 5]!]!.length : state.progress(code[pc + 5]!, least));
    if (state.failures.has(inside, least)) return NO_MATCH;
    const known = ends?.get(least * state.program.slotCount + inside);
    if (known !== undefined) return -known - 2;
  }
  state.push(LONGER, pc, least, least);
  return least;
}

/** Adds one character to a run. */
export function lengthen(state: MatchState, frame: number): boolean {
  const stack = state.stack;
  const pc = stack[frame + 1]!;
  const first = stack[frame + 2]!;
  const at = stack[frame + 3]!;
  const { code, sets } = state.program;
  const slot = code[pc + 4]!;
  const inside = slot + state.program.registerLists[code[pc + 5]!]!.length;
  const next = state.advance(sets[code[pc + 1]!]!, at, 1, 1);
  const mayGoOn = next >= 0 && (slot >= 0 ? !state.failures.has(inside, next) : mayTake(state, pc, first, next));
  if (mayGoOn) {
    const skips = !state.remembers && code[pc + 3]! === UNBOUNDED;
    const longer = skips ? state.skip(sets[code[pc + 1]!]!, next, state.next.behind(pc)) : next;
    stack[frame + 3] = longer;
    state.top = frame + FRAME;
    return goOn(state, pc, longer);
  }
  if (slot >= 0 && state.remembers) {
    for (let place = at; place > first; place = startOfCharacter(state.text, place)) state.fails(inside, place);
    state.fails(code[pc + 2]! > 0 ? inside : slot + state.progress(code[pc + 5]!, first), first);
  }
  return false;
}

/** Whether a reluctant repetition with a maximum may extend to `next`. */
function mayTake(state: MatchState, pc: number, first: number, next: number): boolean {
  const { code } = state.program;
  const most = code[pc + 3]!;
  if (most === UNBOUNDED) return true;
  let count = code[pc + 2]!;
  for (let place = next; place > first && count <= most; place = startOfCharacter(state.text, place)) count++;
  state.steps -= count;
  return count <= most;
}

/** Places the continuation of a repetition on the stack, to be popped immediately. */
function goOn(state: MatchState, pc: number, pos: number): boolean {
  state.push(pc + STRIDE, pos, 0, 0);
  state.top -= FRAME;
  return true;
}

export function possessive(state: MatchState, pc: number, at: number): number {
  const { code, sets } = state.program;
  const least = code[pc + 2]!;
  const most = code[pc + 3]!;
  const run = code[pc + 4]! * 2;
  if (most !== UNBOUNDED || least > 1) return state.advance(sets[code[pc + 1]!]!, at, least, most);
  if (state.runs[run]! >= 0 && state.runs[run]! <= at && at < state.runs[run + 1]!) return state.runs[run + 1]!;
  const end = state.advance(sets[code[pc + 1]!]!, at, least, most);
  state.runs[run] = end < 0 ? -1 : at;
  state.runs[run + 1] = end;
  return end;
}

/** Records from a frame of a matched part that its positions lead to the end. */
export function learn(state: MatchState, frame: number, end: number, ends: Map<number, number>): void {
  const stack = state.stack;
  const { code, registerLists, slotCount } = state.program;
  const kind = stack[frame]!;
  if (kind === FAILED) ends.set(stack[frame + 2]! * slotCount + stack[frame + 1]!, end);
  if (kind !== SHORTER && kind !== LONGER) return;
  const slot = code[stack[frame + 1]! + 4]!;
  // Inside loops that may match nothing, results depend on more than slot and position.
  if (slot < 0 || registerLists[code[stack[frame + 1]! + 5]!]!.length > 0) return;
  for (let place = stack[frame + 3]!; ends.size < MAXIMUM_ENDS; place = startOfCharacter(state.text, place)) {
    const key = place * slotCount + slot;
    if (ends.has(key) && place < stack[frame + 3]!) return;
    ends.set(key, end);
    if (place <= stack[frame + 2]!) return;
  }
}

/** Instructions of compiled patterns. The comment of each lists its operands. */
import type { CharacterSet } from "./character-set.ts";
import type { Boundary } from "./pattern-node.ts";

/** Numbers per instruction: opcode, and up to five operands. */
export const STRIDE = 6;

/** The end of the pattern, or of a part that runs on its own. */
export const ACCEPT = 0;
/** UTF-16 unit. */
export const UNIT = 1;
/** Set. */
export const SET = 2;
/** Target. */
export const JUMP = 3;
/** First target, second target. */
export const SPLIT = 4;
/** Slot, register list: several paths join here. */
export const JOIN = 5;
/** Set, minimum, maximum, slot or -1, register list. */
export const REPEAT_GREEDY = 6;
export const REPEAT_RELUCTANT = 7;
/** Set, minimum, maximum, index among possessive repetitions. */
export const REPEAT_POSSESSIVE = 8;
/** Register: stores the current position. */
export const REMEMBER = 9;
/** Group, register of its start. */
export const CLOSE_GROUP = 10;
/** Register, target if nothing was matched since. */
export const IF_NOTHING = 11;
/** Address to continue at; 1: negative; 1: captures. The part follows. */
export const LOOK_AHEAD = 12;
/** Address to continue at; 1: negative; minimum, maximum; index among look-behinds. The part follows. */
export const LOOK_BEHIND = 13;
/** Address to continue at; -; 1: captures. The part follows. */
export const ATOMIC = 14;
/** Group, index of the case rule. */
export const REFERENCE = 15;
/** Index of the boundary. */
export const BOUNDARY = 16;
export const GRAPHEME = 17;
/** Register: continues only if something was matched since. */
export const ADVANCED = 18;
/** Set, 1: negated. Tests the next, or the previous, character. */
export const NEXT_IS = 19;
export const BEFORE_IS = 20;

export const boundaries: readonly Boundary[] = [
  "text-start",
  "text-end",
  "last-line-end",
  "last-line-end-unix",
  "line-start",
  "line-start-unix",
  "line-end",
  "line-end-unix",
  "last-match-end",
  "word",
  "no-word",
  "unicode-word",
  "no-unicode-word",
  "grapheme",
];

/** A compiled pattern. */
export interface Program {
  readonly code: Int32Array;
  readonly sets: readonly CharacterSet[];
  /** Registers in which the enclosing loops, outermost first, store the start of their iteration. */
  readonly registerLists: readonly (readonly number[])[];
  /** Captures come first, two for the whole match and for each group. */
  readonly registerCount: number;
  /** Slots of the memory of failures per text position. */
  readonly slotCount: number;
  readonly groupCount: number;
  readonly possessiveCount: number;
  readonly behindCount: number;
  /** Whether a location that failed at a position always fails there. */
  readonly remembers: boolean;
  /** Whether matching depends on where the last match ended. */
  readonly readsLastMatch: boolean;
}

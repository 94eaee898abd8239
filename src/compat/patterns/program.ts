/** Instructions that a pattern is compiled to. */
import type { CharacterSet } from "./character-set.ts";
import type { Boundary } from "./pattern-node.ts";

/** Numbers of one instruction: what it does, and up to five operands. */
export const STRIDE = 6;

/** The end of the pattern, or of a part that is run by itself. */
export const ACCEPT = 0;
/** Unit. */
export const UNIT = 1;
/** Set. */
export const SET = 2;
/** Target. */
export const JUMP = 3;
/** First target, second target. */
export const SPLIT = 4;
/** Slot, list of registers: several ways meet here. */
export const JOIN = 5;
/** Set, least, most, slot or -1, list of registers. */
export const REPEAT_GREEDY = 6;
export const REPEAT_RELUCTANT = 7;
/** Set, least, most, number of the instruction among its kind. */
export const REPEAT_POSSESSIVE = 8;
/** Register: remembers the place. */
export const REMEMBER = 9;
/** Group, register where it began. */
export const CLOSE_GROUP = 10;
/** Register, target for when nothing was matched since. */
export const IF_NOTHING = 11;
/** Where it goes on; 1: must not match; 1: it captures. The part stands behind. */
export const LOOK_AHEAD = 12;
/**
 * Where it goes on; 1: must not match; least, most; number of the instruction among its kind. The part stands behind.
 */
export const LOOK_BEHIND = 13;
/** Where it goes on; -; 1: it captures. The part stands behind. */
export const ATOMIC = 14;
/** Group, number of the rule for case. */
export const REFERENCE = 15;
/** Number of the boundary. */
export const BOUNDARY = 16;
export const GRAPHEME = 17;
/** Register: goes on only when something was matched since. */
export const ADVANCED = 18;
/** Set, 1: it must not be: what the next character is, and the one before. */
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
  /** Registers in which enclosing loops, from the outermost on, remember where their turn began. */
  readonly registerLists: readonly (readonly number[])[];
  /** Captures come first, two for each group and for the whole. */
  readonly registerCount: number;
  /** Places of the memory of failures for one place of the text. */
  readonly slotCount: number;
  readonly groupCount: number;
  readonly possessiveCount: number;
  readonly behindCount: number;
  /** Whether a place where a match failed fails always. */
  readonly remembers: boolean;
  /** Whether it depends on where the last match ended. */
  readonly readsLastMatch: boolean;
}

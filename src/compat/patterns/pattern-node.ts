/** What a pattern says, as a tree. */
import type { CharacterSet } from "./character-set.ts";

/** Without an upper end (Java's own is the largest int). */
export const UNBOUNDED = 0x7fffffff;

export type Greed = "greedy" | "reluctant" | "possessive";

/** A place between characters. Ends of lines: `unix` knows `\n` only. */
export type Boundary =
  | "text-start"
  | "text-end"
  | "last-line-end"
  | "last-line-end-unix"
  | "line-start"
  | "line-start-unix"
  | "line-end"
  | "line-end-unix"
  | "last-match-end"
  | "word"
  | "no-word"
  | "unicode-word"
  | "no-unicode-word"
  | "grapheme";

/** How a back reference compares: by letters as they are, of ASCII without case, of Unicode without case. */
export type CaseRule = "exact" | "ascii" | "unicode";

export type PatternNode =
  | { readonly type: "set"; readonly set: CharacterSet }
  | { readonly type: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly type: "alternation"; readonly parts: readonly PatternNode[] }
  | {
      readonly type: "repeat";
      readonly inner: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly greed: Greed;
    }
  /** `index` 0: without a capture. */
  | { readonly type: "group"; readonly inner: PatternNode; readonly index: number }
  | { readonly type: "atomic"; readonly inner: PatternNode }
  | { readonly type: "ahead"; readonly inner: PatternNode; readonly negative: boolean }
  | {
      readonly type: "behind";
      readonly inner: PatternNode;
      readonly negative: boolean;
      readonly min: number;
      readonly max: number;
    }
  | { readonly type: "boundary"; readonly boundary: Boundary }
  | { readonly type: "reference"; readonly group: number; readonly caseRule: CaseRule }
  /** `\R` */
  | { readonly type: "line-break" }
  /** `\X` */
  | { readonly type: "grapheme" };

export const emptyNode: PatternNode = { type: "sequence", parts: [] };

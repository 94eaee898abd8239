/** A parsed pattern as a tree. */
import type { CharacterSet } from "./character-set.ts";

/** No upper limit (the largest int, as in Java). */
export const UNBOUNDED = 0x7fffffff;

export type Greed = "greedy" | "reluctant" | "possessive";

/** A position between characters. `unix`: only `\n` ends a line. */
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

/** How a back reference compares: exactly, ignoring the case of ASCII, ignoring the case of Unicode. */
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
  /** `index` 0: not capturing. */
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

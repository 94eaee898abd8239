/** Lengths of a pattern's matches as java.util.regex determines them; needed for look-behinds. */
import { type PatternNode, UNBOUNDED } from "./pattern-node.ts";

interface Lengths {
  readonly min: number;
  /** Undefined: no obvious maximum length. */
  readonly max: number | undefined;
  /** Whether this is a counted repetition, whose contribution to the length must not overflow an int. */
  readonly checked?: boolean;
  /** Whether there is only one way to match; a repeated group with several ways has no obvious maximum length. */
  readonly oneWay: boolean;
}

/** The minimum and maximum length of matches, in characters. */
export function lengthsOf(node: PatternNode): Lengths {
  switch (node.type) {
    case "set":
      return { min: 1, max: 1, oneWay: true };
    case "line-break":
      return { min: 1, max: 2, oneWay: false };
    case "grapheme":
      return { min: 1, max: undefined, oneWay: false };
    case "reference":
      return { min: 0, max: undefined, oneWay: true };
    case "ahead":
    case "behind":
    case "boundary":
      return { min: 0, max: 0, oneWay: true };
    case "group":
    case "atomic":
      return lengthsOf(node.inner);
    case "sequence":
      return node.parts.map(lengthsOf).reduce(added, { min: 0, max: 0, oneWay: true });
    case "alternation": {
      const parts = node.parts.map(lengthsOf);
      const max = parts.some((part) => part.max === undefined)
        ? undefined
        : Math.max(...parts.map((part) => part.max!));
      return { min: Math.min(...parts.map((part) => part.min)), max, oneWay: false };
    }
    case "repeat":
      return repeated(node, lengthsOf(node.inner));
    default:
      return node satisfies never;
  }
}

function added(left: Lengths, right: Lengths): Lengths {
  const ended =
    left.max !== undefined && right.max !== undefined && !(right.checked && left.max + right.max > UNBOUNDED);
  return {
    min: Math.min(left.min + right.min, UNBOUNDED),
    max: ended ? Math.min(left.max + right.max, UNBOUNDED) : undefined,
    checked: left.checked || right.checked || false,
    oneWay: left.oneWay && right.oneWay,
  };
}

function repeated({ min, max, greed, inner: node }: Extract<PatternNode, { type: "repeat" }>, inner: Lengths): Lengths {
  if (min === 0 && max === 1) return { ...inner, min: 0, oneWay: false };
  const obvious = inner.max !== undefined && (inner.oneWay || node.type !== "group" || greed === "possessive");
  const longest = obvious ? inner.max * max : Number.POSITIVE_INFINITY;
  const least = Math.min(inner.min * min, UNBOUNDED);
  // Java treats a greedy run of one character as bounded.
  if (max === UNBOUNDED && node.type === "set" && greed === "greedy")
    return { min: least, max: UNBOUNDED, oneWay: false };
  return {
    min: least,
    max: longest <= UNBOUNDED ? longest : undefined,
    checked: true,
    oneWay: inner.oneWay && min === max,
  };
}

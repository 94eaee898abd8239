/** Where matches of a pattern can begin, so that other offsets are skipped quickly. */
import { anyCharacter, CharacterSet, noCharacter } from "./character-set.ts";
import { verticalSpaces } from "./character-properties.ts";
import { type PatternNode, UNBOUNDED } from "./pattern-node.ts";

/** Constraints on where a match begins. */
export interface MatchStarts {
  /** Only at the start of the text. */
  readonly anchored: boolean;
  /** Every match begins with this text. */
  readonly prefix: string;
  /** The pattern is exactly that text. */
  readonly literal: boolean;
  /** Every match begins with one of these characters; undefined when a match may be empty or begin with anything. */
  readonly first: CharacterSet | undefined;
  /** A match is one character of this set, or with `many` a maximal run of them. Undefined for other patterns. */
  readonly run: { readonly set: CharacterSet; readonly many: boolean } | undefined;
}

export function matchStarts(node: PatternNode): MatchStarts {
  const { set, mayBeEmpty } = firstOf(node);
  const prefix = prefixOf(node);
  return {
    anchored: isAnchored(node),
    prefix,
    literal: prefix !== "" && prefix.length === sizeOf(node),
    first: mayBeEmpty || set.ends[1] === anyCharacter.ends[1] ? undefined : set,
    run: runOf(node),
  };
}

interface First {
  readonly set: CharacterSet;
  readonly mayBeEmpty: boolean;
}

function firstOf(node: PatternNode): First {
  switch (node.type) {
    case "set":
      return { set: node.set, mayBeEmpty: false };
    case "sequence": {
      const sets = [noCharacter];
      for (const part of node.parts) {
        const first = firstOf(part);
        sets.push(first.set);
        if (!first.mayBeEmpty) return { set: CharacterSet.unionOf(sets), mayBeEmpty: false };
      }
      return { set: CharacterSet.unionOf(sets), mayBeEmpty: true };
    }
    case "alternation": {
      const parts = node.parts.map(firstOf);
      return {
        set: CharacterSet.unionOf(parts.map(({ set }) => set)),
        mayBeEmpty: parts.some((part) => part.mayBeEmpty),
      };
    }
    case "repeat": {
      const first = firstOf(node.inner);
      return { set: first.set, mayBeEmpty: first.mayBeEmpty || node.min === 0 };
    }
    case "group":
    case "atomic":
      return firstOf(node.inner);
    case "line-break":
      return { set: verticalSpaces(), mayBeEmpty: false };
    case "grapheme":
      return { set: anyCharacter, mayBeEmpty: false };
    case "reference":
      return { set: anyCharacter, mayBeEmpty: true };
    case "ahead":
    case "behind":
    case "boundary":
      return { set: noCharacter, mayBeEmpty: true };
    default:
      return node satisfies never;
  }
}

function isAnchored(node: PatternNode): boolean {
  if (node.type === "boundary") return node.boundary === "text-start";
  if (node.type === "sequence") return node.parts.length > 0 && isAnchored(node.parts[0]!);
  if (node.type === "alternation") return node.parts.every(isAnchored);
  return (node.type === "group" || node.type === "atomic") && isAnchored(node.inner);
}

function prefixOf(node: PatternNode): string {
  const parts: readonly PatternNode[] = node.type === "sequence" ? node.parts : [node];
  let prefix = "";
  for (const part of parts) {
    if (part.type === "sequence") {
      const inner = prefixOf(part);
      prefix += inner;
      if (inner.length < sizeOf(part)) break;
      continue;
    }
    const single = part.type === "set" && !part.set.beyondBasic ? part.set.single : undefined;
    if (single === undefined) break;
    prefix += String.fromCharCode(single);
  }
  return prefix;
}

/** Number of nodes, not counting sequences. */
function sizeOf(node: PatternNode): number {
  return node.type === "sequence" ? node.parts.reduce((sum, part) => sum + sizeOf(part), 0) : 1;
}

function runOf(node: PatternNode): MatchStarts["run"] {
  if (node.type === "set") return { set: node.set, many: false };
  if (node.type === "group" && node.index === 0) return runOf(node.inner);
  if (node.type === "sequence") return node.parts.length === 1 ? runOf(node.parts[0]!) : undefined;
  if (node.type === "alternation") {
    const runs = node.parts.map(runOf);
    if (runs.some((run) => run === undefined || run.many)) return undefined;
    return { set: CharacterSet.unionOf(runs.map((run) => run!.set)), many: false };
  }
  if (node.type !== "repeat" || node.min !== 1 || node.max !== UNBOUNDED || node.greed === "reluctant")
    return undefined;
  const inner = runOf(node.inner);
  return inner && !inner.many ? { set: inner.set, many: true } : undefined;
}

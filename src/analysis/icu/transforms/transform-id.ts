/**
 * Ids of transforms: `Source-Target/Variant`, optionally preceded by a filter (`[a-z] Any-Upper`) and followed by its
 * inverse (`NFD (NFC)`); several are separated by semicolons (ICU's TransliteratorIDParser).
 */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import type { CodePointSet } from "./code-point-set.ts";
import { afterCharacter, identifierEnd, skipPatternWhiteSpace } from "./pattern-syntax.ts";
import { readUnicodeSet, resemblesSet } from "./unicode-set.ts";

/** One transform in a compound. */
export interface SingleId {
  /** With its filter and inverse, in the form used in other ids. */
  readonly canonical: string;
  /** Its registry id; empty when there is none. */
  readonly basic: string;
  readonly filter: string | undefined;
}

/** A parsed value, and where it ends. */
export interface Read<Value> {
  readonly value: Value;
  readonly end: number;
}

/** A complete id. */
export interface CompoundId {
  readonly singles: readonly SingleId[];
  /** The global filter. */
  readonly filter: CodePointSet | undefined;
  /** Whether it denotes a compound, even with only one transform. */
  readonly isCompound: boolean;
}

interface Specs {
  readonly source: string;
  readonly target: string;
  readonly variant: string | undefined;
  readonly filter: string | undefined;
  readonly isSourceGiven: boolean;
}

const ANY = "Any";

/** Knows the inverse of Any-transforms, by lower-case target. */
export interface Inverses {
  get(target: string): string | undefined;
}

/** Parses a complete id. Throws 400 with ICU's error for an invalid one. */
export function readCompoundId(id: string, isReverse: boolean, inverses: Inverses): CompoundId {
  let at = 0;
  const before = readGlobalFilter(id, at, false);
  const afterBefore = before && afterCharacter(id, before.end, ";");
  if (afterBefore !== undefined) at = afterBefore;
  // At the beginning, a filter for the first transform is also the global filter.
  let filter = isReverse ? undefined : before?.value;
  const singles: SingleId[] = [];
  let hasDelimiter = true;
  for (
    let single = readSingleId(id, at, isReverse, inverses);
    single;
    single = readSingleId(id, at, isReverse, inverses)
  ) {
    if (isReverse) singles.unshift(single.value);
    else singles.push(single.value);
    const next = afterCharacter(id, single.end, ";");
    at = next ?? single.end;
    hasDelimiter = next !== undefined;
    if (!hasDelimiter) break;
  }
  if (singles.length === 0) throw illegalArgument(`Invalid ID ${id}`);
  const behind = hasDelimiter ? readGlobalFilter(id, at, true) : undefined;
  if (behind) {
    at = afterCharacter(id, behind.end, ";") ?? behind.end;
    if (isReverse) filter = behind.value;
  }
  if (skipPatternWhiteSpace(id, at) !== id.length) throw illegalArgument(`Invalid ID ${id}`);
  return { singles, filter, isCompound: singles.length > 1 || afterBefore !== undefined || behind !== undefined };
}

/** A filter alone, with or without parentheses; undefined when there is none. */
export function readGlobalFilter(id: string, at: number, isInBrackets: boolean): Read<CodePointSet> | undefined {
  let begin = at;
  if (isInBrackets) {
    const open = afterCharacter(id, at, "(");
    if (open === undefined) return undefined;
    begin = open;
  }
  begin = skipPatternWhiteSpace(id, begin);
  if (!resemblesSet(id, begin)) return undefined;
  try {
    const { set, end } = readUnicodeSet(id, begin);
    const close = isInBrackets ? afterCharacter(id, end, ")") : end;
    return close === undefined ? undefined : { value: set, end: close };
  } catch (error) {
    // It may be something else, and is rejected there.
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** One transform with its inverse; undefined when there is none. */
export function readSingleId(
  id: string,
  at: number,
  isReverse: boolean,
  inverses: Inverses,
): Read<SingleId> | undefined {
  let end = at;
  let forward: Specs | undefined;
  let open = afterCharacter(id, end, "(");
  if (open === undefined) {
    const read = readSpecs(id, end);
    if (!read) return undefined;
    forward = read.value;
    end = read.end;
    open = afterCharacter(id, end, "(");
  }
  if (open === undefined) return { value: withoutBrackets(forward!, isReverse, inverses), end };
  const close = afterCharacter(id, open, ")");
  const inverse = close === undefined ? readSpecs(id, open) : undefined;
  const closed = close ?? (inverse && afterCharacter(id, inverse.end, ")"));
  if (closed === undefined) return undefined;
  const [done, undone] = isReverse ? [inverse?.value, forward] : [forward, inverse?.value];
  const single = singleOf(done, false);
  return { value: { ...single, canonical: `${single.canonical}(${singleOf(undone, false).canonical})` }, end: closed };
}

function withoutBrackets(specs: Specs, isReverse: boolean, inverses: Inverses): SingleId {
  if (!isReverse) return singleOf(specs, false);
  return specialInverse(specs, inverses) ?? singleOf(specs, true);
}

/** A transform without an inverse, as in functions; undefined when there is none. */
export function readFilteredId(id: string, at: number): Read<SingleId> | undefined {
  const read = readSpecs(id, at);
  return read && { value: singleOf(read.value, false), end: read.end };
}

/**
 * `[filter] Source-Target/Variant`; all but one name may be missing, and the order is free where separators make it
 * unambiguous.
 */
function readSpecs(id: string, from: number): Read<Specs> | undefined {
  const names: { first?: string; target?: string; variant?: string } = {};
  let filter: string | undefined;
  let separator = "";
  let at = from;
  for (;;) {
    at = skipPatternWhiteSpace(id, at);
    if (at === id.length) break;
    if (filter === undefined && resemblesSet(id, at)) {
      const { end } = readUnicodeSet(id, at);
      filter = id.slice(at, end);
      at = end;
      continue;
    }
    const character = id[at]!;
    if (
      separator === "" &&
      ((character === "-" && names.target === undefined) || (character === "/" && names.variant === undefined))
    ) {
      separator = character;
      at++;
      continue;
    }
    if (separator === "" && Object.keys(names).length > 0) break;
    const end = identifierEnd(id, at);
    if (end === at) break;
    const name = id.slice(at, end);
    if (separator === "") names.first = name;
    else if (separator === "-") names.target = name;
    else names.variant = name;
    separator = "";
    at = end;
  }
  const { first, target, variant } = names;
  if (first === undefined && target === undefined) return undefined;
  // A single name is the target.
  const isSourceGiven = first !== undefined && target !== undefined;
  const specs = { source: isSourceGiven ? first : ANY, target: target ?? first ?? ANY, variant, filter, isSourceGiven };
  return { value: specs, end: at };
}

function singleOf(specs: Specs | undefined, isReverse: boolean): SingleId {
  if (!specs) return { canonical: "", basic: "", filter: undefined };
  const { source, target, variant, filter, isSourceGiven } = specs;
  const behind = variant === undefined ? "" : `/${variant}`;
  const shown = isReverse ? `${target}-${source}${behind}` : `${isSourceGiven ? `${source}-` : ""}${target}${behind}`;
  return {
    canonical: (filter ?? "") + shown,
    basic: isReverse || isSourceGiven ? shown : `${source}-${shown}`,
    filter,
  };
}

function specialInverse(specs: Specs, inverses: Inverses): SingleId | undefined {
  if (specs.source.toLowerCase() !== "any") return undefined;
  const target = inverses.get(specs.target.toLowerCase());
  if (target === undefined) return undefined;
  const behind = specs.variant === undefined ? "" : `/${specs.variant}`;
  const canonical = `${specs.filter ?? ""}${specs.isSourceGiven ? `${ANY}-` : ""}${target}${behind}`;
  return { canonical, basic: `${ANY}-${target}${behind}`, filter: specs.filter };
}

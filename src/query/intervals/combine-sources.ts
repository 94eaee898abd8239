/**
 * Puts intervals together. Alternatives of different lengths are pulled up to the top, since the shortest of them alone
 * would be found otherwise (Lucene's `Intervals` and `Disjunctions`).
 */
import { checkClauseCount } from "../limits.ts";
import { type IntervalRelation, type IntervalSource, intervalText, leastExtent, UNLIMITED } from "./interval-source.ts";

export const noIntervals: IntervalSource = { kind: "none" };

/** How the parts of a rule stand to each other. */
export interface Combination {
  readonly ordered: boolean;
  /** -1: any number. */
  readonly maxGaps: number;
}

/** All parts together. */
export function combined(parts: readonly IntervalSource[], { ordered, maxGaps }: Combination): IntervalSource {
  const [only, second] = parts;
  if (only === undefined) return noIntervals;
  if (second === undefined) return only;
  if (ordered && maxGaps === 0) return blockOf(parts);
  const inner = ordered ? orderedOf(parts) : unorderedOf(parts);
  if (maxGaps === -1) return inner;
  return anyOf(alternatives(inner).map((one) => ({ kind: "max_gaps", inner: one, most: maxGaps })));
}

/** Any of the parts. */
export function anyOf(parts: readonly IntervalSource[]): IntervalSource {
  if (parts.length === 1) return parts[0]!;
  const flat = parts.flatMap((part) => (part.kind === "or" ? part.parts : [part]));
  const distinct = new Map(flat.map((part) => [intervalText(part), part]));
  checkClauseCount(distinct.size);
  return { kind: "or", parts: [...distinct.values()] };
}

/** Those of `inner` that are in a relation to one of `reference`. */
export function related(
  inner: IntervalSource,
  relation: IntervalRelation | "before" | "after",
  reference: IntervalSource,
): IntervalSource {
  if (relation === "before" || relation === "after") {
    const beside: IntervalSource = { kind: "beside", inner: reference, side: relation };
    const reach = relation === "before" ? { before: UNLIMITED, after: 0 } : { before: 0, after: UNLIMITED };
    return related(inner, "contained_by", { kind: "extended", inner: beside, ...reach });
  }
  return anyOf(split(inner).map((one) => ({ kind: "related", relation, inner: one, reference })));
}

function blockOf(parts: readonly IntervalSource[]): IntervalSource {
  return anyOf(
    pulledUp(parts, (ways) => ({
      kind: "block",
      parts: ways.flatMap((part) => (part.kind === "block" ? part.parts : [part])),
    })),
  );
}

function orderedOf(parts: readonly IntervalSource[]): IntervalSource {
  const kept: IntervalSource[] = [];
  for (let from = 0; from < parts.length;) {
    let to = from + 1;
    while (to < parts.length && intervalText(parts[to]!) === intervalText(parts[from]!)) to++;
    kept.push(repeated(parts[from]!, to - from, true));
    from = to;
  }
  return kept.length === 1 ? kept[0]! : { kind: "ordered", parts: kept };
}

function unorderedOf(parts: readonly IntervalSource[]): IntervalSource {
  const counts = new Map<string, { part: IntervalSource; count: number }>();
  for (const part of parts) {
    const known = counts.get(intervalText(part));
    if (known) known.count++;
    else counts.set(intervalText(part), { part, count: 1 });
  }
  const kept = [...counts.values()].map(({ part, count }) => repeated(part, count, false));
  return kept.length === 1 ? kept[0]! : { kind: "unordered", parts: kept };
}

function repeated(inner: IntervalSource, count: number, inOrder: boolean): IntervalSource {
  return count === 1 ? inner : { kind: "repeated", inner, count, inOrder };
}

/** The alternatives at the top of a source. */
function alternatives(source: IntervalSource): readonly IntervalSource[] {
  switch (source.kind) {
    case "or":
      return source.parts;
    case "ordered":
      return pulledUp(source.parts, (parts) => ({ kind: "ordered", parts }));
    case "unordered":
      return pulledUp(source.parts, (parts) => ({ kind: "unordered", parts }));
    case "max_gaps":
    case "scripted":
      return alternatives(source.inner).map((inner) => ({ ...source, inner }));
    case "extended":
      return alternatives(source.inner).map((inner) => ({ ...source, inner }));
    case "repeated":
      return alternatives(source.inner).map((inner) => ({ ...source, inner }));
    default:
      return [source];
  }
}

/** The alternatives, those of one position as one: of these no overlapping one is lost. */
function split(source: IntervalSource): readonly IntervalSource[] {
  const all = alternatives(source);
  const single = all.filter((one) => leastExtent(one) === 1);
  const wider = all.filter((one) => leastExtent(one) !== 1);
  return single.length === 0 ? wider : [anyOf(single), ...wider];
}

/** A source for each choice of alternatives. Throws 400 for too many. */
function pulledUp(
  parts: readonly IntervalSource[],
  make: (parts: readonly IntervalSource[]) => IntervalSource,
): readonly IntervalSource[] {
  let choices: IntervalSource[][] = [[]];
  for (const part of parts) {
    const ways = split(part);
    checkClauseCount(choices.length * ways.length);
    choices = choices.flatMap((choice) => ways.map((way) => [...choice, way]));
  }
  return choices.map(make);
}

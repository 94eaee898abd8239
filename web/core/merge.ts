/** Three versions of a document: what it was, what you made of it, what somebody else made of it meanwhile. */
import { isObject } from "./api.ts";

export type Source = Readonly<Record<string, unknown>>;

/** A field that both changed, differently. */
export interface Clash {
  readonly path: readonly string[];
  readonly base: unknown;
  readonly yours: unknown;
  readonly theirs: unknown;
}

export interface Merged {
  /** With everything that only one of the two changed; clashes stand as they are with them. */
  readonly source: Source;
  readonly clashes: readonly Clash[];
}

/** Objects are merged field by field; lists and values are one. */
export function merge(base: Source, yours: Source, theirs: Source): Merged {
  const clashes: Clash[] = [];
  return { source: mergeObjects([base, yours, theirs], [], clashes), clashes };
}

function mergeObjects(
  [base, yours, theirs]: readonly [Source, Source, Source],
  above: readonly string[],
  clashes: Clash[],
): Source {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(yours)])];
  const entries: [string, unknown][] = [];
  for (const name of names) {
    const path = [...above, name];
    const [was, mine, other] = [own(base, name), own(yours, name), own(theirs, name)];
    let value: unknown;
    if (same(mine, other) || same(mine, was)) value = other;
    else if (same(other, was)) value = mine;
    else if (isObject(mine) && isObject(other))
      value = mergeObjects([isObject(was) ? was : {}, mine, other], path, clashes);
    else {
      clashes.push({ path, base: was, yours: mine, theirs: other });
      value = other;
    }
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

const own = (source: Source, name: string): unknown => (Object.hasOwn(source, name) ? source[name] : undefined);

/** Equal as JSON, whatever the order of the fields. */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((one, at) => same(one, right[at]));
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]))
  );
}

/** `source` with another value at a path; undefined takes it out. */
export function withValue(source: Source, path: readonly string[], value: unknown): Source {
  const [name, ...rest] = path;
  if (name === undefined) return source;
  const inner = own(source, name);
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  const others = Object.entries(source).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? others : [...others, [name, next]]);
}

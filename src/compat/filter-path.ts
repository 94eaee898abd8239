/** The `filter_path` parameter: `hits.total`, `hits.hits._*`, `**.name`, `-took` (`FilterPath`). */
import { isJsonObject } from "../core/json.ts";
import { JsonText } from "./json/json-text.ts";
import { simpleMatch } from "./wildcard.ts";

/** A path: one name or pattern per level. */
type Path = readonly string[];

/**
 * `value` reduced to what `filterPath` selects; undefined when nothing is left. A blank path returns the value
 * unchanged.
 */
export function filterByPath(value: unknown, filterPath: string): unknown {
  const includes: Path[] = [];
  const excludes: Path[] = [];
  for (const part of filterPath.split(",")) {
    const path = part.trim();
    if (path === "") continue;
    if (path.startsWith("-")) excludes.push(levels(path.slice(1)));
    else includes.push(levels(path));
  }
  return filterByLevels(value, includes, excludes);
}

/**
 * The same for separate lists of paths, as for `_source` filtering without wildcards in `excludes`. A member name with
 * dots also counts as the levels that it spells.
 */
export function filterByPaths(value: unknown, includes: readonly string[], excludes: readonly string[]): unknown {
  return filterByLevels(value, includes.map(levels), excludes.map(levels));
}

function filterByLevels(value: unknown, includes: readonly Path[], excludes: readonly Path[]): unknown {
  let filtered = value;
  if (includes.length > 0) filtered = keep(filtered, includes);
  if (excludes.length > 0 && filtered !== undefined) filtered = drop(filtered, excludes);
  return filtered;
}

/** Names in a path; a backslash escapes a dot. */
function levels(path: string): Path {
  return path.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
}

/** Like `stepOne`, but a name with dots also counts as the levels that it spells. */
function step(paths: readonly Path[], name: string): { below: Path[]; matched: boolean } {
  const whole = stepOne(paths, name);
  if (whole.matched || !name.includes(".")) return whole;
  let below: Path[] = [...paths];
  for (const part of name.split(".")) {
    const next = stepOne(below, part);
    if (next.matched) return next;
    below = next.below;
  }
  return { below: [...whole.below, ...below], matched: false };
}

/** The paths that apply below `name`, and whether one of them ends here. */
function stepOne(paths: readonly Path[], name: string): { below: Path[]; matched: boolean } {
  const below: Path[] = [];
  let matched = false;
  for (const path of paths) {
    const [first, ...rest] = path;
    if (first === undefined) continue;
    if (first === "**") {
      // `**` matches any number of levels: it is kept, and the rest of its path applies from here on.
      below.push(path);
      if (rest.length === 0) matched = true;
      const inner = stepOne([rest], name);
      below.push(...inner.below);
      matched ||= inner.matched;
    } else if (simpleMatch(first, name)) {
      if (rest.length === 0 || (rest.length === 1 && rest[0] === "**")) matched = true;
      if (rest.length > 0) below.push(rest);
    }
  }
  return { below, matched };
}

function keep(value: unknown, paths: readonly Path[]): unknown {
  const plain = value instanceof JsonText ? value.value() : value;
  if (Array.isArray(plain)) {
    const kept = plain.map((element) => keep(element, paths)).filter((element) => element !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isJsonObject(plain)) return undefined;
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(plain as Record<string, unknown>)) {
    if (member === undefined) continue;
    const { below, matched } = step(paths, name);
    const left = matched ? member : below.length > 0 ? keep(member, below) : undefined;
    if (left === undefined) continue;
    kept.push([name, left]);
  }
  // fromEntries makes `__proto__` an ordinary member.
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function drop(value: unknown, paths: readonly Path[]): unknown {
  const plain = value instanceof JsonText ? value.value() : value;
  if (Array.isArray(plain)) {
    if (plain.length === 0) return plain;
    const left = plain.map((element) => drop(element, paths)).filter((element) => element !== undefined);
    return left.length === 0 ? undefined : left;
  }
  if (!isJsonObject(plain)) return value;
  const entries = Object.entries(plain as Record<string, unknown>).filter(([, member]) => member !== undefined);
  if (entries.length === 0) return plain;
  const left: [string, unknown][] = [];
  for (const [name, member] of entries) {
    const { below, matched } = step(paths, name);
    if (matched) continue;
    const rest = below.length > 0 ? drop(member, below) : member;
    if (rest === undefined) continue;
    left.push([name, rest]);
  }
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

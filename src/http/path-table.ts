/**
 * Finds what stands at a path. Explicit parts win over parameters, as in Elasticsearch's PathTrie; slashes at
 * the end make no difference.
 */
import { decodePathPart } from "./percent-decoding.ts";

/** Longest path parameter (lists of indices, scroll ids). */
const LONGEST_PARAMETER = 65_536;

/** What was found, with the parameters of the path in their order, decoded. */
export interface FoundPlace<Place> {
  readonly place: Place;
  readonly values: readonly string[];
}

/** A path as the table knows it, which sees no names: those of its parameters differ by method. */
export interface PathShape {
  readonly shape: string;
  readonly names: readonly string[];
}

/** `/{index}/_search` → `/:p1/_search` and `index`. */
export function shapeOf(path: string): PathShape {
  const names: string[] = [];
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const shape = trimmed.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `:p${names.push(name)}`);
  return { shape, names };
}

/** What stands below a part of a path. */
interface Branch<Place> {
  readonly parts: Map<string, Branch<Place>>;
  /** Below any part that has no branch of its own, or none that leads to a place. */
  parameter: Branch<Place> | undefined;
  place: Place | undefined;
}

/** An immutable table. */
export class PathTable<Place> {
  readonly #root: Branch<Place> = branch();

  /** By shape. */
  constructor(places: ReadonlyMap<string, Place>) {
    for (const [shape, place] of places) {
      let at = this.#root;
      for (const part of shape.split("/").slice(1)) {
        if (part === "") continue;
        if (part.startsWith(":")) at = at.parameter ??= branch();
        else {
          const next = at.parts.get(part) ?? branch();
          at.parts.set(part, next);
          at = next;
        }
      }
      at.place = place;
    }
  }

  /** `path` is raw, without a query string. Parts are compared as sent: only parameters are decoded. */
  find(path: string): FoundPlace<Place> | undefined {
    const fragment = path.indexOf("#");
    if (path.charCodeAt(0) !== SLASH) return undefined;
    let end = fragment < 0 ? path.length : fragment;
    while (path.charCodeAt(end - 1) === SLASH) end--;
    const values: string[] = [];
    const place = placeBelow(this.#root, { path, end }, 1, values);
    return place === undefined ? undefined : { place, values: values.map(decodePathPart) };
  }
}

const SLASH = 47;

function branch<Place>(): Branch<Place> {
  return { parts: new Map(), parameter: undefined, place: undefined };
}

/** Follows a path from `at`, where a part begins. Takes back what it added to `values` where it finds nothing. */
function placeBelow<Place>(
  from: Branch<Place>,
  sought: { readonly path: string; readonly end: number },
  at: number,
  values: string[],
): Place | undefined {
  const { path, end } = sought;
  if (at >= end) return from.place;
  const slash = path.indexOf("/", at);
  const partEnd = slash < 0 || slash > end ? end : slash;
  const part = path.slice(at, partEnd);
  const exact = from.parts.get(part);
  const place = exact && placeBelow(exact, sought, partEnd + 1, values);
  if (place !== undefined || !from.parameter || part.length > LONGEST_PARAMETER) return place;
  values.push(part);
  const below = placeBelow(from.parameter, sought, partEnd + 1, values);
  if (below === undefined) values.pop();
  return below;
}

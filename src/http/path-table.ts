/**
 * Finds what stands at a path. Explicit parts win over parameters, as in Elasticsearch's PathTrie; a slash at the end
 * makes no difference.
 */
import FindMyWay from "find-my-way";
import { ownOf } from "../core/names.ts";
import { decodePathPart } from "./percent-decoding.ts";

/** Longest path parameter (lists of indices, scroll ids). */
const LONGEST_PARAMETER = 65_536;
/**
 * Stands for `%` while find-my-way looks, so that it decodes nothing: parts are compared as sent, and invalid UTF-8 is
 * no error.
 */
const ESCAPE = "\u0000";

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

/** An immutable table. */
export class PathTable<Place> {
  readonly #table: FindMyWay.Instance<FindMyWay.HTTPVersion.V1>;

  /** By shape. */
  constructor(places: ReadonlyMap<string, Place>) {
    this.#table = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER });
    for (const [shape, place] of places) this.#table.on("GET", shape, () => undefined, place);
  }

  /** `path` is raw, without a query string. */
  find(path: string): FoundPlace<Place> | undefined {
    const found = this.#table.find("GET", path.includes("%") ? path.replaceAll("%", ESCAPE) : path);
    if (found === null) return undefined;
    const values: string[] = [];
    for (let at = 1; ; at++) {
      const value = ownOf(found.params, `p${at}`);
      if (value === undefined) break;
      values.push(decodePathPart(value.includes(ESCAPE) ? value.replaceAll(ESCAPE, "%") : value));
    }
    return { place: found.store, values };
  }
}

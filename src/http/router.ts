/** Finds the operation of a path and method at `/`. */
import { put, putAll } from "../core/names.ts";
import type { DocumentedUrl, OperationRoute } from "./operation-routes.ts";
import { PathTable, shapeOf } from "./path-table.ts";

const METHOD_ORDER = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "CONNECT"];

/** One method of a place. */
interface Documented<Target> {
  /** As it is documented. */
  readonly path: string;
  readonly names: readonly string[];
  /** Parameters whose values stand in the path itself, where a path with more of them is meant; absent: none. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Undefined: documented, and not there. */
  readonly target: Target | undefined;
}

/** Operations at one shape of path; parameter names differ by operation (`/{index}`, `/{name}`). */
interface Place<Target> {
  readonly byMethod: Map<string, Documented<Target>>;
  /** Those that are there, in Elasticsearch's order. */
  readonly methods: string[];
}

/** What stands at a path. */
export class RouteMatch<Target> {
  /** Whether the path is one of 7.x. */
  readonly older: boolean;
  readonly #place: Place<Target>;
  readonly #values: readonly string[];

  constructor(place: Place<Target>, values: readonly string[], older: boolean) {
    this.older = older;
    this.#place = place;
    this.#values = values;
  }

  /** Methods of operations that are there, in Elasticsearch's order. */
  get methods(): readonly string[] {
    return this.#place.methods;
  }

  /** Whether a method is documented here, be it there or not. */
  documents(method: string): boolean {
    return this.#place.byMethod.has(method);
  }

  target(method: string): Target | undefined {
    return this.#place.byMethod.get(method)?.target;
  }

  /** The path as it is documented for this method. */
  path(method: string): string {
    return this.#place.byMethod.get(method)?.path ?? "";
  }

  /** The parameters that the path gives by the names that they have for this method, decoded. */
  parameters(method: string): Record<string, string> {
    const parameters: Record<string, string> = {};
    const documented = this.#place.byMethod.get(method);
    const names = documented?.names ?? [];
    if (documented?.fixed) putAll(parameters, documented.fixed);
    for (let at = 0; at < names.length; at++) put(parameters, names[at] ?? "", this.#values[at] ?? "");
    return parameters;
  }
}

/** An immutable table of documented paths. */
export class Router<Target> {
  readonly #current: PathTable<Place<Target>>;
  readonly #older: PathTable<Place<Target>>;

  /** `targetOf` answers what runs for a documented operation; undefined: it is not there. */
  constructor(routes: readonly OperationRoute[], targetOf: (operation: string) => Target | undefined) {
    this.#current = pathTable(routes, (route) => route.urls, targetOf);
    this.#older = pathTable(routes, (route) => route.olderUrls ?? [], targetOf);
  }

  /**
   * The match of a raw path. `older` prefers the paths of 7.x, which otherwise count only where no current one matches.
   */
  find(path: string, older: boolean): RouteMatch<Target> | undefined {
    if (older) return lookUp(this.#older, path, true) ?? lookUp(this.#current, path, false);
    return lookUp(this.#current, path, false) ?? lookUp(this.#older, path, true);
  }
}

function pathTable<Target>(
  routes: readonly OperationRoute[],
  urlsOf: (route: OperationRoute) => readonly DocumentedUrl[],
  targetOf: (operation: string) => Target | undefined,
): PathTable<Place<Target>> {
  const places = new Map<string, Place<Target>>();
  for (const route of routes) {
    for (const { methods, path } of urlsOf(route)) {
      const { shape, names } = shapeOf(path);
      const place = places.get(shape) ?? { methods: [], byMethod: new Map<string, Documented<Target>>() };
      places.set(shape, place);
      for (const method of methods)
        if (!place.byMethod.has(method)) place.byMethod.set(method, { path, names, target: targetOf(route.op) });
    }
  }
  addWider(places);
  for (const { methods, byMethod } of places.values())
    methods.push(...METHOD_ORDER.filter((method) => byMethod.get(method)?.target !== undefined));
  return new PathTable(places);
}

/** A place with the parts of its path. */
interface PartedPlace<Target> {
  readonly parts: readonly string[];
  readonly place: Place<Target>;
}

/**
 * Methods that are not documented at a path are those of a wider path below the same root: `PUT
 * /_inference/rerank/{id}` is that of `/_inference/{task_type}/{id}` (`PathTrie.retrieveAll`).
 */
function addWider<Target>(places: ReadonlyMap<string, Place<Target>>): void {
  const byRoot = new Map<string, PartedPlace<Target>[]>();
  for (const [shape, place] of places) {
    const parts = shape.split("/");
    const [, root = ""] = parts;
    if (isParameter(root)) continue;
    const key = `${root}/${parts.length}`;
    const same = byRoot.get(key);
    if (same) same.push({ parts, place });
    else byRoot.set(key, [{ parts, place }]);
  }
  for (const same of byRoot.values()) {
    const withParameters = same.filter(({ parts }) => parts.some(isParameter));
    for (const own of same) for (const wider of withParameters) if (own !== wider) addMethods(own, wider);
  }
}

function addMethods<Target>({ parts, place }: PartedPlace<Target>, wider: PartedPlace<Target>): void {
  if (!wider.parts.every((part, at) => part === parts[at] || isParameter(part))) return;
  const values = parts.filter((_, at) => isParameter(wider.parts[at]!));
  if (values.every(isParameter)) return;
  for (const [method, { path, names, target, fixed }] of wider.place.byMethod) {
    if (fixed || place.byMethod.has(method)) continue;
    const given = names.flatMap((name, at) => (isParameter(values[at]!) ? [] : [[name, values[at]!] as const]));
    place.byMethod.set(method, {
      path,
      names: names.filter((_, at) => isParameter(values[at]!)),
      fixed: Object.fromEntries(given),
      target,
    });
  }
}

function isParameter(part: string): boolean {
  return part.startsWith(":");
}

function lookUp<Target>(table: PathTable<Place<Target>>, path: string, older: boolean): RouteMatch<Target> | undefined {
  const found = table.find(path);
  return found && new RouteMatch(found.place, found.values, older);
}

/**
 * Finds the operation of a path and method. Explicit path parts win over parameters, as in Elasticsearch's PathTrie.
 */
import FindMyWay from "find-my-way";
import { ownOf, put } from "../core/names.ts";
import { decodePathPart } from "./percent-decoding.ts";
import type { DocumentedUrl, OperationRoute } from "./operation-routes.ts";

/** What stands at a path. */
export interface RouteMatch {
  /** Methods in Elasticsearch's order. */
  readonly methods: readonly string[];
  /** Whether the path is one of 7.x. */
  readonly older: boolean;
  /** The operation of a method with the parameters that the path gives, decoded. */
  operation(method: string): { readonly name: string; readonly parameters: Record<string, string> } | undefined;
}

/** Longest path parameter (lists of indices, scroll ids). */
const LONGEST_PARAMETER = 65_536;
/**
 * Stands for `%` while find-my-way looks, so that it decodes nothing: parts are compared as sent, and invalid UTF-8 is
 * no error.
 */
const ESCAPE = "\u0000";
const METHOD_ORDER = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "CONNECT"];

/** Operations at one shape of path; parameter names differ by operation (`/{index}`, `/{name}`). */
interface Place {
  readonly methods: string[];
  readonly byMethod: Map<string, { readonly name: string; readonly parameterNames: readonly string[] }>;
}

type PathTable = FindMyWay.Instance<FindMyWay.HTTPVersion.V1>;

/** An immutable table of documented paths. */
export class Router {
  readonly #current: PathTable;
  readonly #older: PathTable;

  constructor(routes: readonly OperationRoute[]) {
    this.#current = pathTable(routes, (route) => route.urls);
    this.#older = pathTable(routes, (route) => route.olderUrls ?? []);
  }

  /**
   * The match of a raw path. `older` prefers the paths of 7.x, which otherwise count only where no current one matches.
   */
  find(path: string, older: boolean): RouteMatch | undefined {
    const masked = path.includes("%") ? path.replaceAll("%", ESCAPE) : path;
    if (older) return lookUp(this.#older, masked, true) ?? lookUp(this.#current, masked, false);
    return lookUp(this.#current, masked, false) ?? lookUp(this.#older, masked, true);
  }
}

function pathTable(
  routes: readonly OperationRoute[],
  urlsOf: (route: OperationRoute) => readonly DocumentedUrl[],
): PathTable {
  const places = new Map<string, Place>();
  for (const route of routes) {
    for (const { methods, path } of urlsOf(route)) {
      const { shape, parameterNames } = shapeOf(path);
      const place = places.get(shape) ?? { methods: [], byMethod: new Map() };
      places.set(shape, place);
      for (const method of methods)
        if (!place.byMethod.has(method)) place.byMethod.set(method, { name: route.op, parameterNames });
    }
  }
  const table = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER });
  for (const [shape, place] of places) {
    place.methods.push(...METHOD_ORDER.filter((method) => place.byMethod.has(method)));
    table.on("GET", shape, () => undefined, place);
  }
  return table;
}

function shapeOf(path: string): { shape: string; parameterNames: string[] } {
  const parameterNames: string[] = [];
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const shape = trimmed.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `:p${parameterNames.push(name)}`);
  return { shape, parameterNames };
}

function lookUp(table: PathTable, masked: string, older: boolean): RouteMatch | undefined {
  const found = table.find("GET", masked);
  if (found === null) return undefined;
  const place: Place = found.store;
  return {
    methods: place.methods,
    older,
    operation(method) {
      const entry = place.byMethod.get(method);
      if (!entry) return undefined;
      const parameters: Record<string, string> = {};
      entry.parameterNames.forEach((name, index) => {
        put(parameters, name, decodePathPart((ownOf(found.params, `p${index + 1}`) ?? "").replaceAll(ESCAPE, "%")));
      });
      return { name: entry.name, parameters };
    },
  };
}

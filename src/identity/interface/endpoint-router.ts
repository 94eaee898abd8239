/** Finds the endpoint of a path. Literal parts win over parameters. */
import type { Endpoint } from "./endpoint.ts";

/** An endpoint with the decoded parameters of its path. */
export interface EndpointMatch {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  /** With the names of its parameters in order. */
  end: { readonly endpoint: Endpoint; readonly names: readonly string[] } | undefined;
}

export class EndpointRouter {
  readonly #root = node();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const names: string[] = [];
      let at = this.#root;
      for (const part of partsOf(endpoint.path)) {
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        if (name !== undefined) names.push(name);
        at = name === undefined ? child(at, part) : (at.parameter ??= node());
      }
      at.end = { endpoint, names };
    }
  }

  /** `path` is raw, below the prefix, without slashes at its ends. */
  find(path: string): EndpointMatch | undefined {
    return search(this.#root, partsOf(path), []);
  }
}

function search(at: Node, parts: readonly string[], values: readonly string[]): EndpointMatch | undefined {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (!at.end) return undefined;
    const { endpoint, names } = at.end;
    return { endpoint, parameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) };
  }
  const literal = at.literals.get(part);
  const found = literal && search(literal, rest, values);
  if (found || !at.parameter || part === "") return found;
  const value = decoded(part);
  return value === undefined ? undefined : search(at.parameter, rest, [...values, value]);
}

/** Undefined for escapes that are none. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function partsOf(path: string): string[] {
  const trimmed = path.replace(/\/$/, "");
  return trimmed === "" ? [] : trimmed.split("/");
}

function child(at: Node, part: string): Node {
  let next = at.literals.get(part);
  if (!next) at.literals.set(part, (next = node()));
  return next;
}

function node(): Node {
  return { literals: new Map(), parameter: undefined, end: undefined };
}

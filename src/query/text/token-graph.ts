/**
 * The tokens of a text as a graph of positions (Lucene's GraphTokenStreamFiniteStrings): each path through it is a text
 * to search for.
 */
import type { Token } from "../../analysis/analyzer.ts";
import type { TokenList } from "../../analysis/token-list.ts";
import { checkClauseCount } from "../limits.ts";

/** A token between two positions. */
interface Edge {
  readonly token: Token;
  readonly from: number;
  readonly to: number;
  /** Position increment from the previous token on its path: more than 1 after a hole. */
  readonly increment: number;
}

/** A part of the graph between two positions that every path goes through. */
export interface Section {
  readonly from: number;
  readonly to: number;
  /** The tokens that leave the first position. */
  readonly tokens: readonly Token[];
  /** Whether there are paths of different lengths. */
  readonly branches: boolean;
  readonly last: boolean;
}

/**
 * Whether tokens must be treated as a graph: one has a position length above 1, and the list is not marked graphless.
 */
export function isGraph(list: TokenList): boolean {
  return list.graphless !== true && list.tokens.length > 1 && list.tokens.some((token) => token.positionLength > 1);
}

export class TokenGraph {
  /** Edges on a path from the first position to the last, by the position that they leave. */
  readonly #edges = new Map<number, Edge[]>();
  readonly #end: number;

  constructor(tokens: readonly Token[]) {
    const edges = edgesOf(tokens);
    this.#end = Math.max(...edges.map((edge) => edge.to));
    const reached = new Set([0]);
    for (const edge of edges) if (reached.has(edge.from)) reached.add(edge.to);
    const leading = new Set([this.#end]);
    for (const edge of edges.toReversed()) if (leading.has(edge.to)) leading.add(edge.from);
    for (const edge of edges) {
      if (!reached.has(edge.from) || !leading.has(edge.to)) continue;
      const leaving = this.#edges.get(edge.from);
      if (leaving) leaving.push(edge);
      else this.#edges.set(edge.from, [edge]);
    }
  }

  /** The graph split at the positions that every path goes through. */
  sections(): Section[] {
    const sections: Section[] = [];
    let from = 0;
    let farthest = 0;
    const places = [...this.#edges.keys()].sort((one, other) => one - other);
    for (const [index, place] of places.entries()) {
      const edges = this.#edges.get(place)!;
      farthest = Math.max(farthest, ...edges.map((edge) => edge.to));
      const next = places[index + 1] ?? this.#end;
      if (farthest > next) continue;
      const leaving = this.#edges.get(from)!;
      const branches = leaving.some((edge) => edge.to !== leaving[0]!.to);
      sections.push({ from, to: next, tokens: leaving.map((edge) => edge.token), branches, last: next === this.#end });
      from = next;
    }
    return sections;
  }

  /**
   * Every path between two positions as a list of tokens; by default through the whole graph. Throws 400 for too many
   * paths.
   */
  ways(from = 0, to = this.#end): Token[][] {
    const ways: Token[][] = [];
    const way: Token[] = [];
    // Depth first without recursion: a path is as long as the text.
    const stack = [{ place: from, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edge = top.place === to ? undefined : this.#edges.get(top.place)?.[top.next++];
      if (edge === undefined) {
        if (top.place === to) ways.push([...way]);
        checkClauseCount(ways.length);
        stack.pop();
        way.pop();
      } else if (edge.to <= to) {
        way.push({ ...edge.token, position: (way.at(-1)?.position ?? -1) + edge.increment, positionLength: 1 });
        stack.push({ place: edge.to, next: 0 });
      }
    }
    return ways;
  }
}

/** A hole belongs to the tokens after it: they leave the position before the hole. */
function edgesOf(tokens: readonly Token[]): Edge[] {
  const edges: Edge[] = [];
  let position = -1;
  let increment = 1;
  for (const token of tokens) {
    if (token.position !== position) increment = token.position - position;
    position = token.position;
    edges.push({ token, from: position - increment + 1, to: position + token.positionLength, increment });
  }
  // Sorted by position, so that one pass finds the reachable edges.
  return edges.sort((one, other) => one.from - other.from);
}

import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { SynonymMap, SynonymMatch } from "../synonyms/synonym-map.ts";
import { synonymFilter } from "../synonyms/synonym-parameters.ts";
import type { TokenList } from "../token-list.ts";

const SYNONYM = "SYNONYM";

/**
 * Adds or replaces words by rules, as a graph: every synonym is a separate path beside the words (Lucene's
 * SynonymGraphFilter).
 */
export const synonymGraph: TokenFilterKind = {
  name: "synonym_graph",
  summary: "Adds synonyms, or replaces words by them, as a graph; for searching.",
  byName: false,
  create: (parameters) => synonymFilter(parameters, (list, map) => new GraphSynonyms(list.tokens, map).filter(list)),
};

class GraphSynonyms {
  readonly #input: readonly Token[];
  readonly #map: SynonymMap;
  readonly #tokens: Token[] = [];
  /** Start node of the last token, and start node of the next match. */
  #lastNode = -1;
  #nextNode = 0;

  constructor(input: readonly Token[], map: SynonymMap) {
    this.#input = input;
    this.#map = map;
  }

  filter(list: TokenList): TokenList {
    const input = this.#input;
    for (let at = 0; at < input.length;) {
      const match = this.#map.longestMatch(input, at);
      if (match) {
        this.#giveMatch(at, match);
        at += match.length;
      } else {
        const token = input[at]!;
        this.#lastNode += token.position - (input[at - 1]?.position ?? -1);
        this.#nextNode = this.#lastNode + token.positionLength;
        this.#tokens.push({ ...token, position: this.#lastNode });
        at++;
      }
    }
    const holesAtEnd = list.nextPosition - 1 - (input.at(-1)?.position ?? -1);
    return { ...list, tokens: this.#tokens, nextPosition: this.#lastNode + 1 + holesAtEnd };
  }

  /** All paths start at one node and end at another; the first words of all paths precede the rest of any. */
  #giveMatch(from: number, { length, entry }: SynonymMatch): void {
    const matched = this.#input.slice(from, from + length);
    const { startOffset } = matched[0]!;
    const { endOffset } = matched.at(-1)!;
    const ways = entry.outputs.map((words) =>
      words.map((text): Token => ({ text, position: 0, startOffset, endOffset, positionLength: 1, type: SYNONYM })),
    );
    // The original comes last, since offsets must not decrease.
    if (entry.keepsOriginal) ways.push(matched);
    const start = this.#nextNode;
    const end = start + 1 + ways.reduce((nodes, way) => nodes + way.length - 1, 0);
    const rest: { token: Token; node: number; to: number }[] = [];
    let newNodes = 0;
    for (const way of ways) {
      const second = way.length === 1 ? end : start + newNodes + 1;
      newNodes += way.length - 1;
      this.#give(way[0]!, start, second);
      for (let index = 1; index < way.length; index++) {
        const node = second + index - 1;
        rest.push({ token: way[index]!, node, to: index === way.length - 1 ? end : node + 1 });
      }
    }
    for (const { token, node, to } of rest) this.#give(token, node, to);
    this.#nextNode = end;
  }

  #give(token: Token, node: number, to: number): void {
    this.#lastNode = node;
    this.#tokens.push({ ...token, position: node, positionLength: to - node });
  }
}

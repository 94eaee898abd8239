/** A phrase over a token graph, as spans (Elasticsearch's `MatchQueryParser.analyzeGraphPhrase`). */
import type { Token } from "../../analysis/analyzer.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { Expression } from "../expression.ts";
import type { Span } from "../spans/span.ts";
import { spans } from "../spans/spans-expression.ts";
import type { TokenGraph } from "./token-graph.ts";

const encoder = new TextEncoder();

/**
 * The sections of the graph in order; a hole between two sections is ignored. With `expansions` the last words are
 * prefixes, each of which expands to at most this many terms.
 */
export function graphPhrase(field: MappedField, graph: TokenGraph, expansions: number | undefined): Expression {
  const word = (token: Token): Span => ({ kind: "term", field, bytes: encoder.encode(token.text) });
  const parts = graph.sections().map((section): Span => {
    const last = section.last && expansions !== undefined ? (token: Token) => prefixOf(field, token, expansions) : word;
    if (section.branches)
      return { kind: "or", parts: graph.ways(section.from, section.to).map((way) => spanOfWay(way, word, last)) };
    const [first, ...others] = section.tokens.map(last);
    return others.length === 0 ? first! : { kind: "or", parts: [first!, ...others] };
  });
  return spans(nearOf(parts));
}

/** As in Elasticsearch, the gap is put before the word that precedes the hole. */
function spanOfWay(way: readonly Token[], word: (token: Token) => Span, last: (token: Token) => Span): Span {
  const parts: Span[] = [];
  let position = -1;
  for (const [index, token] of way.entries()) {
    const hole = token.position - position - 1;
    if (hole > 0) parts.push({ kind: "gap", path: "", width: hole });
    if (index > 0) parts.push(word(way[index - 1]!));
    position = token.position;
  }
  parts.push(last(way.at(-1)!));
  return nearOf(parts);
}

/** A prefix within the lengths of `index_prefixes` expands without limit. */
function prefixOf(field: MappedField, token: Token, expansions: number): Span {
  const lengths = field.prefixLengths;
  const indexed = lengths !== undefined && token.text.length >= lengths.least && token.text.length <= lengths.most;
  return { kind: "prefix", field, bytes: encoder.encode(token.text), limit: indexed ? Infinity : expansions };
}

function nearOf(parts: readonly Span[]): Span {
  return parts.length === 1 ? parts[0]! : { kind: "near", parts, slop: 0, inOrder: true };
}

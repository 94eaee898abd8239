/** The words of a text as intervals (Elasticsearch's `IntervalBuilder`). */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { isGraph, TokenGraph } from "../text/token-graph.ts";
import { anyOf, combined, type Combination } from "./combine-sources.ts";
import type { IntervalSource } from "./interval-source.ts";

const encoder = new TextEncoder();

/** The intervals of the words that `analyzer` makes of a text. */
export function analyzedIntervals(
  field: MappedField,
  analyzer: Analyzer | undefined,
  text: string,
  combination: Combination,
): IntervalSource {
  if (!analyzer) return word(field, text);
  const list = analyzer.analyze(text);
  if (isGraph(list)) return combined(graphParts(field, new TokenGraph(list.tokens), combination), combination);
  return combined(wordParts(field, list.tokens), combination);
}

function word(field: MappedField, text: string): IntervalSource {
  return { kind: "term", field, bytes: encoder.encode(text) };
}

/** The words at each position, wider by the words that were left out before. */
function wordParts(field: MappedField, tokens: readonly Token[]): IntervalSource[] {
  const parts: IntervalSource[] = [];
  let previous = -1;
  for (let from = 0; from < tokens.length;) {
    const { position } = tokens[from]!;
    let to = from;
    while (to < tokens.length && tokens[to]!.position === position) to++;
    const words = tokens.slice(from, to).map((token) => word(field, token.text));
    const holes = position - previous - 1;
    parts.push(extended(anyOf(words), holes));
    previous = position;
    from = to;
  }
  return parts;
}

/** The sections of a graph, each with all its ways. */
function graphParts(field: MappedField, graph: TokenGraph, combination: Combination): IntervalSource[] {
  return graph.sections().map((section): IntervalSource => {
    const ways = section.branches
      ? graph.ways(section.from, section.to)
      : section.tokens.map((token) => [{ ...token, position: 0 }]);
    return anyOf(ways.map((way) => combined(wordParts(field, way), combination)));
  });
}

function extended(inner: IntervalSource, before: number): IntervalSource {
  return before <= 0 ? inner : { kind: "extended", inner, before, after: 0 };
}

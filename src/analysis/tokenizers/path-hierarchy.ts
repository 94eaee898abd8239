import { illegalArgument } from "../../compat/errors.ts";
import type { TokenizerKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import type { TokenList } from "../token-list.ts";

/**
 * Every parent of a path, all at one position (Lucene 9's PathHierarchyTokenizer and ReversePathHierarchyTokenizer).
 */
export const pathHierarchy: TokenizerKind = {
  name: "path_hierarchy",
  summary: "Gives a path with all the folders above it.",

  create(parameters) {
    if (parameters.integer("buffer_size", 1024) < 0) throw illegalArgument("bufferSize cannot be negative");
    const skip = parameters.integer("skip", 0);
    if (skip < 0) throw illegalArgument("skip cannot be negative");
    const delimiter = single(parameters, "delimiter") ?? "/";
    const replacement = single(parameters, "replacement") ?? delimiter;
    const spansOf = parameters.boolean("reverse", false) ? endsOf : beginningsOf;
    return {
      readsWhole: true,
      tokenize: (text) => pathTokens(text, spansOf(text, delimiter, skip), delimiter, replacement),
    };
  },
};

function single(parameters: ComponentParameters, key: "delimiter" | "replacement"): string | undefined {
  const value = parameters.string(key);
  if (value !== undefined && value.length !== 1) throw illegalArgument(`${key} must be a one char value`);
  return value;
}

function pathTokens(
  text: string,
  spans: readonly (readonly [number, number])[],
  delimiter: string,
  replacement: string,
): TokenList {
  const tokens = spans.map(([startOffset, endOffset]) => ({
    text: text.slice(startOffset, endOffset).replaceAll(delimiter, () => replacement),
    position: 0,
    startOffset,
    endOffset,
    positionLength: 1,
    type: "word",
  }));
  return { tokens, nextPosition: tokens.length > 0 ? 1 : 0, endOffset: text.length };
}

/**
 * Spans from the start, or from the `skip`-th delimiter, to each later delimiter and to the end. A leading delimiter
 * does not count.
 */
function beginningsOf(text: string, delimiter: string, skip: number): [number, number][] {
  let start = 0;
  for (let skipped = 0; skipped < skip; skipped++) {
    start = text.indexOf(delimiter, start + 1);
    if (start < 0) return [];
  }
  const spans: [number, number][] = [];
  for (let end = start; end < text.length;) {
    const next = text.indexOf(delimiter, end + 1);
    end = next < 0 ? text.length : next;
    spans.push([start, end]);
    // A trailing delimiter is a separate level.
    if (end === text.length - 1) spans.push([start, text.length]);
    if (end >= text.length - 1) break;
  }
  return spans;
}

/** Spans from after each delimiter to the end, or to just after the `skip`-th delimiter from the end. */
function endsOf(text: string, delimiter: string, skip: number): [number, number][] {
  const places = [0];
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) places.push(at + 1);
  if (places.at(-1)! < text.length) places.push(text.length);
  const last = places.length - 1 - skip;
  return last <= 0 ? [] : places.slice(0, last).map((start): [number, number] => [start, places[last]!]);
}

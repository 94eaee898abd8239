/**
 * Applies a filter to some of the tokens (Lucene's ConditionalTokenFilter): each run of selected tokens is filtered
 * like a separate text.
 */
import type { Token } from "./analyzer.ts";
import type { TokenFilter, TokenList } from "./token-list.ts";

/** The output so far, and its position offset from the input. */
class Output {
  readonly tokens: Token[] = [];
  position = -1;

  give(token: Token, increment: number): void {
    this.position += increment;
    this.tokens.push({ ...token, position: this.position });
  }
}

/**
 * `filterOf` selects the filter of a token; undefined: the token is kept. A run is consecutive tokens with the same
 * filter.
 */
export function filterRuns(list: TokenList, filterOf: (index: number) => TokenFilter | undefined): TokenList {
  const { tokens } = list;
  const output = new Output();
  /** Holes at the end of the last run; they precede the next token. */
  let holes = 0;
  let before = -1;
  let firstRun = 0;
  for (let at = 0; at < tokens.length;) {
    const increment = tokens[at]!.position - before + holes;
    const filter = filterOf(at);
    let end = at + 1;
    if (filter) while (end < tokens.length && filterOf(end) === filter) end++;
    if (filter) holes = filterRun(tokens.slice(at, end), increment, list.endOffset, filter, output);
    else {
      output.give(tokens[at]!, increment);
      holes = 0;
    }
    before = tokens[end - 1]!.position;
    if (at === 0) firstRun = end;
    at = end;
  }
  // Holes at the end of the text are kept if nothing was split into runs.
  const whole = tokens.length === 0 || firstRun === tokens.length;
  const holesAtEnd = whole ? holes + (list.nextPosition - 1 - before) : 0;
  return { ...list, tokens: output.tokens, nextPosition: output.position + 1 + holesAtEnd };
}

/**
 * Appends the output of `filter` for a run whose first token is `increment` positions after the last one; returns the
 * holes at its end.
 */
function filterRun(
  run: readonly Token[],
  increment: number,
  endOffset: number,
  filter: TokenFilter,
  output: Output,
): number {
  // A text cannot begin with a token at the position of a previous one.
  const moved = increment === 0 ? 1 : 0;
  const shift = run[0]!.position - (increment + moved - 1);
  const shifted = run.map((token) => ({ ...token, position: token.position - shift }));
  const filtered = filter.filter({ tokens: shifted, nextPosition: shifted.at(-1)!.position + 1, endOffset });
  let previous = -1;
  for (const token of filtered.tokens) {
    const own = token.position - previous;
    output.give(token, previous < 0 ? own - moved : own);
    previous = token.position;
  }
  const holes = filtered.nextPosition - 1 - previous;
  return filtered.tokens.length > 0 ? holes : holes - moved;
}

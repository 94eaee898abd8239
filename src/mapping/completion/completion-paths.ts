/**
 * Whole inputs as terms (Lucene's CompletionTokenStream over ConcatenateGraphFilter): the tokens of an input joined by
 * separators, one term for each path through the token graph.
 */
import type { Analyzer, Token } from "../../analysis/analyzer.ts";
import { textAnalyzer } from "../../analysis/text-analyzer.ts";
import type { TokenList } from "../../analysis/token-list.ts";

/** Separates two tokens (Lucene's SEP_LABEL). Inputs must not contain it. */
export const SEPARATOR = "\u001f";
/** Lucene's mark of a hole. It does not occur in terms, but inputs must not contain it either. */
export const HOLE = "\u001e";
/** Lucene's DEFAULT_MAX_GRAPH_EXPANSIONS: further paths of an input are dropped, as in Lucene. */
const MOST_PATHS = 10_000;

/** How tokens become terms. */
export interface PathOptions {
  /** Whether words are separated, so that `foob` does not match `foo bar`. */
  readonly separators: boolean;
  /** Whether a word removed by a token filter leaves an extra separator. */
  readonly positionIncrements: boolean;
}

/** An analyzer that returns whole inputs as tokens, all at position 0. */
export function completionAnalyzer(inner: Analyzer, options: PathOptions): Analyzer {
  return textAnalyzer(
    inner.name,
    (text) => {
      const list = inner.analyze(text);
      const { endOffset } = list;
      const tokens = completionPaths(list, options).map((path) => ({
        text: path,
        position: 0,
        startOffset: 0,
        endOffset,
        positionLength: 1,
        type: "word",
      }));
      return { tokens, nextPosition: tokens.length > 0 ? 1 : 0, endOffset };
    },
    inner.positionIncrementGap,
  );
}

/** An arc of the graph: a token, or a hole, whose text is empty. */
interface Arc {
  readonly to: number;
  readonly text: string;
}

/** The terms of an analysed input; none when it has no tokens. */
export function completionPaths(list: TokenList, options: PathOptions): string[] {
  const tokens = options.positionIncrements ? list.tokens : withoutHoles(list.tokens);
  const last = tokens.at(-1);
  if (!last) return [];
  const leaving = arcsOf(tokens);
  const ends = new Set(
    tokens.map((token) => token.position + token.positionLength).filter((position) => position > last.position),
  );
  const separator = options.separators ? SEPARATOR : "";
  // Words removed at the end count as holes too.
  const tail = options.positionIncrements ? separator.repeat(Math.max(0, list.nextPosition - last.position - 1)) : "";
  const paths = new Set<string>();
  // A stack instead of recursion: an input may have any number of words.
  const open: { position: number; text: string; words: number }[] = [{ position: 0, text: "", words: 0 }];
  for (let way = open.pop(); way && paths.size < MOST_PATHS; way = open.pop()) {
    const { position, text, words } = way;
    if (ends.has(position)) paths.add(text + tail);
    const arcs = leaving.get(position) ?? [];
    for (let at = arcs.length - 1; at >= 0; at--) {
      const { to, text: word } = arcs[at]!;
      open.push({ position: to, text: words === 0 ? word : text + separator + word, words: words + 1 });
    }
  }
  return [...paths];
}

/** Tokens and holes by start position. */
function arcsOf(tokens: readonly Token[]): Map<number, Arc[]> {
  const leaving = new Map<number, Arc[]>();
  const arriving = new Set<number>([0]);
  for (const { position, positionLength, text } of tokens) {
    arriving.add(position + positionLength);
    const arcs = leaving.get(position);
    if (arcs) arcs.push({ to: position + positionLength, text });
    else leaving.set(position, [{ to: position + positionLength, text }]);
  }
  // Bridges gaps: a hole leads to each position with a token that no arc reaches, or that follows a position which no
  // token leaves.
  const positions = [...leaving.keys()];
  for (const position of positions) {
    for (let at = position; at > 0 && (!arriving.has(at) || !leaving.has(at - 1)); at--) {
      arriving.add(at);
      const arcs = leaving.get(at - 1);
      if (arcs) arcs.push({ to: at, text: "" });
      else leaving.set(at - 1, [{ to: at, text: "" }]);
    }
  }
  return leaving;
}

/** The same tokens without empty positions between them. */
function withoutHoles(tokens: readonly Token[]): Token[] {
  let holes = 0;
  let before = -1;
  return tokens.map((token) => {
    if (token.position > before + 1) holes += token.position - before - 1;
    before = token.position;
    return { ...token, position: token.position - holes };
  });
}

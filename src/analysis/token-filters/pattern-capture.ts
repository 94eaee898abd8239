import { illegalArgument } from "../../compat/errors.ts";
import { compilePattern, type JavaPattern, type Match } from "../../compat/patterns/java-pattern.ts";
import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";

/** Outputs a token per group that regular expressions capture (Lucene's PatternCaptureGroupTokenFilter). */
export const patternCapture: TokenFilterKind = {
  name: "pattern_capture",
  summary: "Gives a token for each group that regular expressions capture.",
  byName: false,

  create(parameters) {
    const patterns = parameters.list("patterns");
    if (patterns === undefined)
      throw illegalArgument("required setting 'patterns' is missing for token filter [" + parameters.name + "]");
    const expressions = patterns.map((pattern) => compilePattern(pattern));
    const preserveOriginal = parameters.boolean("preserve_original", true);
    return {
      filter(list) {
        const tokens: Token[] = [];
        for (const token of list.tokens) {
          const captured = new Captures(token.text, expressions, preserveOriginal);
          if (preserveOriginal) tokens.push(token);
          let text = captured.next();
          // Even without `preserve_original`, a token without captures is kept.
          if (!preserveOriginal) tokens.push({ ...token, text: text ?? token.text });
          else if (text !== undefined) tokens.push({ ...token, text });
          while (text !== undefined) {
            text = captured.next();
            if (text !== undefined) tokens.push({ ...token, text });
          }
        }
        return { ...list, tokens };
      },
    };
  },
};

/** The state of one expression on a token: the groups of its current match. */
interface Matcher {
  readonly matches: Iterator<Match>;
  spans: [number, number][] | undefined;
  at: number;
}

/** The captures of several expressions on one token, ordered by start. */
class Captures {
  readonly #text: string;
  readonly #matchers: Matcher[];
  readonly #skipWhole: boolean;

  constructor(text: string, expressions: readonly JavaPattern[], skipWhole: boolean) {
    this.#text = text;
    this.#skipWhole = skipWhole;
    this.#matchers = expressions.map((expression) => {
      const matches = expression.findAll(text);
      return { matches, spans: spansOf(matches), at: 0 };
    });
  }

  next(): string | undefined {
    let best: { start: number; end: number; matcher: Matcher } | undefined;
    for (const matcher of this.#matchers) {
      this.#toCapture(matcher);
      const span = matcher.spans?.[matcher.at];
      if (span && (!best || span[0] < best.start)) best = { start: span[0], end: span[1], matcher };
    }
    if (!best) return undefined;
    best.matcher.at++;
    return this.#text.slice(best.start, best.end);
  }

  /** Advances to the next group with a capture, in this match or a later one. */
  #toCapture(matcher: Matcher): void {
    while (matcher.spans) {
      const { spans } = matcher;
      for (; matcher.at < spans.length; matcher.at++) {
        const [start, end] = spans[matcher.at]!;
        if (start !== end && !(this.#skipWhole && start === 0 && end === this.#text.length)) return;
      }
      matcher.spans = spansOf(matcher.matches);
      matcher.at = 0;
    }
  }
}

/** Spans of the next match's groups; empty for a group that did not participate. */
function spansOf(matches: Iterator<Match>): [number, number][] | undefined {
  const { done, value } = matches.next();
  if (done) return undefined;
  const { spans } = value;
  return Array.from({ length: spans.length / 2 - 1 }, (_, group): [number, number] => [
    spans[group * 2 + 2]!,
    spans[group * 2 + 3]!,
  ]);
}

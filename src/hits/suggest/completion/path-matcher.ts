/** Which paths a text or an expression finds, and how well. */
import type { ByteAutomaton } from "../../../core/automata/byte-automaton.ts";
import type { TermsReader } from "../../../segment/segment-reader.ts";
import { prefixRange } from "../../../query/automata/select-terms.ts";
import { acceptedRanges } from "./accepted-ranges.ts";
import { FuzzyBeginnings } from "./fuzzy-beginnings.ts";

/** Looks for paths that stand behind the same bytes, those of a context or none. */
export interface PathMatcher {
  /** Ranges of entries with what their weights are multiplied by. */
  readonly find: (terms: TermsReader, context: Uint8Array) => readonly MatchedRange[];
}

interface MatchedRange {
  readonly from: number;
  readonly to: number;
  /** 0: the weight itself counts. */
  readonly boost: number;
}

/** How a text may differ from the beginning of a path. */
export interface FuzzyOptions {
  readonly edits: number;
  readonly transpositions: boolean;
  readonly minLength: number;
  readonly prefixLength: number;
  readonly unicodeAware: boolean;
}

/** What looking may cost. */
export interface MatcherWork {
  readonly reserve: (bytes: number) => void;
  readonly checkpoint: () => void;
}

/** Paths that begin with one of the texts. */
export function exactMatcher(texts: readonly string[]): PathMatcher {
  return {
    find: (terms, context) =>
      outermost(
        texts.map((text) => ({ ...prefixRange(terms, Buffer.concat([context, Buffer.from(text)])), boost: 0 })),
      ),
  };
}

/** Paths that begin with what an automaton accepts. */
export function automatonMatcher(automaton: ByteAutomaton, { checkpoint }: MatcherWork): PathMatcher {
  return {
    find(terms, context) {
      const inContext = { ...prefixRange(terms, context), depth: context.length };
      const ranges = acceptedRanges(terms, inContext, automaton, checkpoint);
      return ranges.map(({ from, to }) => ({ from, to, boost: 0 }));
    },
  };
}

/** Paths whose beginning is within some edits of a text. They are the better the longer they begin like a text. */
export function fuzzyMatcher(texts: readonly string[], options: FuzzyOptions, work: MatcherWork): PathMatcher {
  const ways = texts.map((text) => wayOf(text, options, work));
  const boostOf = (beginning: Uint8Array): number =>
    Math.max(0, ...ways.map(({ symbols }) => commonLength(symbols, beginning)));
  return {
    find(terms, context) {
      const found = ways.flatMap(({ prefix, rest }) => {
        const before = Buffer.concat([context, prefix]);
        const range = { ...prefixRange(terms, before), depth: before.length };
        return rest ? acceptedRanges(terms, range, rest, work.checkpoint) : range.from < range.to ? [range] : [];
      });
      return outermost(found).map(({ from, to, depth }) => ({
        from,
        to,
        boost: boostOf(terms.bytes(from).subarray(context.length, depth)),
      }));
    },
  };
}

/** One text: what must be the same, and what may differ behind it. */
interface FuzzyWay {
  readonly symbols: readonly number[];
  readonly prefix: Uint8Array;
  readonly rest: FuzzyBeginnings | undefined;
}

function wayOf(text: string, options: FuzzyOptions, { reserve }: MatcherWork): FuzzyWay {
  const { minLength, prefixLength, unicodeAware } = options;
  const bytes = Buffer.from(text);
  const symbols = unicodeAware ? Array.from(text, (character) => character.codePointAt(0) ?? 0) : Array.from(bytes);
  if (symbols.length <= prefixLength || symbols.length < minLength || options.edits === 0)
    return { symbols, prefix: bytes, rest: undefined };
  const prefix = unicodeAware
    ? Buffer.from(String.fromCodePoint(...symbols.slice(0, prefixLength)))
    : bytes.subarray(0, prefixLength);
  return { symbols, prefix, rest: new FuzzyBeginnings(symbols.slice(prefixLength), { ...options, reserve }) };
}

/** Lucene compares symbols of the text with bytes of the path. */
function commonLength(symbols: readonly number[], bytes: Uint8Array): number {
  let length = 0;
  while (length < symbols.length && length < bytes.length && symbols[length] === bytes[length]) length++;
  return length;
}

/** Without ranges that lie in others: what a path has read first is what counts. */
function outermost<Range extends { readonly from: number; readonly to: number }>(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((one, other) => one.from - other.from || other.to - one.to);
  let end = 0;
  return sorted.filter(({ from, to }) => {
    if (from >= to || to <= end) return false;
    end = to;
    return true;
  });
}

/**
 * Test support: a segment with text, numbers and keywords, what each document holds as plain data, and contexts on it.
 */
import { memoryViews } from "../../query/execution/memory-views.ts";
import { SegmentContext } from "../../query/execution/operator-context.ts";
import type { Operator, OperatorContext } from "../../query/operator.ts";
import { BM25 } from "../../mapping/similarities.ts";
import type { FieldStatistics, TermStatistics } from "../../query/query.ts";
import { bm25 } from "../../query/scoring/bm25.ts";
import { formulaOf, type FormulaScorer } from "../../query/scoring/similarity.ts";
import { termScore, type TermScoring } from "../../query/scoring/term-scoring.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../../segment/memory-segment-builder.ts";
import { readPostings } from "../../segment/postings/postings-reader.ts";
import { withoutDocs } from "../../segment/live-docs.ts";
import { numbersFrom } from "../segment/segment-model.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import type { TermClause } from "../../query/execution/flat-shape.ts";
import { TermOperator } from "../../query/term/term-operator.ts";

const encoder = new TextEncoder();

/** A document of the fixture. */
export interface FixtureDocument {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly small: readonly number[];
  readonly large: readonly number[];
}

export interface Fixture {
  readonly documents: readonly FixtureDocument[];
  readonly reader: SegmentReader;
  readonly live: Uint32Array | undefined;
}

const specs = {
  text: { name: "text", terms: "positions", norms: true, column: undefined },
  bare: { name: "bare", terms: "docs", norms: false, column: undefined },
  tag: { name: "tag", terms: "docs", norms: false, column: "ordinals" },
  single: { name: "single", terms: "docs", norms: false, column: "ordinals" },
  small: { name: "small", terms: undefined, norms: false, column: "integer" },
  large: { name: "large", terms: undefined, norms: false, column: "double" },
} as const;

/**
 * `count` documents from a seed. Word `wN` becomes rarer with N; runs of one word make frequencies above 1. `rising`:
 * the words become more frequent towards the end, and some documents are the best of their blocks for several words at
 * once, each better than the one before: bounds that are too low by a little lose some.
 */
export function makeFixture(
  seed: number,
  count: number,
  options: { deletedShare?: number; rising?: boolean } = {},
): Fixture {
  const { deletedShare = 0, rising = false } = options;
  let doc = 0;
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const word = () =>
    next() < 0.02 ? `rare${below(count)}` : `w${Math.floor(next() ** (rising ? 0.3 + (4 * doc) / count : 4) * 60)}`;
  const builder = new MemorySegmentBuilder({ pool: new MemoryPool(0), scratchSlots: 2 });
  const documents: FixtureDocument[] = [];
  for (; doc < count; doc++) {
    const words: string[] = [];
    const length = next() < 0.01 ? 300 : rising ? 8 + below(14) : below(14);
    const run = () => (!rising && next() < 0.1 ? 1 + below(6) : 1);
    while (words.length < length) {
      const text = word();
      for (let times = run(); times > 0; times--) words.push(text);
    }
    if (rising && doc % 500 === 250) {
      const times = Math.ceil(doc / 500);
      words.splice(
        0,
        words.length,
        ...["w1", "w4", "w7"].flatMap((planted) => Array.from({ length: times }, () => planted)),
      );
    }
    const document: FixtureDocument = {
      words,
      tags: Array.from({ length: below(4) }, () => `t${below(next() < 0.5 ? 5 : 300)}`),
      small: Array.from({ length: next() < 0.8 ? 1 : 0 }, () => below(2000) - 1000),
      large: Array.from({ length: below(3) }, () => Math.floor((next() - 0.5) * 1e6) / 8),
    };
    documents.push(document);
    addDocument(builder, doc, document);
    builder.end(0, doc);
  }
  const { segment } = builder.build(0);
  const deleted = documents.flatMap((_, doc) => (next() < deletedShare ? [doc] : []));
  return {
    documents,
    reader: openSegment(segment),
    live: deletedShare > 0 ? withoutDocs(undefined, count, deleted) : undefined,
  };
}

function addDocument(builder: MemorySegmentBuilder, doc: number, document: FixtureDocument): void {
  builder.start(`id${doc}`, doc, 1);
  const text = builder.field(specs.text);
  document.words.forEach((word, position) => {
    const bytes = encoder.encode(word);
    builder.addTerm(text, bytes, 0, bytes.length, position);
  });
  if (document.words.length > 0) builder.addLength(text, document.words.length);
  for (const word of new Set(document.words)) {
    const bytes = encoder.encode(word);
    builder.addTerm(builder.field(specs.bare), bytes, 0, bytes.length, 0);
  }
  for (const [index, tag] of document.tags.entries()) {
    const bytes = encoder.encode(tag);
    builder.addOrdinalTerm(builder.field(specs.tag), bytes, 0, bytes.length);
    if (index === 0) builder.addOrdinalTerm(builder.field(specs.single), bytes, 0, bytes.length);
  }
  for (const value of document.small) builder.addNumber(builder.field(specs.small), value);
  for (const value of document.large) builder.addNumber(builder.field(specs.large), value);
}

/** Runs `body` with a context on the fixture's segment, and closes it. */
export function withContext<T>(fixture: Fixture, body: (context: SegmentContext) => T): T {
  const context = new SegmentContext({
    reader: fixture.reader,
    slot: 1,
    checkpoint: () => undefined,
  });
  // Whatever was in scratch before must not matter.
  const views = memoryViews(fixture.reader.data.memory.buffer);
  views.words.fill(0xa5a5a5a5, (1024 + (1 << 20)) / 4, (1024 + (2 << 20)) / 4);
  try {
    return body(context);
  } finally {
    context.close();
  }
}

/** The clause of a word with BM25 scoring by the segment's own statistics; undefined when no document has it. */
export function clauseOf(
  fixture: Fixture,
  field: string,
  word: string,
  boost = 1,
): (TermClause & { scoring: TermScoring }) | undefined {
  const terms = fixture.reader.terms(field)!;
  const ordinal = terms.find(encoder.encode(word));
  if (ordinal < 0) return undefined;
  const { docCount, sumDocFreq, sumTotalTermFreq } = terms;
  const statistics = {
    docFreq: terms.docFreq(ordinal),
    totalTermFreq: terms.totalTermFreq(ordinal),
  };
  return {
    field,
    ordinal,
    scoring: scored(boost, { docCount, sumDocFreq, sumTotalTermFreq }, statistics),
  };
}

function scored(boost: number, field: FieldStatistics, term: TermStatistics): FormulaScorer {
  const scorer = formulaOf(bm25.scorer(BM25, boost, field, [term]));
  if (!scorer) throw new Error("BM25 is the formula of the kernel");
  return scorer;
}

/** Documents with their scores. */
export type Matches = Map<number, number>;

const computed = new WeakMap<Fixture, Map<string, Matches>>();

/** The documents of a clause (with the segment's own statistics) and their scores, plainly. */
export function termMatches(fixture: Fixture, clause: TermClause & { scoring: TermScoring }): Matches {
  let known = computed.get(fixture);
  if (!known) computed.set(fixture, (known = new Map()));
  const key = `${clause.field} ${clause.ordinal} ${clause.scoring.weight}`;
  const matches = known.get(key) ?? readMatches(fixture, clause);
  known.set(key, matches);
  return matches;
}

function readMatches(fixture: Fixture, clause: TermClause & { scoring: TermScoring }): Matches {
  const norms = fixture.reader.norms(clause.field);
  const postings = readPostings(fixture.reader.data, fixture.reader.field(clause.field)!.terms!, clause.ordinal);
  return new Map(postings.map(({ doc, freq }) => [doc, termScore(clause.scoring, freq, norms?.[doc] ?? 1)]));
}

/** The documents in all of the matches; scores add up in float64. */
export function allOf(parts: readonly Matches[]): Matches {
  const [first, ...others] = parts;
  const matches: Matches = new Map();
  for (const [doc, score] of first ?? []) {
    if (others.every((other) => other.has(doc)))
      matches.set(doc, Math.fround(others.reduce((sum, other) => sum + other.get(doc)!, score)));
  }
  return matches;
}

/** The documents in at least `minimum` of the matches. */
export function anyOf(parts: readonly Matches[], minimum = 1): Matches {
  const sums = new Map<number, { count: number; sum: number }>();
  for (const part of parts) {
    for (const [doc, score] of part) {
      const entry = sums.get(doc);
      if (entry) {
        entry.count++;
        entry.sum += score;
      } else sums.set(doc, { count: 1, sum: score });
    }
  }
  return new Map(
    [...sums].filter(([, { count }]) => count >= minimum).map(([doc, { sum }]) => [doc, Math.fround(sum)]),
  );
}

/** Those of the matches that pass. */
export function those(matches: Matches, passes: (doc: number) => boolean): Matches {
  return new Map([...matches].filter(([doc]) => passes(doc)));
}

/** The k best of the matches: greater scores first, lesser documents first among equals. */
export function best(matches: Matches, k: number): { docs: number[]; scores: number[] } {
  const sorted = [...matches].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, k);
  return { docs: sorted.map(([doc]) => doc), scores: sorted.map(([, score]) => score) };
}

/** A term operator for a clause. */
export function termOperator(context: OperatorContext, clause: TermClause): Operator {
  return new TermOperator(context, clause);
}

/** The plan of a word in several fields: BM25F, as Lucene's `CombinedFieldQuery` computes it. */
import { javaFloat } from "../../core/float32.ts";
import { intToByte4 } from "../../segment/norms/small-float.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { DisjunctionOperator } from "../boolean/disjunction-operator.ts";
import { ScoredDocsOperator } from "../execution/scored-docs.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import type { Explanation, FieldStatistics, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { normLengths } from "../scoring/norm-length.ts";
import { computedOf, type Scorer, scorerOf } from "../scoring/similarity.ts";
import { termScore } from "../scoring/term-scoring.ts";
import { postingOf } from "../term/posting-of.ts";
import { openTermCursor } from "../term/term-cursor.ts";
import { TermOperator } from "../term/term-operator.ts";
import type { CombinedField } from "./combined-terms-expression.ts";

export interface PlannedCombination {
  readonly fields: readonly CombinedField[];
  readonly terms: readonly Uint8Array[];
  readonly description: string;
}

/** A term of a field in one segment. */
interface SegmentTerm {
  readonly path: string;
  readonly ordinal: number;
  readonly weight: number;
}

const f32 = Math.fround;

export function planCombinedTerms(planned: PlannedCombination, searcher: SearcherView, options: PlanOptions): Plan {
  const { fields, terms, description } = planned;
  const scorer = options.scored ? combinedScorer(planned, searcher, options.boost) : undefined;
  const termsIn = (segment: SegmentReader): SegmentTerm[] =>
    fields.flatMap(({ field, weight }) =>
      terms.flatMap((bytes) => {
        const ordinal = segment.terms(field.path)?.find(bytes) ?? -1;
        return ordinal < 0 ? [] : [{ path: field.path, ordinal, weight }];
      }),
    );
  return {
    kind: "CombinedFieldQuery",
    description,
    children: [],
    operator(context) {
      const found = termsIn(context.reader);
      const operators = found.map(
        (one): Operator => new TermOperator(context, { field: one.path, ordinal: one.ordinal, scoring: undefined }),
      );
      const [only] = operators;
      if (!only) return undefined;
      const docs = operators.length === 1 ? only : new DisjunctionOperator(context, operators);
      if (!scorer) return docs;
      const frequency = frequenciesOf(context, found);
      const norm = normsOf(context.reader, fields);
      return new ScoredDocsOperator(context, docs, (doc) => scoreOf(scorer, frequency(doc), norm(doc)));
    },
    cost: (segment) =>
      termsIn(segment).reduce((sum, { path, ordinal }) => sum + (segment.terms(path)?.docFreq(ordinal) ?? 0), 0),
    explain(segment, doc): Explanation {
      let freq = 0;
      for (const { path, ordinal, weight } of termsIn(segment))
        freq = f32(freq + f32(weight * (postingOf(segment, path, ordinal, doc)?.freq ?? 0)));
      if (freq === 0) return unmatched("no matching term");
      const told = explained(freq, `termFreq=${javaFloat(freq)}`);
      const score = scorer ? scorer.explain(told, normsOf(segment, fields)(doc)) : explained(0, "no score", [told]);
      return explained(score.value, `weight(${description} in ${doc}), result of:`, [score]);
    },
  };
}

function scoreOf(scorer: Scorer, freq: number, norm: number): number {
  const computed = computedOf(scorer);
  if (computed) return computed.compute(freq, norm);
  return "weight" in scorer ? termScore(scorer, freq, norm) : 0;
}

/** The weighted sum of the frequencies of all terms in a document. Documents ascend. */
function frequenciesOf(context: OperatorContext, terms: readonly SegmentTerm[]): (doc: number) => number {
  const { kernel } = context;
  const cursors = terms.map(({ path, ordinal }) =>
    openTermCursor(context, { field: path, ordinal, scoring: undefined }, false),
  );
  return (doc) => {
    let freq = 0;
    for (let at = 0; at < cursors.length; at++) {
      const cursor = cursors[at]!;
      if (kernel.advance(cursor, doc) === doc) freq = f32(freq + f32(terms[at]!.weight * kernel.freq(cursor)));
    }
    return freq;
  };
}

/** The norm of the weighted sum of the lengths of a document's fields. */
function normsOf(segment: SegmentReader, fields: readonly CombinedField[]): (doc: number) => number {
  const [only] = fields;
  const known = fields.map(({ field, weight }) => ({
    norms: segment.norms(field.path),
    presence: segment.field(field.path) ? segment.presence(field.path) : undefined,
    weight,
  }));
  if (known.every(({ norms }) => norms === undefined)) return () => 1;
  if (only && fields.length === 1 && only.weight === 1) return (doc) => known[0]!.norms?.[doc] ?? 1;
  return (doc) => {
    let sum = 0;
    for (const { norms, presence, weight } of known) {
      if (!norms || (presence && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0)) continue;
      sum = f32(sum + f32(weight * normLengths[norms[doc]!]!));
    }
    return intToByte4(Math.round(sum));
  };
}

/** All fields as one: the highest document frequency, and the weighted sums of the lengths. */
function combinedScorer(
  { fields, terms }: PlannedCombination,
  searcher: SearcherView,
  boost: number,
): Scorer | undefined {
  const pseudo: { -readonly [Key in keyof FieldStatistics]: number } = {
    docCount: 0,
    sumDocFreq: 0,
    sumTotalTermFreq: 0,
  };
  let docFreq = 0;
  let totalTermFreq = 0;
  for (const { field, weight } of fields) {
    const own = searcher.fieldStatistics(field.path);
    pseudo.docCount = Math.max(pseudo.docCount, own.docCount);
    pseudo.sumDocFreq = Math.max(pseudo.sumDocFreq, own.sumDocFreq);
    pseudo.sumTotalTermFreq = Math.trunc(pseudo.sumTotalTermFreq + weight * own.sumTotalTermFreq);
    for (const bytes of terms) {
      const term = searcher.termStatistics(field.path, bytes);
      docFreq = Math.max(docFreq, term.docFreq);
      totalTermFreq = Math.trunc(totalTermFreq + weight * term.totalTermFreq);
    }
  }
  const [first] = fields;
  if (docFreq === 0 || !first) return undefined;
  return scorerOf(first.field.similarity, boost, pseudo, [{ docFreq, totalTermFreq: Math.max(1, totalTermFreq) }]);
}

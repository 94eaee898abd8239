/** Scores all documents of a field of vectors by their distance to another one (`DenseVectorQuery`). */
import { READS } from "../../segment/field-reads.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { expressionKey, type Expression } from "../expression.ts";
import type { Operator, OperatorContext, WindowBuffer } from "../operator.ts";
import type { Plan } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { hasField } from "../term/posting-of.ts";
import type { VectorScoring } from "./vector-scoring.ts";

/** Tests whether documents of a segment are, or are nested in, some that were found before. */
export type FoundIn = (reader: SegmentReader) => (doc: number) => boolean;

/** What documents are scored by. */
export interface ExactTask {
  readonly path: string;
  readonly scoring: VectorScoring;
  /** Documents with a lower score do not match. */
  readonly minScore: number;
  readonly foundIn: FoundIn;
}

/** Every document with a vector that is near enough. */
export function exactNearest(task: ExactTask): Expression {
  const self: Expression = {
    type: "DenseVectorQuery.Floats",
    description: "DenseVectorQuery.Floats",
    key: expressionKey("exact", task.path),
    // The key says nothing of the vector.
    isWrapper: true,
    rewrite: () => self,
    plan: (_searcher, { boost }) => planExact(task, boost),
    highlightTerms() {},
  };
  return self;
}

function planExact(task: ExactTask, boost: number): Plan {
  return {
    kind: "DenseVectorQuery.Floats",
    description: "DenseVectorQuery.Floats",
    children: [],
    operator(context) {
      const scoreOf = scoresIn(task, context.reader);
      return scoreOf && new ExactOperator(context, (doc) => scoreOf(doc) * boost);
    },
    explain(segment, doc) {
      const score = scoresIn(task, segment)?.(doc) ?? Number.NaN;
      return Number.isNaN(score) ? unmatched("no vector value") : explained(Math.fround(score * boost), "vector value");
    },
  };
}

/** The score of a document; NaN: it does not match. */
function scoresIn(
  { path, scoring, minScore, foundIn }: ExactTask,
  reader: SegmentReader,
): ((doc: number) => number) | undefined {
  const column = reader.column(path, READS.vectors);
  if (!column) return undefined;
  const scoreAt = scoring.open(column);
  const isFound = foundIn(reader);
  return (doc) => {
    if (!hasField(reader, path, doc) || !isFound(doc)) return Number.NaN;
    const score = scoreAt(column.starts ? column.starts[doc]! : doc);
    return score >= minScore ? score : Number.NaN;
  };
}

class ExactOperator implements Operator {
  readonly cost: number;
  readonly twoPhase = true;
  private readonly context: OperatorContext;
  private readonly scoreOf: (doc: number) => number;

  constructor(context: OperatorContext, scoreOf: (doc: number) => number) {
    this.cost = context.reader.docCount;
    this.context = context;
    this.scoreOf = scoreOf;
  }

  nextWindow(from: number): number {
    const base = from & -WINDOW_DOCS;
    return base < this.context.reader.docCount ? base : NO_MORE_DOCS;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  fill(base: number, into: WindowBuffer, scored: boolean, candidates?: WindowBuffer): boolean {
    into.bits.fill(0);
    const end = Math.min(WINDOW_DOCS, this.context.reader.docCount - base);
    let any = false;
    for (let place = 0; place < end; place++) {
      if (candidates && ((candidates.bits[place >>> 5]! >>> (place & 31)) & 1) === 0) continue;
      const score = this.scoreOf(base + place);
      if (Number.isNaN(score)) continue;
      any = true;
      into.bits[place >>> 5]! |= 1 << (place & 31);
      if (scored) into.scores[place] = score;
    }
    return any;
  }
}

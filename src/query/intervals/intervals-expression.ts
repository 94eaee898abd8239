/** Documents with intervals (Lucene's `IntervalQuery`). */
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { allOf, anyOfTerms, type Candidates, inexact, someOf } from "../percolation/candidates.ts";
import type { Explanation, HighlightTerm, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { postingOf } from "../term/posting-of.ts";
import { termText } from "../term/term-text.ts";
import { IntervalCounter } from "./interval-counter.ts";
import { type IntervalSource, intervalText } from "./interval-source.ts";
import { IntervalsOperator, wordsOperator } from "./intervals-operator.ts";

const f32 = Math.fround;

/** Documents that have intervals in a field. */
export function intervals(field: MappedField, source: IntervalSource): Expression {
  const description = `${field.path}:${intervalText(source)}`;
  const self: Expression = {
    type: "IntervalQuery",
    description,
    key: expressionKey("intervals", ...keyParts(source)),
    // What a script answers may depend on the time.
    ...(isScripted(source) ? { isWrapper: true as const } : {}),
    candidates: () => inexact(candidatesOf(source)),
    rewrite: () => self,
    plan: (_searcher, options) => planIntervals(source, description, options),
    highlightTerms: (searcher, add, boost) => addWords(source, searcher, add, boost),
  };
  return self;
}

function planIntervals(source: IntervalSource, description: string, { scored, boost }: PlanOptions): Plan {
  const weight = f32(boost);
  const scoreOf = (frequency: number): number => f32(weight * f32(1 - f32(1 / f32(1 + frequency))));
  return {
    kind: "IntervalQuery",
    description,
    children: [],
    operator(context) {
      const words = wordsOperator(context, source);
      if (!words) return undefined;
      return new IntervalsOperator(context, new IntervalCounter(context.reader, source), { words, weight, scoreOf });
    },
    explain(segment, doc): Explanation {
      const frequency = frequencyIn(segment, source, doc);
      if (frequency === 0) return unmatched("no matching intervals");
      return explained(
        scored ? scoreOf(frequency) : 0,
        "Saturation function on interval frequency, computed as w * S / (S + k) from:",
        [
          explained(weight, "w, weight of this function"),
          explained(1, "k, pivot feature value that would give a score contribution equal to w/2"),
          explained(frequency, `S, the sloppy frequency of the interval query ${description}`),
        ],
      );
    },
  };
}

function frequencyIn(segment: SegmentReader, source: IntervalSource, doc: number): number {
  const counter = new IntervalCounter(segment, source);
  for (const term of counter.terms)
    term.positions = Int32Array.from(postingOf(segment, term.path, term.ordinal, doc)?.positions ?? []);
  return counter.frequency();
}

/** The sources that a source is made of. */
function partsOf(source: IntervalSource): readonly IntervalSource[] {
  if ("parts" in source) return source.parts;
  if (source.kind === "related") return [source.inner, source.reference];
  return "inner" in source ? [source.inner] : [];
}

/** The text form, and the fields of the words, which it leaves out. */
function keyParts(source: IntervalSource): string[] {
  const paths: string[] = [];
  const visit = (part: IntervalSource): void => {
    if (part.kind === "term") paths.push(part.field.path);
    else if (part.kind === "terms") paths.push(part.query.key);
    else {
      if (part.kind === "scripted") paths.push(part.script.query.key);
      for (const inner of partsOf(part)) visit(inner);
    }
  };
  visit(source);
  return [intervalText(source), ...paths];
}

function isScripted(source: IntervalSource): boolean {
  return source.kind === "scripted" || partsOf(source).some(isScripted);
}

function candidatesOf(source: IntervalSource): Candidates | undefined {
  switch (source.kind) {
    case "term":
      return anyOfTerms(source.field.path, [source.bytes]);
    case "or":
      return someOf(source.parts.map(candidatesOf), 1);
    case "block":
    case "ordered":
    case "unordered":
      return allOf(source.parts.map(candidatesOf));
    case "related":
      return candidatesOf(source.inner);
    case "terms":
    case "none":
      return undefined;
    case "repeated":
    case "max_gaps":
    case "scripted":
    case "extended":
    case "beside":
    case "field":
      return candidatesOf(source.inner);
  }
}

/** Adds the words that are looked for; those of filters are none. */
function addWords(
  source: IntervalSource,
  searcher: SearcherView,
  add: (term: HighlightTerm) => void,
  boost: number,
): void {
  if (source.kind === "term") add({ field: source.field.path, words: [termText(source.bytes)], slop: 0, boost });
  else if (source.kind === "terms") source.query.highlightTerms(searcher, add, boost);
  else if (source.kind === "related") addWords(source.inner, searcher, add, boost);
  else for (const part of partsOf(source)) addWords(part, searcher, add, boost);
}

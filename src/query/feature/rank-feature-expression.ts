/** Documents with a feature, scored by a function of its value (Lucene's `FeatureQuery`). */
import { featureBits, featurePrefix, valueOfBits } from "../../mapping/features/feature-terms.ts";
import { readFeature } from "../../mapping/features/feature-value.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { prefixRange } from "../automata/select-terms.ts";
import { NumberColumn } from "../columns/number-column.ts";
import { ScoredDocsOperator } from "../execution/scored-docs.ts";
import { expressionKey, type Expression } from "../expression.ts";
import { PresenceOperator } from "../field-exists/presence.ts";
import { matchingTerms } from "../multi-term/matching-terms.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { TESTED_DOCS } from "../plan-cost.ts";
import type { Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { hasField } from "../term/posting-of.ts";
import type { FeatureFunction } from "./feature-functions.ts";

/** A feature, by itself or as one of those of a field. */
export interface Feature {
  readonly field: MappedField;
  /** Its name among those of the field; undefined: the field is the feature. */
  readonly name: string | undefined;
  /** Greater values count less: they are turned upside down. */
  readonly isNegative: boolean;
}

/** Documents that have the feature. Without a function it is a saturation around the mean of the shard. */
export function rankFeature(feature: Feature, make: (mean: () => number) => FeatureFunction): Expression {
  const build = (searcher: SearcherView | undefined): Expression => {
    const function_ = make(() => (searcher ? meanOf(feature, searcher) : 1));
    const { field, name } = feature;
    const told = name === undefined ? `field=_feature, feature=${field.path}` : `field=${field.path}, feature=${name}`;
    const description = `FeatureQuery(${told}, function=${function_.description})`;
    const self: Expression = {
      type: "FeatureQuery",
      description,
      key: expressionKey("rank_feature", field.path, name, function_.description),
      matchKey: () => expressionKey("rank_feature", field.path, name),
      rewrite: (shard) => (searcher ? self : build(shard)),
      plan: (shard, options) =>
        searcher ? plan(feature, function_, description, options) : build(shard).plan(shard, options),
      highlightTerms() {},
    };
    return self;
  };
  return build(undefined);
}

function plan(feature: Feature, { score, explain }: FeatureFunction, description: string, options: PlanOptions): Plan {
  const { field, name } = feature;
  const weight = Math.fround(options.boost);
  return {
    kind: "FeatureQuery",
    description,
    children: [],
    operator(context) {
      const docs = docsWith(feature, context);
      if (!docs || !options.scored) return docs;
      const bits = bitsIn(feature, context.reader);
      return new ScoredDocsOperator(context, docs, (doc) => Math.fround(score(weight, valueOfBits(bits(doc)))));
    },
    cost: (segment) => (segment.field(field.path)?.docsWithField ?? 0) * TESTED_DOCS,
    explain(segment, doc) {
      const bits = hasField(segment, field.path, doc) ? bitsIn(feature, segment)(doc) : 0;
      if (bits === 0) return unmatched(`No value for feature ${name ?? field.path}`);
      const value = valueOfBits(bits);
      const [place, told] = name === undefined ? ["_feature", field.path] : [field.path, name];
      const { formula, parameters } = explain;
      return explained(
        options.scored ? Math.fround(score(weight, value)) : 0,
        `${formula.name} function on the ${place} field for the ${told} feature, computed as ${formula.text} from:`,
        [explained(weight, "w, weight of this function"), ...parameters, explained(value, "S, feature value")],
      );
    },
  };
}

function docsWith({ field, name }: Feature, context: OperatorContext): Operator | undefined {
  const { reader } = context;
  if (name === undefined)
    return (reader.field(field.path)?.docsWithField ?? 0) > 0 ? new PresenceOperator(context, field.path) : undefined;
  const terms = reader.terms(field.path);
  const range = terms && prefixRange(terms, featurePrefix(name));
  return range && range.from < range.to ? matchingTerms(context, field.path, range) : undefined;
}

/** The value of a document as Lucene keeps it, in 17 bits; 0: none. */
function bitsIn({ field, name, isNegative }: Feature, segment: SegmentReader): (doc: number) => number {
  const kept = (value: number): number => featureBits(isNegative ? 1 / value : value);
  if (name === undefined) {
    const column = new NumberColumn(segment, field);
    return (doc) => (column.start(doc) < column.end(doc) ? kept(column.at(column.start(doc))) : 0);
  }
  const terms = segment.terms(field.path);
  const column = segment.column(field.path);
  if (!terms || !column) return () => 0;
  const { from, to } = prefixRange(terms, featurePrefix(name));
  const bits = Uint32Array.from({ length: to - from }, (_, at) => kept(readFeature(terms.bytes(from + at))));
  const { starts, values } = column;
  return (doc) => {
    const end = starts ? starts[doc + 1]! : doc + 1;
    let most = 0;
    for (let at = starts ? starts[doc]! : doc; at < end; at++)
      most = Math.max(most, bits[Number(values[at]) - from] ?? 0);
    return most;
  };
}

/** The mean of the values of a shard, of what Lucene keeps of them (`FeatureField.computePivotFeatureValue`). */
function meanOf(feature: Feature, searcher: SearcherView): number {
  let sum = 0;
  let count = 0;
  for (const segment of searcher.segments) {
    searcher.planning?.checkpoint();
    const { field } = feature;
    if ((segment.field(field.path)?.docsWithField ?? 0) === 0) continue;
    const bits = bitsIn(feature, segment);
    for (let doc = 0; doc < segment.docCount; doc++) {
      if (!hasField(segment, field.path, doc)) continue;
      const one = bits(doc);
      if (one === 0) continue;
      sum += one;
      count++;
    }
  }
  return count === 0 ? 1 : valueOfBits(Math.trunc(Math.fround(sum / count)));
}

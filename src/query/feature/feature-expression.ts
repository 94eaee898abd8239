/**
 * Matches documents with a feature (sparse_vector), scored by its value (Lucene's `FeatureQuery` with a linear
 * function).
 */
import { featurePrefix, featureScoreOf } from "../../mapping/features/feature-terms.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { prefixRange } from "../automata/select-terms.ts";
import { FeatureValuesOperator, scoreOf, type FeatureScores } from "./feature-values.ts";
import { matchingTerms } from "../multi-term/matching-terms.ts";
import type { Plan, PlanOptions } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { hasField } from "../term/posting-of.ts";
import { expressionKey, type Expression } from "../expression.ts";

/** Documents that have the feature. */
export function feature(field: MappedField, name: string): Expression {
  const description = `FeatureQuery(field=${field.path}, feature=${name}, function=LinearFunction)`;
  const self: Expression = {
    type: "FeatureQuery",
    description,
    key: expressionKey("feature", field.path, name),
    rewrite: () => self,
    plan: (_searcher, options) => plan(field, name, description, options),
    highlightTerms() {},
  };
  return self;
}

function plan(field: MappedField, name: string, description: string, options: PlanOptions): Plan {
  const { path } = field;
  const prefix = featurePrefix(name);
  return {
    kind: "FeatureQuery",
    description,
    children: [],
    operator(context) {
      const { reader } = context;
      const terms = reader.terms(path);
      const range = terms && prefixRange(terms, prefix);
      if (!range || range.from >= range.to) return undefined;
      const inner = matchingTerms(context, path, range);
      const features = options.scored ? scoresOf(reader, path, prefix, options.boost) : undefined;
      return features ? new FeatureValuesOperator(context, inner, features) : inner;
    },
    explain(segment, doc) {
      const features = hasField(segment, path, doc) ? scoresOf(segment, path, prefix, options.boost) : undefined;
      const score = features ? scoreOf(features, doc) : 0;
      return score > 0 ? explained(score, description) : unmatched(`no matching feature [${name}]`);
    },
  };
}

/** The scores of the feature's terms in a segment: boost times value, in float32. */
function scoresOf(segment: SegmentReader, path: string, prefix: Uint8Array, boost: number): FeatureScores | undefined {
  const terms = segment.terms(path);
  const column = segment.column(path);
  if (!terms || !column) return undefined;
  const { from, to } = prefixRange(terms, prefix);
  const scores = Float32Array.from(
    { length: to - from },
    (_, at) => Math.fround(boost) * featureScoreOf(terms.bytes(from + at)),
  );
  return { firstOrdinal: from, scores, column };
}

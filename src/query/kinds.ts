/** The list of query kinds; it is the registry. */
import { bool } from "./kinds/bool.ts";
import { boosting } from "./kinds/boosting.ts";
import { combinedFields } from "./kinds/combined-fields.ts";
import { common } from "./kinds/common.ts";
import { constantScore } from "./kinds/constant-score.ts";
import { disMax } from "./kinds/dis-max.ts";
import { distanceFeature } from "./kinds/distance-feature.ts";
import { exists } from "./kinds/exists.ts";
import { fieldMaskingSpan } from "./kinds/field-masking-span.ts";
import { functionScore } from "./kinds/function-score.ts";
import { fuzzy } from "./kinds/fuzzy.ts";
import { geoBoundingBox } from "./kinds/geo-bounding-box.ts";
import { geoDistance } from "./kinds/geo-distance.ts";
import { geoGrid } from "./kinds/geo-grid.ts";
import { geoPolygon } from "./kinds/geo-polygon.ts";
import { geoShape } from "./kinds/geo-shape.ts";
import { hasChild } from "./kinds/has-child.ts";
import { hasParent } from "./kinds/has-parent.ts";
import { ids } from "./kinds/ids.ts";
import { intervals } from "./kinds/intervals.ts";
import { knn } from "./kinds/knn.ts";
import { matchAll } from "./kinds/match-all.ts";
import { matchBoolPrefix } from "./kinds/match-bool-prefix.ts";
import { matchNone } from "./kinds/match-none.ts";
import { matchPhrasePrefix } from "./kinds/match-phrase-prefix.ts";
import { matchPhrase } from "./kinds/match-phrase.ts";
import { match } from "./kinds/match.ts";
import { moreLikeThis } from "./kinds/more-like-this.ts";
import { multiMatch } from "./kinds/multi-match.ts";
import { nested } from "./kinds/nested.ts";
import { parentId } from "./kinds/parent-id.ts";
import { percolate } from "./kinds/percolate.ts";
import { pinned } from "./kinds/pinned.ts";
import { prefix } from "./kinds/prefix.ts";
import { queryString } from "./kinds/query-string.ts";
import { range } from "./kinds/range.ts";
import { rankFeature } from "./kinds/rank-feature.ts";
import { regexp } from "./kinds/regexp.ts";
import { ruleQuery } from "./kinds/rule-query.ts";
import { rule } from "./kinds/rule.ts";
import { scriptScore } from "./kinds/script-score.ts";
import { script } from "./kinds/script.ts";
import { semantic } from "./kinds/semantic.ts";
import { shape } from "./kinds/shape.ts";
import { simpleQueryString } from "./kinds/simple-query-string.ts";
import { spanContaining } from "./kinds/span-containing.ts";
import { spanFieldMasking } from "./kinds/span-field-masking.ts";
import { spanFirst } from "./kinds/span-first.ts";
import { spanMulti } from "./kinds/span-multi.ts";
import { spanNear } from "./kinds/span-near.ts";
import { spanNot } from "./kinds/span-not.ts";
import { spanOr } from "./kinds/span-or.ts";
import { spanTerm } from "./kinds/span-term.ts";
import { spanWithin } from "./kinds/span-within.ts";
import { sparseVector } from "./kinds/sparse-vector.ts";
import { term } from "./kinds/term.ts";
import { termsSet } from "./kinds/terms-set.ts";
import { terms } from "./kinds/terms.ts";
import { textExpansion } from "./kinds/text-expansion.ts";
import { type } from "./kinds/type.ts";
import { weightedTokens } from "./kinds/weighted-tokens.ts";
import { wildcard } from "./kinds/wildcard.ts";
import { wrapper } from "./kinds/wrapper.ts";
import type { QueryKind } from "./query-kind.ts";

/** All documented queries that are implemented, by name. */
export const queryKinds: readonly QueryKind[] = [
  bool,
  boosting,
  combinedFields,
  common,
  constantScore,
  disMax,
  distanceFeature,
  exists,
  fieldMaskingSpan,
  functionScore,
  fuzzy,
  geoBoundingBox,
  geoDistance,
  geoGrid,
  geoPolygon,
  geoShape,
  hasChild,
  hasParent,
  ids,
  intervals,
  knn,
  matchAll,
  matchBoolPrefix,
  matchNone,
  matchPhrasePrefix,
  matchPhrase,
  match,
  moreLikeThis,
  multiMatch,
  nested,
  parentId,
  percolate,
  pinned,
  prefix,
  queryString,
  range,
  rankFeature,
  regexp,
  ruleQuery,
  rule,
  scriptScore,
  script,
  semantic,
  shape,
  simpleQueryString,
  spanContaining,
  spanFieldMasking,
  spanFirst,
  spanMulti,
  spanNear,
  spanNot,
  spanOr,
  spanTerm,
  spanWithin,
  sparseVector,
  term,
  termsSet,
  terms,
  textExpansion,
  type,
  weightedTokens,
  wildcard,
  wrapper,
];

/** The settings with which a query string is turned into queries. */
import type { Fuzziness } from "../fuzziness.ts";
import type { RewriteMethod } from "../rewrite-method.ts";
import type { FieldWeights } from "../text/field-weights.ts";
import type { MultiMatchType } from "../text/multi-field-match.ts";

/** The parameters of `query_string`, resolved against an index. */
export interface StringSettings {
  /** The default fields, resolved: where words without a field are searched. */
  readonly fields: FieldWeights;
  /** The default fields are all fields, so that `*` means all documents. */
  readonly allFields: boolean;
  readonly operator: "and" | "or";
  readonly type: MultiMatchType;
  readonly tieBreaker: number | undefined;
  readonly analyzer: string | undefined;
  readonly quoteAnalyzer: string | undefined;
  readonly quoteFieldSuffix: string | undefined;
  readonly phraseSlop: number;
  readonly fuzziness: Fuzziness;
  readonly fuzzyPrefixLength: number;
  readonly fuzzyMaxExpansions: number;
  readonly fuzzyTranspositions: boolean;
  readonly fuzzyRewrite: RewriteMethod | undefined;
  readonly rewrite: RewriteMethod | undefined;
  readonly allowLeadingWildcard: boolean;
  readonly analyzeWildcard: boolean;
  readonly lenient: boolean;
  /** Whether multi-word synonyms are phrases. */
  readonly synonymPhrases: boolean;
  readonly timeZone: string | undefined;
  readonly maxDeterminizedStates: number;
}

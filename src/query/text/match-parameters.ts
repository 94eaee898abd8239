/** The parameters that full-text queries have in common. */
import type { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { autoFuzziness, type Fuzziness, parseFuzziness } from "../fuzziness.ts";
import type { ParseContext } from "../query-kind.ts";
import { parseRewriteMethod } from "../rewrite-method.ts";
import { defaultMatchOptions, type MatchOptions } from "./field-match.ts";

/** `and` or `or`, in any case. */
export function readOperator(read: BodyReader, key: string): "and" | "or" | undefined {
  const text = read.string(key);
  if (text === undefined) return undefined;
  const lower = text.toLowerCase();
  if (lower === "and" || lower === "or") return lower;
  throw illegalArgument(`No enum constant org.elasticsearch.index.query.Operator.${text.toUpperCase()}`);
}

/** `none` or `all`, in any case. */
export function readZeroTerms(read: BodyReader): "none" | "all" | undefined {
  const text = read.string("zero_terms_query");
  if (text === undefined) return undefined;
  const lower = text.toLowerCase();
  if (lower === "none" || lower === "all") return lower;
  throw parsingException(`Unsupported zero_terms_query value [${text}]`);
}

/** `fuzziness`, when given. */
export function readFuzziness(read: BodyReader): Fuzziness | undefined {
  const value = read.string("fuzziness");
  return value === undefined ? undefined : value.toUpperCase() === "AUTO" ? autoFuzziness : parseFuzziness(value);
}

/** `prefix_length`, validated with the messages of `kind`. */
export function readPrefixLength(read: BodyReader, kind: string, key = "prefix_length"): number | undefined {
  const length = read.integer(key);
  if (length !== undefined && length < 0) throw illegalArgument(`[${kind}] requires prefix length to be non-negative.`);
  return length;
}

/** `max_expansions`, validated with the messages of `kind`. */
export function readMaxExpansions(read: BodyReader, kind: string, key = "max_expansions"): number | undefined {
  const count = read.integer(key);
  if (count !== undefined && count <= 0) throw illegalArgument(`[${kind}] requires maxExpansions to be positive.`);
  return count;
}

/** `cutoff_frequency`, which was removed from Elasticsearch. */
export function readCutoffFrequency(read: BodyReader, kind: string, context: ParseContext): number | undefined {
  const cutoff = read.number("cutoff_frequency");
  if (cutoff !== undefined) {
    context.warn(
      `Deprecated field [cutoff_frequency] used, replaced by [you can omit this option, the [${kind}] query can skip block of documents efficiently if the total number of hits is not tracked]`,
    );
  }
  return cutoff;
}

/**
 * Match options with the rewrite method unparsed: like Elasticsearch, it is validated only when the query is built for
 * an index.
 */
export interface MatchParameters {
  readonly options: Omit<MatchOptions, "fuzzyRewrite">;
  readonly fuzzyRewrite: string | undefined;
}

/** The fuzzy and word parameters of `match`, `match_bool_prefix` and `multi_match`. */
export function readMatchParameters(read: BodyReader, kind: string): MatchParameters {
  return {
    options: {
      ...defaultMatchOptions,
      kind,
      operator: readOperator(read, "operator") ?? "or",
      analyzer: read.string("analyzer"),
      fuzziness: readFuzziness(read),
      prefixLength: readPrefixLength(read, kind) ?? 0,
      maxExpansions: readMaxExpansions(read, kind) ?? 50,
      transpositions: read.boolean("fuzzy_transpositions") ?? true,
    },
    fuzzyRewrite: read.string("fuzzy_rewrite"),
  };
}

/** The options with the rewrite method parsed. */
export function matchOptions(parameters: MatchParameters, more: Partial<MatchOptions> = {}): MatchOptions {
  const fuzzyRewrite = parameters.fuzzyRewrite === undefined ? undefined : parseRewriteMethod(parameters.fuzzyRewrite);
  return { fuzzyRewrite, ...parameters.options, ...more };
}

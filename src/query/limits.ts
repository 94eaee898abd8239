/** Limits of queries, with Elasticsearch's setting names. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { MappingView } from "../mapping/mapping-view.ts";
import { unwrapped } from "./query-shard-exception.ts";

/** `indices.query.bool.max_clause_count`: Elasticsearch derives it from heap and threads; this is its value at 4 GB. */
export const MAX_CLAUSE_COUNT = 16_384;
/** `indices.query.bool.max_nested_depth`. */
export const MAX_NESTED_DEPTH = 30;
/** `index.max_terms_count`. */
export const MAX_TERMS_COUNT = 65_536;
/** `index.max_regex_length`. */
export const MAX_REGEX_LENGTH = 1_000;

/** Throws `too_many_clauses` when `count` is over the limit. */
export function checkClauseCount(count: number): void {
  if (count > MAX_CLAUSE_COUNT)
    throw new RequestError(400, "too_many_clauses", `maxClauseCount is set to ${MAX_CLAUSE_COUNT}`);
}

/** The error of a query whose clauses are too many only in total. */
export function tooManyNestedClauses(): RequestError {
  const cause = new RequestError(
    400,
    "too_many_nested_clauses",
    `Query contains too many nested clauses; maxClauseCount is set to ${MAX_CLAUSE_COUNT}`,
  );
  return new RequestError(400, "illegal_argument_exception", "Query rewrite failed: too many clauses", { cause });
}

/** The error of a query whose pattern expands to too many scoring terms. */
export function tooManyExpandedClauses(): RequestError {
  const cause = new RequestError(400, "too_many_clauses", `maxClauseCount is set to ${MAX_CLAUSE_COUNT}`);
  return unwrapped(
    new RequestError(400, "illegal_argument_exception", "Query rewrite failed: too many clauses", { cause }),
  );
}

/** Throws 400 for a prefix longer than the index allows regular expressions to be. */
export function checkPrefixLength(mapping: MappingView, prefix: string): void {
  const limit = Number(mapping.setting("index.max_regex_length") ?? MAX_REGEX_LENGTH);
  if (prefix.length <= limit) return;
  throw illegalArgument(
    `The length of prefix [${prefix.length}] used in the Prefix Query request has exceeded the allowed maximum of [${limit}].` +
      " This maximum can be set by changing the [index.max_regex_length] index level setting.",
  );
}

/**
 * Throws 400 for a regular expression longer than the index allows; `where` names the query or parameter in the
 * message.
 */
export function checkRegexLength(
  mapping: MappingView,
  pattern: string,
  where: "[query_string]" | "Regexp Query request" | "request",
): void {
  const limit = Number(mapping.setting("index.max_regex_length") ?? MAX_REGEX_LENGTH);
  if (pattern.length <= limit) return;
  throw illegalArgument(
    `The length of regex [${pattern.length}] used in the ${where} has exceeded the allowed maximum of [${limit}].` +
      " This maximum can be set by changing the [index.max_regex_length] index level setting.",
  );
}

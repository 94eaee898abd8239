/** Documents that have a field, any field of an object, or any field of a pattern. */
import { booleanOf } from "./boolean/boolean-expression.ts";
import { constantScore } from "./constant-score/constant-score-expression.ts";
import type { Expression } from "./expression.ts";
import { existsOf } from "./exists-queries.ts";
import { unmapped } from "./searchable-field.ts";
import type { SearcherView } from "./query.ts";

/** Documents with at least one value; for an object or a pattern, in any of its fields. */
export function existingFields(searcher: SearcherView, pattern: string): Expression {
  const direct = searcher.mapping.field(pattern);
  if (direct && !direct.capabilities.object) return constantScore(existsOf(searcher, direct));
  const isPattern = pattern.includes("*");
  const paths = searcher.mapping.matching(isPattern ? pattern : `${pattern}.*`);
  const clauses = paths.flatMap((path) => {
    const field = searcher.mapping.field(path);
    return field && !field.capabilities.object
      ? [{ occur: "should" as const, expression: existsOf(searcher, field) }]
      : [];
  });
  return clauses.length === 0 ? unmapped(pattern) : constantScore(booleanOf(clauses));
}

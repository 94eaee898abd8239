/** `minimum_should_match`: how many optional clauses must match. */
import { numberFormat } from "../../compat/body-reader.ts";

/**
 * The number of `clauses` optional clauses that must match under a specification: `2`, `-1`, `75%`, `-25%`, or
 * conditions on the number of clauses such as `3<90%` or `2<-25% 9<-3` (`Queries.calculateMinShouldMatch`). Never
 * negative; may be greater than `clauses`.
 */
export function minimumShouldMatch(clauses: number, specification: string): number {
  const text = specification.trim();
  if (!text.includes("<")) return simple(clauses, text);
  let result = clauses;
  for (const condition of text.replace(/\s*<\s*/g, "<").split(/\s+/)) {
    const [bound = "", rule] = condition.split("<");
    if (clauses <= integer(bound)) return result;
    if (rule === undefined) throw numberFormat("");
    result = minimumShouldMatch(clauses, rule);
  }
  return result;
}

function simple(clauses: number, text: string): number {
  let wanted: number;
  if (text.includes("%")) {
    // Float steps as in Elasticsearch: 33 % of 100 must round as it does there.
    const share = Math.fround(Math.fround(clauses * integer(text.slice(0, -1))) * Math.fround(1 / 100));
    wanted = Math.trunc(share);
    return Math.max(0, share < 0 ? clauses + wanted : wanted);
  }
  wanted = integer(text);
  return Math.max(0, wanted < 0 ? clauses + wanted : wanted);
}

function integer(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw numberFormat(text);
  return Number(text);
}

/** Criteria of query rules: what a search must say for a rule to apply (Elasticsearch's `QueryRuleCriteria`). */
import { illegalArgument } from "../compat/errors.ts";
import { valueText } from "../compat/value-text.ts";
import type { Json } from "../core/json.ts";

export interface Criteria {
  readonly type: CriteriaType;
  /** The name of what is compared; undefined for `always`. */
  readonly metadata: string | undefined;
  /** Any of them is enough. */
  readonly values: readonly Json[];
}

const tests = {
  always: () => true,
  exact: (given, wanted) =>
    typeof given === "string" && typeof wanted === "string" ? given === wanted : number(given) === number(wanted),
  fuzzy: (given, wanted) => similarity(valueText(given), valueText(wanted)) > LEAST_SIMILARITY,
  prefix: (given, wanted) => valueText(given).startsWith(valueText(wanted)),
  suffix: (given, wanted) => valueText(given).endsWith(valueText(wanted)),
  contains: (given, wanted) => valueText(given).includes(valueText(wanted)),
  lt: (given, wanted) => number(given) < number(wanted),
  lte: (given, wanted) => number(given) <= number(wanted),
  gt: (given, wanted) => number(given) > number(wanted),
  gte: (given, wanted) => number(given) >= number(wanted),
} satisfies Record<string, (given: Json, wanted: Json) => boolean>;

export type CriteriaType = keyof typeof tests;

/** Texts that are more alike than this are near enough for `fuzzy`. */
const LEAST_SIMILARITY = 0.5;
/** Longer texts are alike only when they are equal. */
const LONGEST_COMPARED = 2_000;

export function isCriteriaType(text: string): text is CriteriaType {
  return Object.hasOwn(tests, text);
}

/** Whether a value fulfils a criterion. Throws RequestError 400 for a text where numbers are compared. */
export function fulfils({ type, values }: Criteria, given: Json): boolean {
  if (type === "always") return true;
  if (type.startsWith("lt") || type.startsWith("gt")) {
    if (Number.isNaN(number(given)))
      throw illegalArgument(`Input [${valueText(given)}] is not valid for CriteriaType [${type}]`);
  }
  return values.some((wanted) => tests[type](given, wanted));
}

function number(value: Json): number {
  const text = valueText(value).trim();
  return text === "" ? Number.NaN : Number(text);
}

/** 1 for equal texts, 0 for texts that have nothing in common: by edits (Lucene's `LevenshteinDistance`). */
function similarity(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  if (one === other || longest === 0) return 1;
  if (longest > LONGEST_COMPARED) return 0;
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const current = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = previous[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      current.push(Math.min(changed, previous[j]! + 1, current[j - 1]! + 1));
    }
    previous = current;
  }
  return 1 - previous[other.length]! / longest;
}

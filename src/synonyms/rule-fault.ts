/** Finds the fault in a rule before it is analyzed (SynonymRule.validate). */
import { splitRule } from "../analysis/synonyms/split-rule.ts";

/** The fault in Elasticsearch's words; undefined when there is none. */
export function ruleFault(synonyms: string): string | undefined {
  if (synonyms === "") return "[synonyms] field can't be empty";
  const sides = splitRule(synonyms, "=>");
  if (sides.length > 2) return `More than one explicit mapping specified in the same synonyms rule: [${synonyms}]`;
  const words = (sides.length === 2 ? sides : [synonyms]).flatMap((side) => splitRule(side, ","));
  return words.some((word) => word.trim() === "") ? `Incorrect syntax for [synonyms]: [${synonyms}]` : undefined;
}

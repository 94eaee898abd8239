/** Settings in rules: `[strength 2]`, `[reorder Grek]` (ICU's CollationRuleParser.parseSetting). */
import { type NameTable, nameTable } from "../../../../core/names.ts";
import type { CollationMappings } from "../collation-data.ts";
import { type CollationSettings, lastOfGroup, type Strength } from "../collation-settings.ts";
import { reorderCode } from "../script-codes.ts";
import { scriptReordering } from "../script-reordering.ts";

/** What rules change. */
export type RuleSettings = Partial<CollationSettings>;

const STRENGTHS: NameTable<Strength> = nameTable({
  1: "primary",
  2: "secondary",
  3: "tertiary",
  4: "quaternary",
  I: "identical",
});
const GROUPS: readonly string[] = ["space", "punct", "symbol", "currency"];

/** The settings in some words; a string result says why they are invalid. */
export function ruleSettings(words: string, base: CollationMappings): RuleSettings | string {
  if (words === "reorder" || words.startsWith("reorder ")) return reordering(words.split(" ").slice(1), base);
  if (words === "backwards 2") return { isBackward: true };
  const space = words.lastIndexOf(" ");
  const name = space < 0 ? words : words.slice(0, space);
  const value = space < 0 ? "" : words.slice(space + 1);
  const isOn = value === "on" ? true : value === "off" ? false : undefined;
  const unknown = "not a valid setting/option";
  switch (name) {
    case "strength":
      return STRENGTHS[value] ? { strength: STRENGTHS[value] } : unknown;
    case "alternate":
      return value === "shifted" || value === "non-ignorable" ? { isShifted: value === "shifted" } : unknown;
    case "maxVariable":
      return GROUPS.includes(value) ? { variableTop: lastOfGroup(base.scripts, GROUPS.indexOf(value)) } : unknown;
    case "caseFirst":
      return value === "off" || value === "lower" || value === "upper" ? { caseFirst: value } : unknown;
    case "caseLevel":
      return isOn === undefined ? unknown : { hasCaseLevel: isOn };
    case "normalization":
      return isOn === undefined ? unknown : { isNormalizing: isOn };
    case "numericOrdering":
      return isOn === undefined ? unknown : { isNumeric: isOn };
    case "hiraganaQ":
      return isOn === undefined ? unknown : isOn ? "[hiraganaQ on] is not supported" : {};
    default:
      return unknown;
  }
}

function reordering(names: readonly string[], { scripts }: CollationMappings): RuleSettings | string {
  const codes = names.map(reorderCode);
  const known = codes.filter((code) => code !== undefined);
  return known.length < codes.length
    ? "unknown script or reorder code"
    : { reordering: scriptReordering(scripts, known) };
}

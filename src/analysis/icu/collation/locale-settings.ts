/** Settings in a locale name's keywords (`@colStrength=primary`, ICU's Collator.setAttributesFromKeywords). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { ScriptOrder } from "./collation-data.ts";
import { type CollationSettings, lastOfGroup, type Strength } from "./collation-settings.ts";
import { reorderCode } from "./script-codes.ts";
import { scriptReordering } from "./script-reordering.ts";

const STRENGTHS: readonly Strength[] = ["primary", "secondary", "tertiary", "quaternary", "identical"];
const CASES = ["no", "lower", "upper"] as const;
const ALTERNATES = ["non-ignorable", "shifted"] as const;

/** Groups in order of their weights; all but `digit` may be variable. */
const GROUPS = ["space", "punct", "symbol", "currency", "digit"] as const;

/** Keywords that ICU knows but rejects. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["colhiraganaquaternary", "locale keyword kh/colHiraganaQuaternary"],
  ["variabletop", "locale keyword vt/variableTop"],
]);

/** The settings that the keywords change. Throws 400 for invalid values. */
export function settingsOfKeywords(
  scripts: ScriptOrder,
  keywords: ReadonlyMap<string, string>,
): Partial<CollationSettings> {
  for (const [key, reason] of REFUSED) if (keywords.has(key)) throw illegalArgument(reason);
  const read = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const value = keywords.get(name.toLowerCase());
    if (value === undefined) return undefined;
    const found = values.find((candidate) => candidate === value.toLowerCase());
    if (found === undefined) throw illegalArgument(`illegal locale keyword=value: ${name}=${value}`);
    return found;
  };
  const strength = read("colStrength", STRENGTHS);
  const isBackward = read("colBackwards", ["yes", "no"]);
  const hasCaseLevel = read("colCaseLevel", ["yes", "no"]);
  const caseFirst = read("colCaseFirst", CASES);
  const alternate = read("colAlternate", ALTERNATES);
  const isNormalizing = read("colNormalization", ["yes", "no"]);
  const isNumeric = read("colNumeric", ["yes", "no"]);
  const group = read("kv", GROUPS);
  if (group === "digit") throw illegalArgument("illegal max variable group 4100");
  return {
    ...(strength && { strength }),
    ...(isBackward && { isBackward: isBackward === "yes" }),
    ...(hasCaseLevel && { hasCaseLevel: hasCaseLevel === "yes" }),
    ...(caseFirst && { caseFirst: caseFirst === "no" ? "off" : caseFirst }),
    ...(alternate && { isShifted: alternate === "shifted" }),
    ...(isNormalizing && { isNormalizing: isNormalizing === "yes" }),
    ...(isNumeric && { isNumeric: isNumeric === "yes" }),
    ...(keywords.has("colreorder") && { reordering: reordering(scripts, keywords.get("colreorder")!) }),
    ...(group && { variableTop: lastOfGroup(scripts, GROUPS.indexOf(group)) }),
  };
}

/** The script reordering for a list of codes separated by `-`. */
function reordering(scripts: ScriptOrder, value: string): CollationSettings["reordering"] {
  const codes = value.split("-").map((name) => {
    const code = reorderCode(name);
    if (code === undefined)
      throw illegalArgument(
        name.length === 4 ? `Invalid name: ${name}` : `illegal locale keyword=value: colReorder=${name}`,
      );
    return code;
  });
  return scriptReordering(scripts, codes);
}

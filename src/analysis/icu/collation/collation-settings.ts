/** How sort keys are made of collation elements (ICU's CollationSettings). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { CollationContents, ScriptOrder } from "./collation-data.ts";
import { FIRST_GROUP, placeOf, type ScriptReordering, scriptReordering } from "./script-reordering.ts";

/** The number of levels in a key, by name. */
export type Strength = "primary" | "secondary" | "tertiary" | "quaternary" | "identical";

/** The settings of a collation. */
export interface CollationSettings {
  readonly strength: Strength;
  /** Whether spaces and punctuation only count on the fourth level. */
  readonly isShifted: boolean;
  /** The highest primary weight that is shifted. */
  readonly variableTop: number;
  /** Whether case has a separate level. */
  readonly hasCaseLevel: boolean;
  readonly caseFirst: "off" | "lower" | "upper";
  /** Whether digits are compared as numbers. */
  readonly isNumeric: boolean;
  /** Whether accents are compared backwards. */
  readonly isBackward: boolean;
  /** Whether marks are reordered first. */
  readonly isNormalizing: boolean;
  readonly reordering: ScriptReordering | undefined;
}

/** Bits of the options in the data. */
const OPTION = {
  normalizing: 1,
  numeric: 2,
  alternate: 0xc,
  upperFirst: 0x100,
  caseFirst: 0x200,
  caseLevel: 0x400,
  backward: 0x800,
} as const;

const STRENGTHS: readonly Strength[] = ["primary", "secondary", "tertiary", "quaternary"];

/** The last group that may be variable: currencies. */
const LAST_VARIABLE_GROUP = 3;

/** The settings in the data. */
export function settingsOf({ mappings, options, reorderCodes }: CollationContents): CollationSettings {
  return {
    strength: STRENGTHS[options >> 12] ?? "identical",
    isShifted: (options & OPTION.alternate) !== 0,
    variableTop: lastOfGroup(mappings.scripts, (options >> 4) & 7),
    hasCaseLevel: (options & OPTION.caseLevel) !== 0,
    caseFirst: (options & OPTION.caseFirst) === 0 ? "off" : (options & OPTION.upperFirst) === 0 ? "lower" : "upper",
    isNumeric: (options & OPTION.numeric) !== 0,
    isBackward: (options & OPTION.backward) !== 0,
    isNormalizing: (options & OPTION.normalizing) !== 0,
    reordering: scriptReordering(mappings.scripts, reorderCodes),
  };
}

/** The highest primary weight of a group: 0 spaces, 1 punctuation, 2 symbols, 3 currencies. */
export function lastOfGroup(scripts: ScriptOrder, group: number): number {
  const place = placeOf(scripts, FIRST_GROUP + group);
  return place === 0 ? 0 : ((scripts.starts[place + 1]! << 16) >>> 0) - 1;
}

/** The highest primary weight of the group that contains a weight. Throws 400 for a weight outside these groups. */
export function variableTopOf(scripts: ScriptOrder, primary: number): number {
  for (let group = 0; group <= LAST_VARIABLE_GROUP; group++) {
    const place = placeOf(scripts, FIRST_GROUP + group);
    const high = primary >>> 16;
    if (place !== 0 && high >= scripts.starts[place]! && high < scripts.starts[place + 1]!)
      return lastOfGroup(scripts, group);
  }
  throw illegalArgument(
    "The variable top must be a primary weight in the space/punctuation/symbols/currency symbols range",
  );
}

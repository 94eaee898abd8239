/** Collators by the parameters that the filter and the field type have in common, with the original's errors. */
import { illegalArgument } from "../../../core/errors.ts";
import { Collator, type CollatorOptions } from "./collator.ts";

/** As they are given; undefined: what the locale says. */
export interface CollationParameters {
  readonly language: string | undefined;
  /** Without a language it has no meaning; nor has the variant without a country. */
  readonly country: string | undefined;
  readonly variant: string | undefined;
  readonly strength: string | undefined;
  readonly decomposition: string | undefined;
  readonly alternate: string | undefined;
  readonly caseLevel: boolean | undefined;
  readonly caseFirst: string | undefined;
  readonly numeric: boolean | undefined;
  readonly variableTop: string | undefined;
}

type Settings = CollatorOptions["settings"];

const strengths: Readonly<Record<string, Settings>> = {
  primary: { strength: "primary" },
  secondary: { strength: "secondary" },
  tertiary: { strength: "tertiary" },
  quaternary: { strength: "quaternary" },
  identical: { strength: "identical" },
};
const decompositions: Readonly<Record<string, Settings>> = { no: { isNormalizing: false }, canonical: { isNormalizing: true } };
const alternates: Readonly<Record<string, Settings>> = { shifted: { isShifted: true }, "non-ignorable": { isShifted: false } };
const caseOrders: Readonly<Record<string, Settings>> = { lower: { caseFirst: "lower" }, upper: { caseFirst: "upper" } };

/** The collator of some parameters. Throws 400 for values that there are not, and where ICU's data are missing. */
export function collatorOf(parameters: CollationParameters): Collator {
  const { language, country, variant, caseLevel, numeric, variableTop } = parameters;
  const further = country === undefined ? [] : variant === undefined ? [country] : [country, variant];
  const settings: Settings = {
    ...chosen("strength", parameters.strength, strengths),
    ...chosen("decomposition", parameters.decomposition, decompositions),
    ...chosen("alternate", parameters.alternate, alternates),
    ...(caseLevel !== undefined && { hasCaseLevel: caseLevel }),
    ...chosen("caseFirst", parameters.caseFirst, caseOrders),
    ...(numeric !== undefined && { isNumeric: numeric }),
  };
  return new Collator({ locale: language === undefined ? "" : [language, ...further].join("_"), settings, variableTop });
}

function chosen(name: string, value: string | undefined, choices: Readonly<Record<string, Settings>>): Settings {
  if (value === undefined) return {};
  const lower = value.toLowerCase();
  const found = Object.hasOwn(choices, lower) ? choices[lower] : undefined;
  if (!found) throw illegalArgument(`Invalid ${name}: ${value}`);
  return found;
}

/** 400 for rules of users: there is no builder for them. */
export function refuseRules(rules: string | null | undefined): void {
  if (rules !== undefined && rules !== null) throw illegalArgument("collation by [rules] is not supported: name a [language]");
}

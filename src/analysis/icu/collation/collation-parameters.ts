/** Builds collators from the parameters shared by filter and field type, with ICU's errors. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { ownOf } from "../../../core/names.ts";
import { Collator, type CollatorOptions } from "./collator.ts";
import { type TailoredCollation, tailoredCollation } from "./tailoring/tailored-collation.ts";

/** The parameters as given; undefined: as in the locale. */
export interface CollationParameters {
  readonly language: string | undefined;
  /** Ignored without a language; the variant is ignored without a country. */
  readonly country: string | undefined;
  readonly variant: string | undefined;
  readonly strength: string | undefined;
  readonly decomposition: string | undefined;
  readonly alternate: string | undefined;
  readonly caseLevel: boolean | undefined;
  readonly caseFirst: string | undefined;
  readonly numeric: boolean | undefined;
  readonly variableTop: string | undefined;
  /** Rules in place of a language. */
  readonly rules: string | undefined;
}

/** ICU's error for invalid rules. */
export const FAILED_RULES = "Failed to parse collation rules";

type Settings = CollatorOptions["settings"];

const strengths: Readonly<Record<string, Settings>> = {
  primary: { strength: "primary" },
  secondary: { strength: "secondary" },
  tertiary: { strength: "tertiary" },
  quaternary: { strength: "quaternary" },
  identical: { strength: "identical" },
};
const decompositions: Readonly<Record<string, Settings>> = {
  no: { isNormalizing: false },
  canonical: { isNormalizing: true },
};
const alternates: Readonly<Record<string, Settings>> = {
  shifted: { isShifted: true },
  "non-ignorable": { isShifted: false },
};
const caseOrders: Readonly<Record<string, Settings>> = { lower: { caseFirst: "lower" }, upper: { caseFirst: "upper" } };

/** The collator for parameters. Throws 400 for invalid values, and when ICU's data are missing. */
export function collatorOf(parameters: CollationParameters): Collator {
  const { language, country, variant, caseLevel, numeric, variableTop, rules } = parameters;
  const further = country === undefined ? [] : variant === undefined ? [country] : [country, variant];
  const locale = language === undefined ? "" : [language, ...further].join("_");
  const settings: Settings = {
    ...chosen("strength", parameters.strength, strengths),
    ...chosen("decomposition", parameters.decomposition, decompositions),
    ...chosen("alternate", parameters.alternate, alternates),
    ...(caseLevel !== undefined && { hasCaseLevel: caseLevel }),
    ...chosen("caseFirst", parameters.caseFirst, caseOrders),
    ...(numeric !== undefined && { isNumeric: numeric }),
  };
  return new Collator({ locale, tailoring: rules === undefined ? undefined : ruled(rules), settings, variableTop });
}

/** The root tailored by rules, with the plugin's error around ICU's. */
function ruled(rules: string): TailoredCollation {
  try {
    return tailoredCollation(rules);
  } catch (error) {
    if (!(error instanceof RequestError) || !isOfRules(error)) throw error;
    throw new RequestError(400, "illegal_argument_exception", FAILED_RULES, { cause: error });
  }
}

/** Whether an error is about the rules rather than missing data. */
function isOfRules({ type }: RequestError): boolean {
  return type === "parse_exception" || type === "unsupported_operation_exception";
}

function chosen(name: string, value: string | undefined, choices: Readonly<Record<string, Settings>>): Settings {
  if (value === undefined) return {};
  const lower = value.toLowerCase();
  const found = ownOf(choices, lower);
  if (!found) throw illegalArgument(`Invalid ${name}: ${value}`);
  return found;
}

/** ICU's transforms that are not defined by rules, by id. */
import { breakStep } from "./break-step.ts";
import { caseFoldStep, lowerStep, titleStep, upperStep } from "./case-steps.ts";
import { escapeSteps, unescapeSteps } from "./hex-steps.ts";
import { nameStep, unnameStep } from "./name-steps.ts";
import { fccStep, fcdStep, normalizationStep } from "./normalization-steps.ts";
import type { TransformStep } from "./transform.ts";

/** Changes nothing. */
export const nullStep: TransformStep = { apply() {} };

const removeStep: TransformStep = {
  apply(text) {
    text.replaceRun("");
  },
};

function withVariants(
  id: string,
  steps: Readonly<Record<string, TransformStep>>,
): (readonly [string, TransformStep])[] {
  return Object.entries(steps).map(([variant, step]) => [variant === "" ? id : `${id}/${variant}`, step]);
}

const steps: readonly (readonly [id: string, step: TransformStep])[] = [
  ["Any-Null", nullStep],
  ["Any-Remove", removeStep],
  ["Any-Lower", lowerStep],
  ["Any-Upper", upperStep],
  ["Any-Title", titleStep],
  ["Any-CaseFold", caseFoldStep],
  ["Any-NFC", normalizationStep("NFC")],
  ["Any-NFD", normalizationStep("NFD")],
  ["Any-NFKC", normalizationStep("NFKC")],
  ["Any-NFKD", normalizationStep("NFKD")],
  ["Any-FCD", fcdStep],
  ["Any-FCC", fccStep],
  ["Any-Name", nameStep],
  ["Name-Any", unnameStep],
  ["Any-BreakInternal", breakStep],
  ...withVariants("Any-Hex", escapeSteps),
  ...withVariants("Hex-Any", unescapeSteps),
];

/** By lower-case id. */
export const builtInSteps: ReadonlyMap<string, TransformStep> = new Map(
  steps.map(([id, step]) => [id.toLowerCase(), step]),
);

/** Ids in their original spelling. */
export const builtInIds: readonly string[] = steps.map(([id]) => id);

/** Inverses of Any-transforms whose reversed id does not exist, by target. */
export const builtInInverses: ReadonlyMap<string, string> = new Map([
  ["null", "Null"],
  ["remove", "Null"],
  ["lower", "Upper"],
  ["upper", "Lower"],
  ["title", "Lower"],
  ["casefold", "Upper"],
  ["nfc", "NFD"],
  ["nfd", "NFC"],
  ["nfkc", "NFKD"],
  ["nfkd", "NFKC"],
  ["fcc", "NFD"],
  ["fcd", "FCD"],
]);

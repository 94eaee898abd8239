import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { lowerGreek, lowerIrish, lowerTurkish } from "../languages/lower-case.ts";
import { mapText } from "../token-list.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lowercases every token. */
export const lowercase: TokenFilterKind = {
  name: "lowercase",
  summary: "Turns tokens to lower case.",
  normalizing: true,

  create(parameters) {
    const language = parameters.string("language");
    if (language === undefined) return mapText(lowerText);
    if (language === "turkish") return mapText(lowerTurkish);
    if (language === "irish") return mapText(lowerIrish);
    if (language === "greek") return mapText(lowerGreek);
    throw illegalArgument(`language [${language}] not support for lower case`);
  },
};

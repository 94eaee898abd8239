import { illegalArgument } from "../../core/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";
import { lowerText } from "../unicode/lower-case.ts";

/** Lowers every token. */
export const lowercase: TokenFilterKind = {
  name: "lowercase",
  summary: "Turns tokens to lower case.",
  normalizing: true,

  create(parameters) {
    const language = parameters.string("language");
    if (language === undefined) return mapText(lowerText);
    if (language === "turkish") return mapText((text) => text.toLocaleLowerCase("tr"));
    if (language === "irish") return mapText((text) => text.toLocaleLowerCase("ga"));
    if (language === "greek")
      return mapText((text) =>
        lowerText(
          text
            .normalize("NFD")
            .replace(/[\u0301\u0308\u0344]/g, "")
            .normalize("NFC"),
        ).replaceAll("ς", "σ"),
      );
    throw illegalArgument(`language [${language}] not support for lower case`);
  },
};

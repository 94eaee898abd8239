import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Keeps tokens whose length, in UTF-16 units, is in a range. */
export const length: TokenFilterKind = {
  name: "length",
  summary: "Drops tokens that are too short or too long.",

  create(parameters) {
    const min = parameters.integer("min", 0);
    const max = parameters.integer("max", 0x7fffffff);
    if (min < 0) throw illegalArgument("minimum length must be greater than or equal to zero");
    if (min > max) throw illegalArgument("maximum length must not be greater than minimum length");
    return mapTokens((token) => (token.text.length >= min && token.text.length <= max ? token : undefined));
  },
};

import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapStem } from "../token-list.ts";

/** Cuts tokens to a length in UTF-16 units. */
export const truncate: TokenFilterKind = {
  name: "truncate",
  byName: { length: "10" },
  summary: "Cuts tokens that are too long.",

  create(parameters) {
    const length = parameters.integer("length", -1);
    if (length <= 0) throw illegalArgument("length parameter must be provided");
    return mapStem((text) => (text.length > length ? text.slice(0, length) : text));
  },
};

import { illegalArgument } from "../../compat/errors.ts";
import type { TokenFilterKind } from "../component.ts";
import { mapTokens } from "../token-list.ts";

/** Keeps or drops tokens of certain types (Lucene's TypeTokenFilter). */
export const keepTypes: TokenFilterKind = {
  name: "keep_types",
  summary: "Keeps only tokens of some types, or drops them.",
  byName: false,

  create(parameters) {
    const types = parameters.list("types");
    if (types === undefined || types.length === 0)
      throw illegalArgument("keep_types requires `types` to be configured");
    const mode = (parameters.string("mode") ?? "include").toLowerCase();
    if (mode !== "include" && mode !== "exclude") {
      throw illegalArgument(`\`keep_types\` tokenfilter mode can only be [include] or [exclude] but was [${mode}].`);
    }
    const listed = new Set(types);
    return mapTokens((token) => (listed.has(token.type) === (mode === "include") ? token : undefined));
  },
};

import type { TokenFilterKind } from "../component.ts";
import { icuFold, withinUnicodeSet } from "../icu/icu-normalization.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const icuFolding: TokenFilterKind = {
  name: "icu_folding",
  summary: "Folds case, accents, widths, digits and forms of characters that differ little.",
  normalizing: true,
  create: (parameters) =>
    normalizationFilter(
      withinUnicodeSet(icuFold, parameters.string("unicode_set_filter") ?? parameters.string("unicodeSetFilter")),
    ),
};

import type { TokenFilterKind } from "../component.ts";
import { icuNormalization, withinUnicodeSet } from "../icu/icu-normalization.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";

export const icuNormalizer: TokenFilterKind = {
  name: "icu_normalizer",
  summary: "One form for texts that Unicode can write in several ways: `nfc`, `nfkc` or `nfkc_cf`.",
  normalizing: true,
  create(parameters) {
    const normalize = icuNormalization(parameters.string("name") ?? "nfkc_cf");
    return normalizationFilter(
      withinUnicodeSet(normalize, parameters.string("unicode_set_filter") ?? parameters.string("unicodeSetFilter")),
    );
  },
};

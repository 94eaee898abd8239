import type { TokenFilterKind } from "../component.ts";
import { icuTransform } from "../icu/transforms/icu-transform.ts";
import { remembering } from "../languages/stem-filter.ts";
import { mapText } from "../token-list.ts";

/** Longer texts are not cached. */
const MAX_REMEMBERED = 64;

/** Lucene's ICUTransformFilter: transforms each token separately; a token that becomes empty stays. */
export const icuTransformFilter: TokenFilterKind = {
  name: "icu_transform",
  summary:
    "Transforms of ICU by their ids, with filters and in chains: between scripts, normalizations, case, removal. Most need the package `icu4c-data`.",
  normalizing: true,
  create(parameters) {
    const transform = icuTransform(
      parameters.string("id") ?? "Null",
      (parameters.string("dir") ?? "forward") !== "forward",
    );
    const ofWord = remembering(transform);
    return mapText((text) => (text.length > MAX_REMEMBERED ? transform(text) : ofWord(text)));
  },
};

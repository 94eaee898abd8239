import type { CharFilterKind } from "../component.ts";
import { icuNormalization, type Normalize, withinUnicodeSet } from "../icu/icu-normalization.ts";
import { FilteredTextBuilder } from "../offset-map.ts";

/** The unit of normalization: a character with its following marks, or a syllable of Hangul letters. */
const unit = /[\u1100-\u11ff]+|\P{M}?\p{M}+|[^]/gu;

export const icuNormalizer: CharFilterKind = {
  name: "icu_normalizer",
  summary: "One form for texts that Unicode can write in several ways, before they are divided.",
  normalizing: true,
  create(parameters) {
    const normalize = icuNormalization(parameters.string("name") ?? "nfkc_cf", parameters.string("mode") ?? "compose");
    const within: Normalize = withinUnicodeSet(
      normalize,
      parameters.string("unicode_set_filter") ?? parameters.string("unicodeSetFilter"),
    );
    return {
      filter(text) {
        const builder = new FilteredTextBuilder();
        for (const [part] of text.matchAll(unit)) {
          const normalized = within(part);
          if (normalized === part) builder.keep(part);
          else builder.replace(normalized, part.length);
        }
        return builder.finish();
      },
    };
  },
};

import type { AnalyzerKind } from "../component.ts";
import { icuNormalizer } from "../char-filters/icu-normalizer.ts";
import { chainOf } from "../custom-chain.ts";
import { icuFold } from "../icu/icu-normalization.ts";
import { normalizationFilter } from "../languages/stem-filter.ts";
import { chainAnalyzer } from "../text-analyzer.ts";
import { icuWordTokenizer } from "../tokenizers/icu-tokenizer.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { ComponentParameters } from "../component-parameters.ts";

/** Elasticsearch's IcuAnalyzerProvider: normalization before tokenizing, folding afterwards. */
export const icuAnalyzer: AnalyzerKind = {
  name: "icu_analyzer",
  summary: "Words of any language by ICU, normalized and folded.",
  create(name, parameters) {
    const method = parameters.string("method") ?? "nfkc_cf";
    if (!["nfc", "nfkc", "nfkc_cf"].includes(method)) {
      throw illegalArgument(`Unknown method [${method}] in analyzer [${name}], expected one of [nfc, nfkc, nfkc_cf]`);
    }
    const mode = parameters.string("mode") ?? "compose";
    if (mode !== "compose" && mode !== "decompose") {
      throw illegalArgument(`Unknown mode [${mode}] in analyzer [${name}], expected one of [compose, decompose]`);
    }
    const normalizer = icuNormalizer.create(
      new ComponentParameters("icu_normalizer", { name: method, mode }, parameters.surroundings),
    );
    return chainAnalyzer(
      name,
      chainOf(
        [{ name: "icu_normalizer", component: normalizer }],
        { name: "icu_tokenizer", component: icuWordTokenizer() },
        [{ name: "icu_folding", component: normalizationFilter(icuFold) }],
      ),
    );
  },
};

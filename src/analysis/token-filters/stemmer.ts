import type { TokenFilterKind } from "../component.ts";
import { stemFilter } from "../languages/stem-filter.ts";
import { stemOf } from "../languages/stems.ts";

export const stemmer: TokenFilterKind = {
  name: "stemmer",
  summary: "Stems one of many languages.",
  create: (parameters) => stemFilter(stemOf(parameters.string("language") ?? parameters.string("name") ?? "porter")),
};

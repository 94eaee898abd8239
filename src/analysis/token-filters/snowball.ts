import type { TokenFilterKind } from "../component.ts";
import { capitalized, snowballStem } from "../languages/snowball-stems.ts";
import { stemFilter } from "../languages/stem-filter.ts";

export const snowball: TokenFilterKind = {
  name: "snowball",
  summary: "Stems by the rules of the Snowball project.",
  create: (parameters) =>
    stemFilter(snowballStem(capitalized(parameters.string("language") ?? parameters.string("name") ?? "English"))),
};

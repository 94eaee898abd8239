import type { TokenFilterKind } from "../component.ts";
import { baseFormFilter } from "../languages/japanese/japanese-filters.ts";

export const kuromojiBaseform: TokenFilterKind = {
  name: "kuromoji_baseform",
  summary: "Puts the base form for inflected Japanese words.",
  create: () => baseFormFilter,
};

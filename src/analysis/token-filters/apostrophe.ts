import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";

/** Truncates each token at its first apostrophe (Lucene's ApostropheFilter, for Turkish). */
export const apostropheFilter = mapText((text) => {
  const at = text.search(/['’]/);
  return at < 0 ? text : text.slice(0, at);
});

export const apostrophe: TokenFilterKind = {
  name: "apostrophe",
  summary: "Drops what follows an apostrophe, and the apostrophe.",
  create: () => apostropheFilter,
};

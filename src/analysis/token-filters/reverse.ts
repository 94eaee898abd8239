import type { TokenFilterKind } from "../component.ts";
import { mapText } from "../token-list.ts";

/** Reverses each token; surrogate pairs stay intact. */
export const reverse: TokenFilterKind = {
  name: "reverse",
  summary: "Reverses each token.",
  create: () => mapText((text) => Array.from(text).reverse().join("")),
};

import type { TokenizerKind } from "../component.ts";
import { logTokenizer } from "../log-tokens.ts";

const candidates = /[\p{L}\p{M}\p{N}_.-]+/gu;

/** Like `ml_standard`, but URLs and paths are taken apart. */
export const mlClassic: TokenizerKind = {
  name: "ml_classic",
  summary: "Words of log messages, without numbers, dates and addresses.",
  create: () => logTokenizer(candidates),
};

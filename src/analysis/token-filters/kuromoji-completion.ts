import type { TokenFilterKind } from "../component.ts";
import { completionFilter, completionMode } from "../languages/japanese/completion.ts";

export const kuromojiCompletion: TokenFilterKind = {
  name: "kuromoji_completion",
  summary: "Puts what is typed for Japanese words beside them.",
  create: (parameters) => completionFilter(completionMode(parameters)),
};

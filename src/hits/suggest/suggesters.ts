/** Every suggester. */
import { assert } from "../../core/assert.ts";
import type { SuggesterKind } from "./suggester.ts";
import { completion } from "./suggesters/completion.ts";
import { phrase } from "./suggesters/phrase.ts";
import { term } from "./suggesters/term.ts";

export const suggesters: readonly SuggesterKind[] = [completion, phrase, term];

/** The suggester that a suggestion was read by. */
export function suggesterOf({ kind: name }: { readonly kind: string }): SuggesterKind {
  const kind = suggesters.find((one) => one.name === name);
  assert(kind, "what was read has a kind");
  return kind;
}

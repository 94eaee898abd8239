/** Joins what several shards suggest for the same piece of a text (`Suggest.Suggestion.Entry.reduce`). */
import { assert } from "../../core/assert.ts";
import { illegalState } from "./merge-error.ts";
import type { SuggestedEntry, SuggestedOption } from "./suggester.ts";

/** Which of the options stay, and in which order. */
export interface Ranking {
  readonly compare: (one: SuggestedOption, other: SuggestedOption) => number;
  readonly size: number;
}

/** The entry with the options of all, those with the same text joined. Throws 500 for entries of different texts. */
export function mergedOptions(
  entries: readonly SuggestedEntry[],
  join: (one: SuggestedOption, other: SuggestedOption) => SuggestedOption,
  { compare, size }: Ranking,
): SuggestedEntry {
  const [first] = entries;
  assert(first, "a shard has answered");
  const options = new Map<string, SuggestedOption>();
  for (const entry of entries) {
    if (entry.text !== first.text) throw illegalState(`text actual [${entry.text}] expected [${first.text}]`);
    for (const option of entry.options) {
      const known = options.get(option.text);
      options.set(option.text, known ? join(known, option) : option);
    }
  }
  return { ...first, options: Array.from(options.values()).sort(compare).slice(0, size) };
}

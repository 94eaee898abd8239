/** From what the shards suggest to what the response shows (`Suggest.reduce`). */
import { illegalState } from "./merge-error.ts";
import type { SuggestedEntry, SuggestedOption, Suggestion } from "./suggester.ts";
import { suggesterOf } from "./suggesters.ts";

/**
 * The entries of each suggestion over all shards that answered, of which there is at least one. Throws 500 for shards
 * whose entries are not for the same pieces of the text.
 */
export function mergedSuggestions(
  suggestions: readonly Suggestion[],
  shards: readonly (readonly (readonly SuggestedEntry[])[])[],
): SuggestedEntry[][] {
  return suggestions.map((suggestion, at) => {
    const found = shards.map((shard) => shard[at] ?? []);
    const [first = []] = found;
    const other = found.find(({ length }) => length !== first.length);
    if (other) throw illegalState(`sizes actual [${other.length}] expected [${first.length}]`);
    const kind = suggesterOf(suggestion);
    return first.map((_entry, piece) =>
      kind.merge(
        suggestion,
        found.map((entries, shard) => ofShard(entries[piece]!, shard)),
      ),
    );
  });
}

function ofShard(entry: SuggestedEntry, shard: number): SuggestedEntry {
  if (!entry.options.some(({ found }) => found)) return entry;
  const options = entry.options.map((option) =>
    option.found ? { ...option, found: { ...option.found, shard } } : option,
  );
  return { ...entry, options };
}

/** The options with documents, in the order in which suggestions are shown. */
export function suggestedHits(entries: readonly (readonly SuggestedEntry[])[]): SuggestedOption[] {
  return entries.flatMap((pieces) => pieces.flatMap(({ options }) => options.filter(({ found }) => found)));
}

/** What suggestions are shown with. */
export interface ShownSuggestions {
  readonly typedKeys: boolean;
  /** The documents of options that have one. */
  readonly hits: ReadonlyMap<SuggestedOption, Readonly<Record<string, unknown>>>;
}

/** The suggestions by name, with the name of the suggester before it where `typedKeys` are asked for. */
export function renderSuggestions(
  suggestions: readonly Suggestion[],
  entries: readonly (readonly SuggestedEntry[])[],
  { typedKeys, hits }: ShownSuggestions,
): Record<string, unknown> {
  const shown = suggestions.map((suggestion, at): [string, unknown] => {
    const { name, kind } = suggestion;
    const { render } = suggesterOf(suggestion);
    const pieces = (entries[at] ?? []).map((entry) => ({
      ...entry,
      options: entry.options.map((option) => render(option, hits.get(option))),
    }));
    return [typedKeys ? `${kind}#${name}` : name, pieces];
  });
  return Object.fromEntries(shown);
}

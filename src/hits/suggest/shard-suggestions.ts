/** What a shard suggests (`SuggestPhase`). */
import type { Analyzer } from "../../analysis/analyzer.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { SearcherView } from "../../query/query.ts";
import type { SuggestedEntry, Suggestion, SuggestShard } from "./suggester.ts";
import { suggesterOf } from "./suggesters.ts";

/** As many candidates come from a shard at least. */
const LEAST_SHARD_SIZE = 5;

/** The entries of each suggestion. `poll` and `matches`: see SuggestShard. Throws RequestError. */
export function* shardSuggestions(
  suggestions: readonly Suggestion[],
  view: SearcherView,
  { poll, matches }: Pick<SuggestShard, "poll" | "matches">,
): Generator<void, SuggestedEntry[][]> {
  // What is wrong with one is told before anything is looked for.
  const shards = suggestions.map((suggestion) => {
    const field = fieldOf(suggestion, view);
    const analyzer = analyzerOf(suggestion, field, view);
    const { size, shardSize = Math.max(size, LEAST_SHARD_SIZE), text } = suggestion;
    if (shardSize <= 0) throw illegalArgument(`ShardSize must be positive but was: ${shardSize}`);
    if (text === undefined) throw illegalArgument("The required text option is missing");
    return { view, field, analyzer, text, shardSize, isEmpty: !hasLiveDocs(view), poll, matches };
  });
  const found: SuggestedEntry[][] = [];
  for (const [at, suggestion] of suggestions.entries())
    found.push(yield* suggesterOf(suggestion).suggest(suggestion, shards[at]!));
  return found;
}

function fieldOf({ field: name }: Suggestion, { mapping }: SearcherView): MappedField {
  const field = mapping.field(name);
  if (!field || field.capabilities.object) throw illegalArgument(`no mapping found for field [${name}]`);
  return field;
}

function analyzerOf({ analyzer: name }: Suggestion, field: MappedField, view: SearcherView): Analyzer | undefined {
  if (name === undefined) return field.searchAnalyzer;
  const analyzer = view.mapping.analyzer(name);
  if (!analyzer) throw illegalArgument(`analyzer [${name}] doesn't exists`);
  return analyzer;
}

function hasLiveDocs({ segments, liveDocs }: SearcherView): boolean {
  return segments.some(({ docCount }, at) => {
    const live = liveDocs[at];
    return live ? live.some((word) => word !== 0) : docCount > 0;
  });
}

/** Phrases by whether documents match them: a template makes a query of each (`collate`). */
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { parseJson } from "../../../compat/json/parse-json.ts";
import { parsingException } from "../../../compat/errors.ts";
import type { SuggestedOption, SuggestShard } from "../suggester.ts";
import type { CollateOptions } from "./phrase-options.ts";

/** The options that match documents of the shard, or all of them with what they do. Throws RequestError. */
export function* collated(
  options: readonly SuggestedOption[],
  { script, params, shows }: CollateOptions,
  { view, poll, matches }: SuggestShard,
): Generator<void, SuggestedOption[]> {
  const template = view.mapping.scripts.program({ ...script, params: {} }, "template")();
  const kept: SuggestedOption[] = [];
  for (const option of options) {
    const found = matches(queryOf(template.render({ ...params, suggestion: option.text })));
    if (shows) kept.push({ ...option, collateMatch: found });
    else if (found) kept.push(option);
    if (poll()) yield;
  }
  return kept;
}

function queryOf(text: string): JsonObject {
  const query = parseJson(text);
  if (!isJsonObject(query)) throw parsingException("[_na] query malformed, must start with start_object");
  return query;
}

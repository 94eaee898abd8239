/** What may stand at the cursor of a search's body, by the path that leads there. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { Lists } from "../core/lists.ts";

export interface Words {
  readonly lists: Lists | undefined;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

const CLAUSES = new Set([
  "query",
  "must",
  "should",
  "filter",
  "must_not",
  "post_filter",
  "organic",
  "positive",
  "negative",
]);
const TOP =
  "query aggs size from sort _source fields highlight post_filter min_score search_after track_total_hits runtime_mappings collapse rescore suggest knn explain timeout".split(
    " ",
  );
const BOOL = ["must", "should", "filter", "must_not", "minimum_should_match", "boost"];
const OPTIONS = [
  "field",
  "size",
  "order",
  "missing",
  "interval",
  "calendar_interval",
  "fixed_interval",
  "ranges",
  "min_doc_count",
];

/** Names of the properties from the root to `position`. */
export function pathAt(state: EditorState, position: number): string[] {
  const path: string[] = [];
  for (let node = syntaxTree(state).resolveInner(position, -1).parent; node; node = node.parent) {
    if (node.name !== "Property") continue;
    const key = node.getChild("PropertyName");
    if (key && !(position >= key.from && position <= key.to)) path.unshift(state.sliceDoc(key.from + 1, key.to - 1));
  }
  return path;
}

export function completeJson(words: () => Words): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const word = context.matchBefore(/"?[\w.@-]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const before = context.state.sliceDoc(Math.max(0, context.pos - 80), context.pos);
    const options = optionsAt(pathAt(context.state, context.pos), /:\s*"?[\w.@-]*$/.test(before), words());
    return options.length === 0 ? null : { from: word.from, options, validFor: /^"?[\w.@-]*$/ };
  };
}

export function optionsAt(path: readonly string[], isValue: boolean, { lists, fields }: Words): Completion[] {
  const last = path.at(-1);
  const queries = lists?.queries ?? [];
  const aggregations = lists?.aggregations ?? [];
  const ofFields = fields.map(({ name, type }) => ({ ...option(name), detail: type }));
  if (isValue) return last === "field" || last === "sort" || last === "fields" ? ofFields : [];
  if (last === undefined) return TOP.map(option);
  if (CLAUSES.has(last)) return queries.map(option);
  if (last === "bool") return BOOL.map(option);
  if (last === "sort" || last === "highlight" || last === "fields") return ofFields;
  if (queries.includes(last)) return ofFields;
  const above = path.at(-2);
  if (above === "aggs" || above === "aggregations") return [...aggregations, "aggs"].map(option);
  return aggregations.includes(last) ? OPTIONS.map(option) : [];
}

const option = (name: string): Completion => ({ label: `"${name}"`, displayLabel: name });

/** Requests in the editor: colours, and what may stand at the cursor. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { jsonPath, METHODS, operationAt, requestAt } from "../core/requests.ts";
import { optionsAt, type Words } from "./complete-json.ts";

export const consoleLanguage: Extension = StreamLanguage.define({
  name: "requests",
  token(stream) {
    if (stream.sol() && stream.match(/\s*(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)\b/)) return "keyword";
    if (stream.sol() && stream.match(/\s*(#|\/\/).*/)) return "comment";
    if (stream.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/)) return "propertyName";
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/-?\d+(\.\d+)?([eE][+-]?\d+)?\b/)) return "number";
    if (stream.match(/\b(true|false|null)\b/)) return "bool";
    if (stream.match(/[{}[\],:]/)) return "punctuation";
    stream.next();
    return null;
  },
});

/** What else is known where requests are written. */
export interface Names extends Words {
  readonly indices: readonly string[];
}

export function completeRequests(names: () => Names): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const head = /^\s*([A-Z]+)\s+(\S*)$/.exec(before);
    if (head) return completePath(head[1] ?? "", head[2] ?? "", context, names());
    if (/^\s*[A-Za-z]*$/.test(before) && (before !== "" || context.explicit) && !isInBody(context))
      return { from: line.from, options: METHODS.map((label) => ({ label: `${label} /`, displayLabel: label })) };
    return completeBody(context, names());
  };
}

function isInBody(context: CompletionContext): boolean {
  const text = context.state.doc.toString();
  const request = requestAt(text, context.pos);
  const body = request && request.from <= context.pos ? text.slice(request.bodyFrom, context.pos) : "";
  return (body.match(/[{[]/g)?.length ?? 0) > (body.match(/[}\]]/g)?.length ?? 0);
}

function completePath(
  method: string,
  path: string,
  context: CompletionContext,
  { lists, indices }: Names,
): CompletionResult | null {
  const mark = path.indexOf("?");
  if (mark >= 0) {
    const operation = operationAt(method, path, lists);
    const from = context.pos - (path.length - Math.max(mark, path.lastIndexOf("&")) - 1);
    return {
      from,
      options: (operation?.query ?? []).map((name) => ({ label: `${name}=`, displayLabel: name })),
      validFor: /^\w*$/,
    };
  }
  const operations = lists ? [...lists.search, ...lists.identity] : [];
  const urls = operations.flatMap(({ name, urls: all }) =>
    all.filter(([methods]) => methods.split(",").includes(method)).map(([, pattern]) => ({ pattern, name })),
  );
  const given = path.split("/");
  const options: Completion[] = [];
  for (const { pattern, name } of urls) {
    const parts = pattern.split("/");
    // What is there already stays; what is left of the pattern is offered.
    const leads = given.slice(0, -1).every((part, at) => parts[at] === part || (parts[at] ?? "").startsWith("{"));
    if (!leads || parts.length < given.length) continue;
    const rest = [...given.slice(0, -1), ...parts.slice(given.length - 1)].join("/");
    if (rest.includes("{index}"))
      for (const index of indices) options.push({ label: rest.replace("{index}", index), detail: name });
    else options.push({ label: rest, detail: name });
  }
  const unique = [...new Map(options.map((option) => [option.label, option])).values()];
  return { from: context.pos - path.length, options: unique, validFor: /^[^\s?]*$/ };
}

function completeBody(context: CompletionContext, names: Names): CompletionResult | null {
  const word = context.matchBefore(/"?[\w.@-]*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const text = context.state.doc.toString();
  const request = requestAt(text, context.pos);
  if (!request || context.pos < request.bodyFrom) return null;
  const before = text.slice(request.bodyFrom, word.from);
  const isSearch = /_search|_count|_query|_explain|_validate|_msearch|_eql/.test(request.path);
  const path = jsonPath(before);
  const operation = operationAt(request.method, request.path, names.lists);
  const own = path.length === 0 ? (operation?.body ?? []).filter((key) => !key.startsWith("$")) : [];
  const options = [
    ...own.map((name) => ({ label: `"${name}"`, displayLabel: name })),
    ...(isSearch ? optionsAt(path, /:\s*$/.test(before), names) : []),
  ];
  const unique = [...new Map(options.map((option) => [option.label, option])).values()];
  return unique.length === 0 ? null : { from: word.from, options: unique, validFor: /^"?[\w.@-]*$/ };
}

/** The `suggest` option: suggestions by name, and a text for those without one (`SuggestBuilder.fromXContent`). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonPath } from "../../compat/json/locate-json.ts";
import { RequestText } from "../../compat/request-text.ts";
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { missing } from "./suggestion-body.ts";
import type { ParsedSuggestion, Suggestion } from "./suggester.ts";
import { suggesters } from "./suggesters.ts";

/** What a suggestion may be given to begin with. */
const GIVEN = ["text", "prefix", "regex"] as const;

type Given = Partial<Record<(typeof GIVEN)[number], string>>;

/** Reads `suggest` of the body; the suggestions are ordered by their names. Throws RequestError 400. */
export function parseSuggest(request: RequestText, body: JsonObject): Suggestion[] {
  let text: string | undefined;
  const read: ((text: string | undefined) => Suggestion)[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (isJsonObject(value)) read.push(parseSuggestion(request, name, value));
    else if (value === null || Array.isArray(value))
      throw request.at(request.places.value(body, name), `unexpected token [${tokenName(value)}] after [${name}]`);
    else if (name !== "text") throw illegalArgument(`[suggest] does not support [${name}]`);
    else text = String(value);
  }
  return read.map((complete) => complete(text)).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The suggestion of a query string: terms near those of a text. Throws RequestError 400. */
export function termSuggestion(field: string, text: string | undefined, body: JsonObject): Suggestion {
  const suggestion: JsonObject = { term: { field, ...body } };
  if (text !== undefined) suggestion.text = text;
  return parseSuggestion(RequestText.of(suggestion), field, suggestion)(undefined);
}

function parseSuggestion(
  request: RequestText,
  name: string,
  body: JsonObject,
): (text: string | undefined) => Suggestion {
  const given: Given = {};
  let parsed: (ParsedSuggestion & { readonly kind: string }) | undefined;
  for (const [key, value] of Object.entries(body)) {
    const known = GIVEN.find((one) => one === key);
    if (isJsonObject(value)) parsed = parseKind(request, body, ["suggest", name, key], value);
    else if (value === null || Array.isArray(value)) continue;
    else if (known) given[known] = String(value);
    else throw request.at(request.places.value(body, key), `suggestion does not support [${key}]`);
  }
  if (!parsed) throw missing("missing suggestion object");
  const { text, prefix, regex } = given;
  const found = parsed;
  return (shared) => ({
    ...found,
    name,
    text: text ?? prefix ?? regex ?? shared,
    prefix: prefix ?? text,
    regex,
  });
}

function parseKind(
  request: RequestText,
  container: JsonObject,
  path: JsonPath,
  value: JsonObject,
): ParsedSuggestion & { readonly kind: string } {
  const name = String(path.at(-1));
  const kind = suggesters.find((one) => one.name === name);
  if (kind) return { kind: name, ...kind.parse(request, value, path) };
  const { line, col } = request.places.value(container, name);
  throw new RequestError(400, "named_object_not_found_exception", `[${line}:${col}] unknown field [${name}]`);
}

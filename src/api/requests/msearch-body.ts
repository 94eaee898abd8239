/** The body of msearch: pairs of lines, a header and a search (MultiSearchRequest.readMultiLineFormat). */
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { tokenName } from "../../compat/body-reader.ts";
import { put } from "../../core/names.ts";

/** One search of the request. */
export interface MsearchItem {
  /** Index expression; undefined: that of the path. */
  readonly index: string | undefined;
  /** Parameters of the header, as they would stand in a query string. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The search as JSON text. */
  readonly body: string;
}

/** Header keys that stand for a parameter of the same name. */
const PARAMETERS = new Set([
  "search_type",
  "preference",
  "routing",
  "request_cache",
  "allow_partial_search_results",
  "ccs_minimize_roundtrips",
  "ignore_unavailable",
  "allow_no_indices",
  "expand_wildcards",
  "ignore_throttled",
]);

/** Reads all pairs. Throws 400 for unknown header keys, broken JSON, and a body that does not end in a newline. */
export function parseMsearchBody(text: string): MsearchItem[] {
  if (!text.endsWith("\n")) throw illegalArgument("The msearch request must be terminated by a newline [\n]");
  const lines = text.split("\n");
  lines.pop();
  const items: MsearchItem[] = [];
  // A header without its search is dropped, as Elasticsearch does.
  for (let at = 0; at + 1 < lines.length; at += 2)
    items.push({ ...parseHeader(lines[at] ?? ""), body: lines[at + 1] ?? "" });
  if (items.length === 0) throw validationFailed(["no requests added"]);
  return items;
}

function parseHeader(line: string): { index: string | undefined; parameters: Record<string, string> } {
  const parameters: Record<string, string> = {};
  let index: string | undefined;
  if (line.trim() === "") return { index, parameters };
  const header = parseJson(line);
  if (!isJsonObject(header)) throw illegalArgument(`Expected [START_OBJECT] but found [${tokenName(header)}]`);
  for (const [key, value] of Object.entries(header)) {
    if (key === "index" || key === "indices") index = listText(key, value);
    else if (PARAMETERS.has(key)) {
      const text = listText(key, value);
      if (text !== undefined) put(parameters, key, text);
    } else throw illegalArgument(`key [${key}] is not supported in the metadata section`);
  }
  return { index, parameters };
}

function listText(key: string, value: Json): string | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => scalarText(key, item)).join(",");
  return scalarText(key, value);
}

function scalarText(key: string, value: Json): string {
  if (value === null || typeof value === "object")
    throw illegalArgument(`key [${key}] must be a string or a list of strings in the metadata section`);
  return String(value);
}

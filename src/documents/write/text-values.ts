/** The texts that a document has for a field that a model embeds (`SemanticTextUtils`). */
import { RequestError } from "../../compat/errors.ts";
import { plainJson, spelledAsText } from "../../compat/json/lossless-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";

/** Each value as text, in order; null: the document says that there is none; undefined: it says nothing. */
export function textValues(field: string, path: string, document: JsonObject): readonly string[] | null | undefined {
  const found: Json[] = [];
  find(document, path.split("."), found);
  if (found.length === 0) return undefined;
  if (found.every((value) => value === null)) return null;
  return found.flatMap((value) => (Array.isArray(value) ? value : [value])).flatMap((value) => textOf(field, value));
}

/** All values under a path, through lists and objects; a name may have dots of its own. */
function find(part: Json, steps: readonly string[], found: Json[]): void {
  if (steps.length === 0) found.push(part);
  else if (Array.isArray(part)) for (const item of part) find(item, steps, found);
  else if (isJsonObject(part)) {
    for (let used = 1; used <= steps.length; used++) {
      const value = ownOf(part, steps.slice(0, used).join("."));
      if (value !== undefined) find(value, steps.slice(used), found);
    }
  }
}

function textOf(field: string, given: Json): readonly string[] {
  const value = spelledAsText(given);
  if (value === null) return [];
  if (typeof value !== "object") return [String(value)];
  const kind = Array.isArray(plainJson(value)) ? "ArrayList" : "HashMap";
  throw new RequestError(
    400,
    "status_exception",
    `Invalid format for field [${field}], expected [String|Number|Boolean] got [${kind}]`,
  );
}

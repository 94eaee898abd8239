/** What `like` and `unlike` name: texts, documents of an index, documents of the request. */
import { parsingException, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ParseContext } from "../query-kind.ts";

/** A document: its source, and the fields of it that count; undefined: those of the query. */
export interface LikeDocument {
  /** Undefined: there is no such document. */
  readonly source: JsonObject | undefined;
  readonly fields: readonly string[] | undefined;
  /** Set for documents of an index, whichever: those with their ids are not found again. */
  readonly id: string | undefined;
}

/** What is liked or not. */
export interface LikeItems {
  readonly texts: readonly string[];
  readonly documents: readonly LikeDocument[];
}

export function readItems(value: Json, context: ParseContext): LikeItems {
  const texts: string[] = [];
  const documents: LikeDocument[] = [];
  for (const item of Array.isArray(value) ? value : [value]) {
    if (isJsonObject(item)) documents.push(readDocument(item, context));
    else if (typeof item === "object")
      throw parsingException("content of 'like' parameter should either be a string or an object");
    else texts.push(valueText(item));
  }
  return { texts, documents };
}

const ignored: ReadonlySet<string> = new Set([
  "per_field_analyzer",
  "version",
  "_version",
  "version_type",
  "_version_type",
]);

function readDocument(item: JsonObject, { reference, mapping }: ParseContext): LikeDocument {
  let index: string | undefined;
  let id: string | undefined;
  let given: JsonObject | undefined;
  let fields: readonly string[] | undefined;
  let routing: string | undefined;
  for (const [key, value] of Object.entries(item)) {
    if (key === "_index") index = valueText(value);
    else if (key === "_id") id = valueText(value);
    else if (key === "doc" && isJsonObject(value)) given = value;
    else if (key === "fields" && Array.isArray(value)) fields = value.map(valueText);
    else if (key === "routing" || key === "_routing") routing = valueText(value);
    else if (!ignored.has(key)) throw failed(`unknown field [${key}]`);
  }
  if (id !== undefined && given) throw failed("either [id] or [doc] can be specified, but not both!");
  if (given) return { source: given, fields, id: undefined };
  if (id === undefined) throw failed("neither [id] nor [doc] is specified!");
  if (!reference) throw failed("documents of an index cannot be named in filters of aliases and roles");
  const found = reference({ query: "more_like_this", index: index ?? mapping.index, id, path: "", routing });
  return {
    source: isJsonObject(found ?? null) ? (found as JsonObject) : undefined,
    fields,
    id,
  };
}

function failed(reason: string): RequestError {
  return new RequestError(400, "parse_exception", `failed to parse More Like This item. ${reason}`);
}

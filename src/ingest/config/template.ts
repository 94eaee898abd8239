/** Texts and values in which fields of the document may stand: `{{field}}`, `{{{_ingest.timestamp}}}`. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf, put } from "../../core/names.ts";
import { mustache } from "../../scripting/mustache/mustache.ts";
import { CONTENT_TYPE } from "../../scripting/parse-script.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import { javaText } from "../document/java-values.ts";
import { isMetadata } from "../document/metadata.ts";

/** Makes a text for a document. */
export type TextSource = (document: IngestDocument) => string;

/** Makes a value for a document, of which nothing is shared. */
export type ValueSource = (document: IngestDocument) => Json;

export type MediaType = "application/json" | "text/plain" | "application/x-www-form-urlencoded";

/** Whether a text has fields in it. */
export function isTemplate(text: string): boolean {
  return text.includes("{{");
}

/** Throws 400 for a template that cannot be read. */
export function textSource(text: string, mediaType: MediaType = "application/json"): TextSource {
  if (!isTemplate(text)) return () => text;
  if (BEYOND_FIELDS.test(text)) return writtenByMustache(text, mediaType);
  const parts = readTemplate(text, mediaType);
  return (document) => {
    let made = "";
    for (const part of parts) made += typeof part === "string" ? part : part(document);
    return made;
  };
}

/**
 * Sections, partials, other delimiters and items of lists, which are rare: fields of objects alone are written here.
 */
const BEYOND_FIELDS = /\{\{\s*[#^/>=$<]|\.(?:\d|size)/;

function writtenByMustache(source: string, mediaType: MediaType): TextSource {
  const program = mustache.compile({ source, options: { [CONTENT_TYPE]: mediaType } }, "ingest_template")({});
  return ({ source: fields, metadata, ingest }) =>
    program.render({ ...fields, ...(metadata as JsonObject), _source: fields, _ingest: ingest });
}

/** A value whose texts, also those within, may have fields in them. */
export function valueSource(value: Json, mediaType?: MediaType): ValueSource {
  if (typeof value === "string") {
    const make = textSource(value, mediaType);
    return isTemplate(value) ? make : () => value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => valueSource(item, mediaType));
    return (document) => items.map((item) => item(document));
  }
  if (!isJsonObject(value)) return () => value;
  const members = Object.keys(value).map(
    (key) => [textSource(key, mediaType), valueSource(ownOf(value, key) ?? null, mediaType)] as const,
  );
  return (document) => {
    const made: JsonObject = {};
    for (const [key, member] of members) put(made, key(document), member(document));
    return made;
  };
}

const ESCAPES: NameTable<(text: string) => string> = nameTable({
  "application/json": (text) => JSON.stringify(text).slice(1, -1),
  "text/plain": (text) => text,
  "application/x-www-form-urlencoded": (text) =>
    encodeURIComponent(text)
      .replace(/%20/g, "+")
      .replace(/[!'()~]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`),
});

function readTemplate(text: string, mediaType: MediaType): (string | TextSource)[] {
  const escape = ESCAPES[mediaType] ?? String;
  const parts: (string | TextSource)[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf("{{", at);
    if (open < 0) break;
    if (open > at) parts.push(text.slice(at, open));
    const triple = text.charAt(open + 2) === "{";
    const close = text.indexOf(triple ? "}}}" : "}}", open);
    if (close < 0) throw notClosed(text);
    const inner = text.slice(open + (triple ? 3 : 2), close).trim();
    at = close + (triple ? 3 : 2);
    const kind = inner.charAt(0);
    if (kind === "!") continue;
    const plain = triple || kind === "&";
    const path = (kind === "&" ? inner.slice(1) : inner).trim();
    parts.push((document) => {
      const value = fieldOf(document, path);
      const shown = value === undefined || value === null ? "" : shownText(value);
      return plain ? shown : escape(shown);
    });
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

function notClosed(script: string): RequestError {
  const reason = "Improperly closed variable in query-template:1";
  const cause = new RequestError(400, "mustache_exception", reason);
  return new RequestError(400, "script_exception", reason, {
    details: { script_stack: [], script, lang: "mustache" },
    cause,
  });
}

/** A field by its path; `_source` and `_ingest` are the source and what the run says of itself. */
function fieldOf(document: IngestDocument, path: string): Json | undefined {
  const names = path.split(".");
  const [first = ""] = names;
  let value: Json | undefined =
    first === "_ingest"
      ? document.ingest
      : first === "_source"
        ? document.source
        : isMetadata(first)
          ? document.metadata[first]
          : ownOf(document.source, first);
  for (const name of names.slice(1)) value = isJsonObject(value) ? ownOf(value, name) : undefined;
  return value;
}

/** As Elasticsearch's templates show it: a list is shown as an object with the places of its items. */
function shownText(value: Json): string {
  if (!Array.isArray(value)) return javaText(value);
  return `{${value.map((item, at) => `${at}=${javaText(item)}`).join(", ")}}`;
}

/** Properties that many processors have. */
import type { Json } from "../../core/json.ts";
import type { IngestDocument } from "../document/ingest-document.ts";
import type { ProcessorConfig } from "./processor-config.ts";
import { type MediaType, type TextSource, textSource } from "./template.ts";

/** A property with a path in which fields may stand. */
export function pathSource(config: ProcessorConfig, name: string): TextSource {
  return textSource(config.string(name));
}

/** A value that may be missing; null where it is. Throws 400 where it must not be. */
export function valueOf(document: IngestDocument, field: string, ignoreMissing: boolean): Json {
  return ignoreMissing ? (document.find(field) ?? null) : document.value(field);
}

const MEDIA_TYPES: readonly string[] = ["application/json", "text/plain", "application/x-www-form-urlencoded"];

/** How fields in a value are escaped. */
export function mediaType(config: ProcessorConfig): MediaType {
  const given = config.optionalString("media_type") ?? "application/json";
  if (isMediaType(given)) return given;
  throw config.error("media_type", `property does not contain a supported media type [${given}]`);
}

function isMediaType(text: string): text is MediaType {
  return MEDIA_TYPES.includes(text);
}

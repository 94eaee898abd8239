/** What the member `_inference_fields` says of one text: which model embedded it, and its chunks. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { readModelSettings, sameEmbeddings } from "./model-settings.ts";

/** One text with its embeddings. */
export interface EmbeddedText {
  readonly endpoint: string;
  /** Undefined: there are no chunks. */
  readonly model: JsonObject | undefined;
  readonly chunks: readonly TextChunk[];
}

/** A part of the values of a field, which are joined by one character. */
export interface TextChunk {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly embeddings: Json;
}

/** Throws RequestError 400 for what is no such thing. */
export function readEmbeddedText(path: string, value: Json): EmbeddedText {
  const inference = isJsonObject(value) ? ownOf(value, "inference") : undefined;
  if (inference === undefined || !isJsonObject(inference))
    throw illegalArgument(`failed to parse field [${path}]: Required [inference]`);
  const { inference_id: endpoint, model_settings: settings = null, chunks = null } = inference;
  if (typeof endpoint !== "string" || !isJsonObject(chunks))
    throw illegalArgument(`failed to parse field [${path}]: Required [inference_id, chunks]`);
  const read = Object.entries(chunks).flatMap(([source, list]) =>
    listOf(list).map((one) => chunkOf(path, source, one)),
  );
  const model = settings === null ? undefined : readModelSettings(settings);
  return { endpoint, model, chunks: read };
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

function chunkOf(path: string, source: string, value: Json): TextChunk {
  const { start_offset: start, end_offset: end, embeddings = null } = isJsonObject(value) ? value : {};
  if (typeof start !== "number" || typeof end !== "number" || embeddings === null)
    throw illegalArgument(`failed to parse field [${path}]: Required [start_offset, end_offset, embeddings]`);
  return { source, start, end, embeddings };
}

/** Throws RequestError 400 for embeddings of another endpoint or model than the mapping names. */
export function checkEmbeddedText(
  path: string,
  text: EmbeddedText,
  mapped: { readonly endpoint: string; readonly model: JsonObject | undefined },
): void {
  if (text.endpoint !== mapped.endpoint)
    throw illegalArgument(
      `The configured inference_id [${text.endpoint}] for field [${path}] doesn't match the inference_id [${mapped.endpoint}] reported in the document.`,
    );
  if (text.model && mapped.model && !sameEmbeddings(text.model, mapped.model))
    throw new RequestError(
      400,
      "document_parsing_exception",
      `Incompatible model settings for field [${path}]. Check that the [inference_id] is not using different model settings`,
    );
  if (!text.model && !mapped.model && text.chunks.length > 0)
    throw illegalArgument(`[model_settings] must be set for field [${path}] when chunks are provided`);
}

/** The 400 for a field that has no embeddings. */
export function noEmbeddedText(path: string): RequestError {
  return illegalArgument(`Illegal inference field [${path}] found.`);
}

/** What the mapping's parser is given of a document. */
import type { DocumentInput } from "../../mapping/document-parser.ts";
import type { JsonObject } from "../../core/json.ts";
import { readSource } from "./source-json.ts";

/**
 * A document as it is written, or as its record says; see `unread` for a source that is no JSON. Throws RequestError
 * 400 when it is no object.
 */
export function documentInput(
  document: {
    readonly id: string;
    readonly routing: string | undefined;
    readonly source: Uint8Array;
    /** What the source says, where that is known. */
    readonly parsed?: JsonObject | undefined;
  },
  dynamicTemplates?: Readonly<Record<string, string>>,
): DocumentInput {
  const { id, routing, source, parsed } = document;
  if (parsed) return { id, routing, source: parsed, raw: source, dynamicTemplates };
  return { id, routing, ...readSource(source), raw: source, dynamicTemplates };
}

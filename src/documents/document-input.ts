/** What the mapping's parser is given of a document. */
import type { DocumentInput } from "../mapping/document-parser.ts";
import { parseSource } from "./source-json.ts";

/** A document as it is written, or as its record says. Throws RequestError 400 when the source is no JSON object. */
export function documentInput(
  document: { readonly id: string; readonly routing: string | undefined; readonly source: Uint8Array },
  dynamicTemplates?: Readonly<Record<string, string>>,
): DocumentInput {
  const { id, routing, source } = document;
  return { id, routing, source: parseSource(source), raw: source, dynamicTemplates };
}

/** Whether documents fit the mapping of an index that they are not written to. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { documentInput } from "../../documents/write/document-input.ts";
import { parsersWith } from "../../documents/write/parser-of.ts";
import type { JsonObject } from "../../core/json.ts";
import { knownAnalysis } from "../../mapping/mapping-context.ts";
import { mergeMappings } from "../../mapping/merge-mappings.ts";
import { IGNORED } from "../../mapping/metadata-fields.ts";
import type { ScriptCompiler } from "../../scripting/script-compiler.ts";
import { DocumentTerms } from "../../search/term-vectors/document-terms.ts";

/** A document, as it would be written. */
export interface CandidateDocument {
  readonly id: string;
  readonly routing: string | undefined;
  readonly source: Uint8Array;
  readonly dynamicTemplates?: Readonly<Record<string, string>> | undefined;
}

/** Answers the fields of a document that would be ignored. Throws RequestError 400 for one that does not fit. */
export type FitsMapping = (document: CandidateDocument) => readonly string[];

export function fitsMapping(metadata: IndexMetadata, scripts: ScriptCompiler): FitsMapping {
  const parserOf = parsersWith(scripts);
  const parser = parserOf(metadata);
  const { settings, resources, mapping } = metadata;
  return ({ dynamicTemplates, ...document }) => {
    if (document.id === "") throw emptyId();
    const input = documentInput(document, dynamicTemplates);
    const terms = new DocumentTerms();
    const update = parser.dynamicUpdate(input);
    const merged = (brought: JsonObject): JsonObject =>
      mergeMappings(mapping, brought, settings, knownAnalysis(settings, resources, scripts));
    (update ? parserOf({ ...metadata, mapping: merged(update) }) : parser).index(input, terms);
    return terms.terms(IGNORED);
  };
}

function emptyId(): RequestError {
  const cause = illegalArgument("Ids can't be empty");
  return new RequestError(400, "document_parsing_exception", `[1:2] failed to parse: ${cause.message}`, { cause });
}

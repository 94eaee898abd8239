/** Whether documents fit the mapping of an index that they are not written to. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { documentInput } from "../../documents/write/document-input.ts";
import { Mapping } from "../../mapping/mapping.ts";
import { IGNORED } from "../../mapping/metadata-fields.ts";
import { readStoredQuery } from "../../query/percolation/stored-query.ts";
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
  const mapping = Mapping.parse(metadata, { scripts });
  return ({ dynamicTemplates, ...document }) => {
    if (document.id === "") throw emptyId();
    const input = documentInput(document, dynamicTemplates);
    const terms = new DocumentTerms();
    mapping.parserFor([input], readStoredQuery).index(input, terms);
    return terms.terms(IGNORED);
  };
}

function emptyId(): RequestError {
  const cause = illegalArgument("Ids can't be empty");
  return new RequestError(400, "document_parsing_exception", `[1:2] failed to parse: ${cause.message}`, { cause });
}

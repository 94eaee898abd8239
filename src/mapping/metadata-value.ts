/** Metadata fields inside a document: only `_doc_count` is allowed. */
import { RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { fieldError } from "./document-error.ts";
import type { DocumentPlace } from "./document-place.ts";
import { integerKind } from "./numbers/number-kinds.ts";
import { parseWholeNumber } from "./numbers/whole-number.ts";
import { DOC_COUNT } from "./metadata-fields.ts";
import { badValue, tokenNameOf, ValueError } from "./value-error.ts";

/** The location of the value. */
export interface MetadataPlace {
  readonly documentId: string;
  readonly place: DocumentPlace;
  readonly depth: number;
}

/**
 * The value of `_doc_count`; undefined for an empty array. Throws RequestError 400 for other names and invalid values.
 */
export function readMetadataValue(name: string, value: Json, where: MetadataPlace): number | undefined {
  if (!Array.isArray(value)) return readOne(name, value, where);
  const { documentId, place, depth } = where;
  let count: number | undefined;
  value.forEach((item, index) => {
    place.set(depth, index);
    const read = readMetadataValue(name, item, { documentId, place, depth: depth + 1 });
    if (count !== undefined && read !== undefined) {
      const error = badValue(`Arrays are not allowed for field [${name}].`);
      throw fieldError({
        error,
        path: name,
        type: name,
        label: name,
        value: item,
        documentId,
        depth: depth + 1,
        place,
      });
    }
    count ??= read;
  });
  return count;
}

function readOne(name: string, value: Json, { documentId, place, depth }: MetadataPlace): number {
  const refuse = (error: ValueError): never => {
    throw fieldError({ error, path: name, type: name, label: name, value, documentId, depth, place });
  };
  if (name !== DOC_COUNT) {
    const { line, col } = place.value(depth);
    const reason = `[${line}:${col}] Field [${name}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`;
    refuse(new ValueError(new RequestError(400, "document_parsing_exception", reason)));
  }
  if (typeof value !== "number" && typeof value !== "bigint") {
    const reason = `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${tokenNameOf(value)}]`;
    refuse(new ValueError(new RequestError(400, "parsing_exception", reason, { details: { ...place.value(depth) } })));
  }
  let count = 0;
  try {
    count = Number(parseWholeNumber(integerKind, value, false, (number) => place.numberText(depth) ?? String(number)));
  } catch (error) {
    if (error instanceof ValueError) refuse(error);
    throw error;
  }
  if (count <= 0) refuse(badValue(`Field [_doc_count] must be a positive integer. Value [${count}] is not allowed.`));
  return count;
}

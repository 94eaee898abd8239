/** Whether the values of a field can be read by document, for sorting, aggregations and doc values. */
import { illegalArgument } from "../compat/errors.ts";
import type { MappedField } from "./field-type.ts";

/**
 * Throws unless they can (`MappedFieldType.fielddataBuilder`). `asked` is the field's name in the request, `index` the
 * searched index.
 */
export function requireFieldData(field: MappedField, asked: string, index: string): void {
  // Of an alias the field is told; that of a key is asked for by the key.
  const name = field.keyed ? asked : field.path;
  if (field.withoutFieldData !== undefined) throw illegalArgument(field.withoutFieldData);
  if (field.capabilities.texts === "words" && !field.aggregatable) {
    throw illegalArgument(
      `Fielddata is disabled on [${name}] in [${index}]. Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${name}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
    );
  }
  if (!field.aggregatable) {
    throw illegalArgument(
      `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${field.type}]. Use doc values instead.`,
    );
  }
}

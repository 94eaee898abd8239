import { base64Fault, notBase64Text } from "../../compat/base64.ts";
import type { Json } from "../../core/json.ts";
import { opaqueBytes } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField, SyntheticSourceSupport } from "../field-type.ts";
import { booleanParameter, storeParameter } from "../parameter.ts";
import { badToken, badValue, tokenNameOf } from "../value-error.ts";

/** Bytes as base64: kept in the source, not searchable. */
export const binary: FieldType = defineFieldType({
  name: "binary",
  summary: "Bytes, written as base64; not searchable.",
  parameters: [storeParameter, booleanParameter("doc_values", false)],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    // Elasticsearch validates the value only if it stores it somewhere. With synthetic source, doc values are on unless
    // the mapping says otherwise.
    const column = values["doc_values"] === true || context.setting("index.mapping.source.mode") === "synthetic";
    const kept = column || values["store"] === true;
    const base = baseField(path, {
      type: "binary",
      capabilities: opaqueBytes,
      searchable: false,
      aggregatable: column,
      spec: { terms: undefined, norms: false, column: column ? "ordinals" : undefined },
      shown,
    });
    return {
      ...base,
      withoutSort: column ? { reason: "can't sort on binary field" } : undefined,
      syntheticSource: bytesSyntheticSource,
      // A kept value is already decoded when multi-fields are reached, which leaves Elasticsearch's parser no text.
      ...(kept ? { multiFieldValues: (value: Json) => (typeof value === "string" ? [""] : []) } : {}),
      index(value, { builder, field }) {
        if (value === null) return;
        if (typeof value === "object")
          throw badValue(`Expected text at %LINE%:%COLUMN% but found ${tokenNameOf(value)}`);
        if (!kept) return;
        checkBase64(value);
        if (!column) {
          builder.addPresence(field);
          return;
        }
        const bytes = Buffer.from(value as string, "base64");
        builder.addOrdinalTerm(field, bytes, 0, bytes.length);
      },
      format: (value) => base64(value as Uint8Array),
      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

/** In Elasticsearch, bytes have doc values when the source is synthetic. */
const bytesSyntheticSource: SyntheticSourceSupport = {
  order: "set",
  text: (value) => JSON.stringify(base64(value as Uint8Array)),
  collect(value, { builder, field }) {
    if (typeof value !== "string") return;
    const bytes = Buffer.from(value, "base64");
    builder.addOrdinalTerm(field, bytes, 0, bytes.length);
  },
};

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

function checkBase64(value: Json): void {
  if (typeof value !== "string") throw badToken("json_parse_exception", notBase64Text(tokenNameOf(value)));
  const fault = base64Fault(value);
  if (!fault) return;
  const error = badToken("json_parse_exception", fault.reason);
  const isEnd = fault.at === value.length;
  error.tokenOffset = fault.at + (isEnd ? 1 : 2);
  error.previewText = isEnd ? "" : value.slice(fault.at + 1);
  throw error;
}

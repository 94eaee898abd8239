import type { Json } from "../../core/json.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { booleanParameter, storeParameter } from "../parameter.ts";
import { badToken, badValue, tokenNameOf } from "../value-error.ts";

/** Bytes as base64: kept in the source, not searchable. */
export const binary: FieldType = defineFieldType({
  name: "binary",
  summary: "Bytes, written as base64; not searchable.",
  parameters: [storeParameter, booleanParameter("doc_values", false)],

  create({ values, shown }, { path }): IndexableField {
    // Only where the original stores the value somewhere does it look at it at all.
    const kept = values["store"] === true || values["doc_values"] === true;
    const base = baseField(path, {
      type: "binary",
      family: "binary",
      searchable: false,
      aggregatable: false,
      spec: { terms: undefined, norms: false, column: undefined },
      shown,
    });
    return {
      ...base,
      index(value, { builder, field }) {
        if (value === null) return;
        if (typeof value === "object") throw badValue(`Expected text at %LINE%:%COLUMN% but found ${tokenNameOf(value)}`);
        if (!kept) return;
        checkBase64(value);
        builder.addPresence(field);
      },
      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

function checkBase64(value: Json): void {
  if (typeof value !== "string") throw badToken("json_parse_exception", `Current token (${tokenNameOf(value)}) not VALUE_STRING or VALUE_EMBEDDED_OBJECT, can not access as binary`);
  const illegal = /[^A-Za-z0-9+/=\s]/.exec(value);
  if (illegal) throw badToken("json_parse_exception", `Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Illegal character '${illegal[0]}' (code 0x${illegal[0].charCodeAt(0).toString(16)}) in base64 content`);
}

import type { Json } from "../../core/json.ts";
import { decodeVersion, encodeVersion } from "../../compat/version-order.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { type FieldCapabilities, wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat, refuseFormat, valueText } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { immenseTerm, textOf } from "../keyword-text.ts";
import { termRange } from "../term-range.ts";

const versions: FieldCapabilities = { ...wholeTexts, valueFormat: "version" };

/** Software versions: matched exactly or by pattern, sorted and compared in version order. */
export const version: FieldType = defineFieldType({
  name: "version",
  summary: "Software versions, in the order of Semantic Versioning.",
  parameters: [],

  create({ shown }, { path }): IndexableField {
    const base = baseField(path, {
      type: "version",
      capabilities: versions,
      searchable: true,
      aggregatable: true,
      spec: { terms: "docs", norms: false, column: "ordinals" },
      shown,
    });
    const encode = (value: Json): Uint8Array => encodeVersion(valueText(value));
    return {
      ...base,
      listsTerms: true,
      decodeTerm: decodeVersion,
      term: encode,
      range: (bounds) => termRange(bounds, encode),
      syntheticSource: { order: "set", text: (value) => JSON.stringify(decodeVersion(value as Uint8Array)) },

      index(value, target) {
        const text = textOf(value, target);
        if (text === null) return;
        const bytes = encodeVersion(text);
        if (bytes.length > MAX_TERM_BYTES) throw immenseTerm(path, text);
        target.builder.addOrdinalTerm(target.field, bytes, 0, bytes.length);
      },

      format(value, format) {
        refuseFormat(base, format);
        return typeof value === "object" ? decodeVersion(value) : String(value);
      },
      parseValue: encode,

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null || typeof sourceValue === "object" ? undefined : String(sourceValue);
      },
    };
  },
});

import { murmur3 as hash128 } from "../../analysis/min-hash/murmur3.ts";
import { formatDecimal } from "../../compat/decimal-format.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { wholeNumbers } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { textOf } from "../keyword-text.ts";
import { columnNumber, queryNumber } from "../numbers/whole-number.ts";
import { storeParameter } from "../parameter.ts";

/** Hashes of texts, computed at index time, so that cardinality does not need the texts. Not searchable. */
export const murmur3: FieldType = defineFieldType({
  name: "murmur3",
  summary: "Hashes of texts, for counting distinct ones; not searchable.",
  parameters: [storeParameter],

  create({ shown }, { path }): IndexableField {
    const base = baseField(path, {
      type: "murmur3",
      capabilities: wholeNumbers("long"),
      searchable: false,
      aggregatable: true,
      spec: { terms: undefined, norms: false, column: "integer" },
      shown,
    });
    return {
      ...base,
      term() {
        throw illegalArgument(`Murmur3 fields are not searchable: [${path}]`);
      },

      /** The first half of MurmurHash3 (128 bits, 64-bit variant, seed 0) of the text in UTF-8, as a signed number. */
      index(value, target) {
        const text = textOf(value, target);
        if (text === null) return;
        const [first] = hash128(Buffer.from(text, "utf8"));
        target.builder.addNumber(target.field, columnNumber(BigInt.asIntN(64, first)));
      },

      format: (value, format) =>
        format === undefined
          ? columnNumber(BigInt(value as number | bigint))
          : formatDecimal(value as number | bigint, format),
      formatAsString: (value, format) =>
        format === undefined ? undefined : formatDecimal(value as number | bigint, format),
      parseValue: (value) => columnNumber(queryNumber(value).whole),

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null || typeof sourceValue === "object" ? undefined : String(sourceValue);
      },
    };
  },
});

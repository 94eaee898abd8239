/** `_tsid`: which series a document is a point of; it can be sorted and aggregated, and not be searched for. */
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { baseField } from "../define-field-type.ts";
import { wholeTexts } from "../field-capabilities.ts";
import type { MappedField } from "../field-type.ts";

export const TSID = "_tsid";

const base = baseField(TSID, {
  type: TSID,
  capabilities: {
    ...wholeTexts,
    valueFormat: "base64url",
    rangeQuery: false,
    matchQuery: undefined,
    inFieldPatterns: false,
  },
  searchable: false,
  aggregatable: true,
  spec: { terms: undefined, norms: false, column: "ordinals" },
  shown: {},
});

const shown = (value: number | bigint | Uint8Array): string =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.length).toString("base64url")
    : String(value);

export const tsidField: MappedField = {
  ...base,
  parameters: {},
  refusesPatterns: true,
  decodeTerm: shown,
  term() {
    throw illegalArgument(`[${TSID}] is not searchable`);
  },
  range() {
    throw illegalArgument(`Field [${TSID}] of type [${TSID}] does not support range queries`);
  },
  format: shown,
  formatAsString: () => undefined,
  parseValue: (value) => Buffer.from(valueText(value), "base64url"),
};

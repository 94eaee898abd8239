import { formatIpAddress, parseIpAddress } from "../../compat/ip-address.ts";
import type { Json } from "../../core/json.ts";
import { RequestError } from "../../compat/errors.ts";
import { addresses } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat, refuseFormat, valueText } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { indexAsGiven, indexScript } from "../index-script.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import {
  dimensionParameter,
  docValuesParameter,
  hiddenIgnoreMalformedParameter,
  indexParameter,
  settingFlag,
  storeParameter,
} from "../parameter.ts";
import { termRange } from "../term-range.ts";
import { ValueError } from "../value-error.ts";
import { expectedText } from "../keyword-text.ts";

/** IPv4 and IPv6 addresses: terms of 16 bytes. */
export const ip: FieldType = defineFieldType({
  name: "ip",
  summary: "IPv4 and IPv6 addresses.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    hiddenIgnoreMalformedParameter,
    {
      name: "null_value",
      fallback: null,
      updateable: false,
      acceptsNull: true,
      read: (value, context) => readNullValue(value, context.path),
    },
    dimensionParameter,
  ],

  script: indexScript({
    excludes: ["null_value", "ignore_malformed"],
    program: (script, scripts) => scripts.program(script, "ip_field"),
    index: indexAsGiven,
  }),

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const replacement = values["null_value"] === null ? undefined : parseIpAddress(values["null_value"] as string);
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const base = baseField(path, {
      type: "ip",
      capabilities: addresses,
      searchable: indexed,
      aggregatable: column,
      spec: { terms: indexed ? "docs" : undefined, norms: false, column: column ? "ordinals" : undefined },
      shown,
    });
    return {
      ...base,
      listsTerms: true,
      term: (value) => parseIpAddress(valueText(value)),
      range: (bounds) => termRange(bounds, (value) => parseIpAddress(valueText(value))),
      syntheticSource: column
        ? {
            order: "set",
            text: (value) => JSON.stringify(formatIpAddress(value as Uint8Array)),
            keepsOrder: values["store"] !== true,
          }
        : undefined,

      index(value, target) {
        let address: Uint8Array | undefined;
        try {
          address = parseAddress(value) ?? replacement;
        } catch (error) {
          if (!ignoreMalformed || !(error instanceof ValueError) || typeof value === "object") throw error;
          target.ignore(path);
          return;
        }
        if (!address) return;
        if (indexed || column) target.builder.addOrdinalTerm(target.field, address, 0, 16);
        else target.builder.addPresence(target.field);
      },

      format(value, format) {
        refuseFormat(base, format);
        return formatIpAddress(value as Uint8Array);
      },
      parseValue: (value) => parseIpAddress(valueText(value)),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        try {
          const address = parseAddress(sourceValue) ?? replacement;
          return address && formatIpAddress(address);
        } catch {
          return undefined;
        }
      },
    };
  },
});

function parseAddress(value: Json): Uint8Array | undefined {
  if (value === null) return undefined;
  if (typeof value === "object") throw expectedText(value);
  try {
    return parseIpAddress(String(value));
  } catch (error) {
    throw error instanceof RequestError ? new ValueError(error) : error;
  }
}

function readNullValue(value: Json, path: string): string {
  try {
    return formatIpAddress(parseIpAddress(javaText(value)));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw mapperParsing(
      `Error parsing [null_value] on field [${path.slice(path.lastIndexOf(".") + 1)}]: ${error.message}`,
      error,
    );
  }
}

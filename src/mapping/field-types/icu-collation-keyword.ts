import { binaryText, bytesOfText } from "../../core/binary-text.ts";
import { collatorOf } from "../../analysis/icu/collation/collation-parameters.ts";
import type { Collator } from "../../analysis/icu/collation/collator.ts";
import { IcuDataError } from "../../analysis/icu/damaged-data.ts";
import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { ImmenseTermError } from "../../analysis/text-analyzer.ts";
import { illegalArgument, type RequestError } from "../../compat/errors.ts";
import { ownOf } from "../../core/names.ts";
import { type FieldCapabilities, wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat, valueText } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { NO_LIMIT, sourceText, textOf } from "../keyword-text.ts";
import { javaText } from "../mapping-error.ts";
import {
  booleanParameter,
  choiceParameter,
  docValuesParameter,
  indexParameter,
  normsParameter,
  type Parameter,
  type ParameterValues,
  readInteger,
  storeParameter,
} from "../parameter.ts";
import { termRange } from "../term-range.ts";
import { immenseToken } from "../text/text-field.ts";

const sortKeys: FieldCapabilities = { ...wholeTexts, valueFormat: "collate", docvalueFormat: "any" };

/** A text parameter that is null when absent. */
function textParameter(name: string): Parameter {
  return { name, fallback: null, updateable: false, acceptsNull: true, read: (value) => javaText(value) };
}

/** Unlike other keyword types, this one does not use `index.mapping.ignore_above`. */
const ignoreAboveParameter: Parameter = {
  name: "ignore_above",
  fallback: NO_LIMIT,
  updateable: true,
  read(value) {
    const limit = readInteger(value);
    if (limit < 0) throw illegalArgument(`[ignore_above] must be positive, got [${limit}]`);
    return limit;
  },
};

/**
 * Whole texts in the order of a language: the terms are keys of ICU's collations (the plugin's
 * ICUCollationKeywordFieldMapper).
 */
export const icuCollationKeyword: FieldType = defineFieldType({
  name: "icu_collation_keyword",
  summary: "Whole texts that are sorted and compared by the rules of a language.",
  parameters: [
    indexParameter,
    docValuesParameter,
    storeParameter,
    choiceParameter("index_options", "docs", ["docs", "freqs"]),
    normsParameter(false),
    textParameter("rules"),
    textParameter("language"),
    textParameter("country"),
    textParameter("variant"),
    textParameter("strength"),
    textParameter("decomposition"),
    textParameter("alternate"),
    booleanParameter("case_level", false),
    textParameter("case_first"),
    booleanParameter("numeric", false),
    textParameter("variable_top"),
    { ...booleanParameter("hiragana_quaternary_mode", false), acceptsNull: true },
    ignoreAboveParameter,
    textParameter("null_value"),
  ],

  create({ values, shown }, { path }): IndexableField {
    const { keyOf, failure } = keysOf(values);
    const limit = values["ignore_above"] as number;
    const replacement = values["null_value"] as string | null;
    const indexed = values["index"] === true;
    const column = values["doc_values"] === true;
    const stored = values["store"] === true;
    const norms = indexed && values["norms"] === true;
    const base = baseField(path, {
      type: "icu_collation_keyword",
      capabilities: sortKeys,
      searchable: indexed,
      aggregatable: column,
      spec: {
        terms: indexed ? (values["index_options"] === "freqs" ? "freqs" : "docs") : undefined,
        norms,
        column: column ? "ordinals" : undefined,
      },
      shown,
    });
    return {
      ...base,
      refusesPatterns: true,
      // An existing index with the field opens without the ICU data; creating a new one fails.
      checkReferences() {
        if (failure) throw failure;
      },
      term: (value) => keyOf(valueText(value)),
      range: (bounds) => termRange(bounds, (value) => keyOf(valueText(value))),

      index(value, target) {
        const text = textOf(value, target) ?? replacement;
        if (text === null) return;
        if (text.length > limit) {
          target.ignore(path);
          return;
        }
        if (!indexed && !column) {
          if (stored) target.builder.addPresence(target.field);
          return;
        }
        const key = keyOf(text);
        if (key.length > MAX_TERM_BYTES)
          throw indexed ? immenseToken(path, new ImmenseTermError(key)) : immenseValue(path);
        target.builder.addOrdinalTerm(target.field, key, 0, key.length);
        if (norms) target.builder.addLength(target.field, 1);
      },

      // Keys are rendered as text, whatever the format.
      format: (value) => (typeof value === "object" ? binaryText(value) : String(value)),
      parseValue: (value) => bytesOfText(valueText(value)),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        if (typeof sourceValue === "object" && sourceValue !== null) return undefined;
        const text = sourceValue === null ? replacement : sourceText(sourceValue);
        return text === null || text.length > limit ? undefined : text;
      },
    };
  },
});

/** How texts are converted to keys. */
interface Keys {
  readonly keyOf: (text: string) => Uint8Array;
  /** Set when the ICU data are missing. */
  readonly failure: RequestError | undefined;
}

function keysOf(values: ParameterValues["values"]): Keys {
  try {
    const collator = collatorOfValues(values);
    return { keyOf: (text) => collator.key(text), failure: undefined };
  } catch (error) {
    if (!(error instanceof IcuDataError)) throw error;
    const refuse = (): never => {
      throw error;
    };
    return { keyOf: refuse, failure: error };
  }
}

function collatorOfValues(values: ParameterValues["values"]): Collator {
  const text = (name: string): string | undefined => (ownOf(values, name) as string | null) ?? undefined;
  return collatorOf({
    language: text("language"),
    country: text("country"),
    variant: text("variant"),
    strength: text("strength"),
    decomposition: text("decomposition"),
    alternate: text("alternate"),
    // Options that are off keep the locale's default.
    caseLevel: values["case_level"] === true ? true : undefined,
    caseFirst: text("case_first"),
    numeric: values["numeric"] === true ? true : undefined,
    variableTop: text("variable_top"),
    rules: text("rules"),
  });
}

/** Lucene's error for a doc value that is too large. */
function immenseValue(path: string): RequestError {
  return illegalArgument(`DocValuesField "${path}" is too large, must be <= ${MAX_TERM_BYTES}`);
}

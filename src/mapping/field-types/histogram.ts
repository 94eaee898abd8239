import { illegalArgument } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { type FieldCapabilities, plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField, ValueContext } from "../field-type.ts";
import { ignoreMalformedParameter, settingFlag } from "../parameter.ts";
import { type HistogramValue, histogramValue } from "../summaries/histogram-value.ts";
import { badValue, ValueError } from "../value-error.ts";

const summaries: FieldCapabilities = { ...plainValues, valueFormat: "decimal" };

/**
 * Pre-aggregated values with counts. The values are the field's column; a second column has the counts, each added to
 * those before it in the document, so that both columns ascend and stay parallel.
 */
export const histogram: FieldType = defineFieldType({
  name: "histogram",
  summary: "Histograms that are made before indexing: values and how often each occurred.",
  notInMultiFields: true,
  parameters: [ignoreMalformedParameter],

  create({ values, shown }, context): IndexableField {
    const { path } = context;
    const ignoreMalformed =
      values["ignore_malformed"] === null
        ? settingFlag(context, "index.mapping.ignore_malformed", false)
        : values["ignore_malformed"] === true;
    const base = baseField(path, {
      type: "histogram",
      capabilities: summaries,
      searchable: false,
      aggregatable: true,
      spec: { terms: undefined, norms: false, column: "double" },
      shown,
    });
    /** The histogram of a value; undefined for null, and for a malformed one that is ignored. */
    const readValue = (value: Json, target: ValueContext): HistogramValue | undefined => {
      if (value === null) return undefined;
      try {
        const read = histogramValue(path, value, target);
        // Zero for the first value of a document.
        if (target.nextPosition > 0) throw repeated(path);
        target.nextPosition = 1;
        return read;
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        error.preview = false;
        if (!ignoreMalformed) throw error;
        target.ignore(path);
        return undefined;
      }
    };
    const counts = countsField(`${path}\0counts`, readValue);
    return {
      ...base,
      withoutSort: { reason: "can't sort on the [histogram] field" },
      summary: { form: "histogram", counts: counts.path },
      subFields: [{ field: counts, named: false }],

      term() {
        throw illegalArgument(
          `[histogram] field do not support searching, use dedicated aggregations instead: [${path}]`,
        );
      },

      index(value, target) {
        const given = readValue(value, target);
        if (!given) return;
        target.builder.addPresence(target.field);
        for (const one of given.values) target.builder.addNumber(target.field, one);
      },

      format() {
        throw illegalArgument("String representation of doc values for [histogram] fields is not supported");
      },

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

function countsField(
  path: string,
  read: (value: Json, target: ValueContext) => HistogramValue | undefined,
): IndexableField {
  const base = baseField(path, {
    type: "histogram",
    capabilities: summaries,
    searchable: false,
    aggregatable: false,
    spec: { terms: undefined, norms: false, column: "integer" },
    shown: {},
  });
  return {
    ...base,
    index(value, target) {
      const given = read(value, target);
      if (!given) return;
      target.builder.addPresence(target.field);
      for (const one of given.counts) target.builder.addNumber(target.field, one);
    },
  };
}

function repeated(path: string): ValueError {
  const error = badValue(
    `Field [${path}] of type [histogram] doesn't not support indexing multiple values for the same field in the same document`,
  );
  error.noticedAtEnd = true;
  return error;
}

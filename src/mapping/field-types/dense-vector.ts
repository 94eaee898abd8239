import { illegalArgument } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { type FieldCapabilities, plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { putAll } from "../../core/names.ts";
import { badValue } from "../value-error.ts";
import { checkOptions, vectorParameters, type VectorSettings, vectorSettings } from "../vectors/vector-parameters.ts";
import { dimsOf, vectorBytes, vectorText } from "../vectors/vector-value.ts";

const vectors: FieldCapabilities = {
  ...plainValues,
  vectors: true,
  matchQuery: undefined,
  docvalueFormat: "any",
  wholeValues: true,
};
const floats: FieldCapabilities = { ...vectors, showsDoubles: true };

/** Vectors of a fixed number of dimensions, in a column; with quantised bytes and a graph where the mapping says so. */
export const denseVector: FieldType = defineFieldType({
  name: "dense_vector",
  summary: "Vectors of a fixed number of dimensions, found by their distance.",
  parameters: vectorParameters,
  notInMultiFields: true,

  create({ values, shown }, { path }): IndexableField {
    const settings = vectorSettings(values);
    for (const key of Object.keys(shown)) delete shown[key];
    putAll(shown, settings.shown);
    const base = baseField(path, {
      type: "dense_vector",
      capabilities: (shown["element_type"] ?? "float") === "float" ? floats : vectors,
      searchable: settings.indexed,
      aggregatable: false,
      spec: { terms: undefined, norms: false, column: "vector", vectors: settings.index },
      shown,
    });
    return {
      ...base,
      takesStructure: true,
      // Elasticsearch passes no vectors to multi-fields.
      multiFieldValues: () => [],
      syntheticSource: { order: "listed", text: (value) => vectorText(value as Uint8Array, settings) },
      format: (value) => parseJson(vectorText(value as Uint8Array, settings)),
      withoutSort: { reason: `Field [${path}] of type [dense_vector] doesn't support sort` },
      withoutFieldData: "String representation of doc values for vector fields is not supported",

      term() {
        throw illegalArgument(`Field [${path}] of type [dense_vector] doesn't support term queries`);
      },

      ...(settings.dims === undefined ? { definitionBy: (value: Json) => definedBy(value, settings) } : {}),

      index(value, target) {
        if (value === null) return;
        checkOptions(settings);
        const bytes = vectorBytes(value, settings, path, target);
        // Zero for the first value of a document.
        if (target.nextPosition > 0) {
          const error = badValue(
            `Field [${path}] of type [dense_vector] doesn't support indexing multiple values for the same field in the same document`,
          );
          error.ofDocument = "value";
          throw error;
        }
        target.nextPosition = 1;
        target.builder.addVector(target.field, bytes);
      },

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        return sourceValue === null || typeof sourceValue === "string" ? undefined : sourceValue;
      },
    };
  },
});

/** The first vector sets the number of dimensions. */
function definedBy(value: Json, settings: VectorSettings): JsonObject | undefined {
  const dims = dimsOf(value, settings.elementType);
  return dims === undefined ? undefined : { type: "dense_vector", ...settings.shown, dims };
}

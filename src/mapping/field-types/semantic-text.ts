import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { FieldType, IndexableField } from "../field-type.ts";
import { javaText, notOfClass } from "../mapping-error.ts";
import type { Parameter } from "../parameter.ts";
import { readChunkingSettings } from "../semantic/chunking-settings.ts";
import { readModelSettings, sameEmbeddings } from "../semantic/model-settings.ts";
import { vectorParameters } from "../vectors/vector-parameters.ts";

const TYPE = "semantic_text";
/** The default inference endpoint of Elasticsearch. */
const DEFAULT_ENDPOINT = ".elser-2-elasticsearch";

function endpointParameter(name: string, fallback: string | null, updateable: boolean): Parameter {
  return {
    name,
    fallback,
    updateable,
    acceptsNull: fallback === null,
    read(value, { path }) {
      const endpoint = javaText(value);
      if (endpoint === "")
        throw illegalArgument(
          `[${name}] on mapper [${path.slice(path.lastIndexOf(".") + 1)}] of type [${TYPE}] must not be empty`,
        );
      return endpoint;
    },
  };
}

/** Options of the vectors that the chunks would have. */
const indexOptions: Parameter = {
  name: "index_options",
  fallback: null,
  updateable: true,
  acceptsNull: true,
  read(value, context) {
    if (!isJsonObject(value)) throw notOfClass(value, "Map");
    const [kind, ...more] = Object.keys(value);
    if (kind === undefined || more.length > 0)
      throw illegalArgument(`Too many index options provided, found [[${Object.keys(value).join(", ")}]]`);
    if (kind !== "dense_vector") throw illegalArgument(`Unsupported index options type ${kind}`);
    const options = vectorParameters.find((parameter) => parameter.name === "index_options");
    return { dense_vector: options?.read(value[kind] ?? null, context) ?? null };
  },
};

/**
 * Texts that a model turns into vectors. There is no inference service yet, so no endpoint exists: mappings are parsed
 * and returned, and a text is refused as with a missing endpoint. Blank texts need no model and are accepted.
 */
export const semanticText: FieldType = defineFieldType({
  name: TYPE,
  summary: "Texts found by their meaning.",
  incomplete: "its mapping is read and checked, and texts are refused, as there is no inference service.",
  parameters: [
    endpointParameter("inference_id", DEFAULT_ENDPOINT, false),
    endpointParameter("search_inference_id", null, true),
    {
      name: "model_settings",
      fallback: null,
      updateable: false,
      acceptsNull: true,
      read: readModelSettings,
      // An unknown model may become known; settings absent from an update are kept.
      mayBecome: (from, to) =>
        from === null || to === null || (isJsonObject(from) && isJsonObject(to) && sameEmbeddings(from, to)),
    },
    { name: "chunking_settings", fallback: null, updateable: true, acceptsNull: true, read: readChunkingSettings },
    indexOptions,
  ],

  create({ values, shown: asked }, { path }): IndexableField {
    const endpoint = values["inference_id"] ?? null;
    checkIndexOptions(values);
    const shown: JsonObject = { inference_id: endpoint, ...asked };
    const base = baseField(path, {
      type: TYPE,
      capabilities: plainValues,
      searchable: true,
      aggregatable: false,
      spec: { terms: undefined, norms: false, column: undefined },
      shown,
    });
    return {
      ...base,
      capsType: "text",
      withoutFieldData: `[${TYPE}] fields do not support sorting, scripting or aggregating`,

      term() {
        throw illegalArgument(`${TYPE} fields do not support term query`);
      },

      index(value) {
        if (value === null) return;
        if (typeof value === "object") {
          const found = Array.isArray(value) ? "ArrayList" : "HashMap";
          throw new RequestError(
            400,
            "status_exception",
            `Invalid format for field [${path}], expected [String|Number|Boolean] got [${found}]`,
          );
        }
        if (String(value).trim() === "") return;
        throw new RequestError(
          404,
          "resource_not_found_exception",
          `Inference id [${javaText(endpoint)}] not found for field [${path}]`,
        );
      },

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

/** `index_options` are only for models that produce vectors. */
function checkIndexOptions(values: Readonly<Record<string, Json>>): void {
  const options = values["index_options"];
  if (!isJsonObject(options)) return;
  const settings = values["model_settings"];
  if (!isJsonObject(settings)) {
    throw illegalArgument(
      `Model settings must be set to validate index options for inference ID [${javaText(values["inference_id"] ?? null)}]`,
    );
  }
  if (settings["task_type"] !== "text_embedding") {
    throw illegalArgument(
      `Invalid task type for index options, required [text_embedding] but was [${javaText(settings["task_type"])}]`,
    );
  }
}

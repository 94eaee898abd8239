import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseSourceFormat } from "../define-field-type.ts";
import type { ChunkSpace, FieldType, FieldTypeContext, IndexableField } from "../field-type.ts";
import { javaText, notOfClass } from "../mapping-error.ts";
import type { Parameter } from "../parameter.ts";
import { readChunkingSettings } from "../semantic/chunking-settings.ts";
import { readModelSettings, sameEmbeddings } from "../semantic/model-settings.ts";
import { vectorParameters } from "../vectors/vector-parameters.ts";

const TYPE = "semantic_text";
/** Dimensions from which on Elasticsearch keeps one bit of each, unless the mapping says otherwise. */
const LEAST_BITS = 64;
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
 * Texts that a model embeds. What it makes of their chunks comes with the document (`_inference_fields`) and stands in
 * nested documents, which are searched for the texts.
 */
export const semanticText: FieldType = defineFieldType({
  name: TYPE,
  summary: "Texts found by their meaning, by what an inference endpoint makes of them.",
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
    { name: "chunking_settings", fallback: null, updateable: true, acceptsNull: true, read: readFieldChunking },
    indexOptions,
  ],

  create({ values, shown: asked }, context): IndexableField {
    const { path } = context;
    const endpoint = javaText(values["inference_id"] ?? null);
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
    const model = objectOf(values["model_settings"]);
    const search = values["search_inference_id"] ?? null;
    return {
      ...base,
      capsType: "text",
      withoutFieldData: `[${TYPE}] fields do not support sorting, scripting or aggregating`,
      semantic: {
        endpoint,
        searchEndpoint: search === null ? endpoint : javaText(search),
        model,
        chunking: objectOf(values["chunking_settings"]),
        chunks: model && chunkSpace(model, objectOf(values["index_options"]), context),
      },
      // The first document with embeddings says of which model they are.
      ...(model ? {} : { definitionBy: () => undefined }),

      term() {
        throw illegalArgument(`${TYPE} fields do not support term query`);
      },

      index() {
        // What is found is in the chunks.
      },

      fetch(sourceValue, format) {
        refuseSourceFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

function objectOf(value: Json | undefined): JsonObject | undefined {
  return value !== undefined && isJsonObject(value) ? value : undefined;
}

/** Where the embeddings of a model stand. */
function chunkSpace(
  model: JsonObject,
  options: JsonObject | undefined,
  context: FieldTypeContext,
): ChunkSpace | undefined {
  const path = `${context.path}.inference.chunks`;
  const isSparse = model["task_type"] === "sparse_embedding";
  const type = context.typeNamed(isSparse ? "sparse_vector" : "dense_vector");
  const parameters = isSparse ? {} : denseParameters(model, objectOf(options?.["dense_vector"]));
  const field = type?.parse(parameters, { ...context, path: `${path}.embeddings` });
  return type && field && { path, embeddings: { type, field: { ...field, chunksOf: context.path } } };
}

function denseParameters(model: JsonObject, options: JsonObject | undefined): JsonObject {
  const { dimensions: dims = null, similarity = null, element_type: element = "float" } = model;
  const own = options ?? (element === "float" && Number(dims) >= LEAST_BITS ? { type: "bbq_hnsw" } : undefined);
  return { dims, element_type: element, similarity, ...(own ? { index_options: own } : {}) };
}

/** An empty object is as none. */
function readFieldChunking(given: Json): Json {
  return isJsonObject(given) && Object.keys(given).length === 0 ? null : readChunkingSettings(given);
}

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

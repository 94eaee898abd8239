/** Parameters of dense_vector, and their combinations. */
import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import { javaText, mapperParsing, notOfClass } from "../mapping-error.ts";
import { queryFraction } from "../numbers/fraction-type.ts";
import { booleanParameter, choiceParameter, type Parameter, readInteger, unsupportedParameters } from "../parameter.ts";
import { elementTypes, type ElementType } from "./vector-value.ts";

export const VECTOR_SIMILARITIES = ["l2_norm", "cosine", "dot_product", "max_inner_product"] as const;
export type VectorSimilarity = (typeof VECTOR_SIMILARITIES)[number];

const nameOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

const elementType: Parameter = {
  name: "element_type",
  fallback: "float",
  updateable: false,
  read(value) {
    if (typeof value !== "string") throw notOfClass(value, "String");
    if (Object.hasOwn(elementTypes, value)) return value;
    throw mapperParsing(`invalid element_type [${value}]; available types are [byte, float, bit]`);
  },
};

const dims: Parameter = {
  name: "dims",
  fallback: null,
  updateable: false,
  mayBecome: (from) => from === null,
  read(value, context) {
    if (typeof value === "number" && value === (value | 0)) return value;
    throw mapperParsing(
      `Property [dims] on field [${nameOf(context.path)}] must be an integer but got [${javaText(value)}]`,
    );
  },
};

/** How vectors are indexed: with or without a graph, and with which precision. */
interface IndexKind {
  readonly graph: boolean;
  readonly bytes: boolean;
  readonly quantised: "no" | "scalar" | "binary";
  readonly leastDims: number;
  /** Whether two dimensions share a byte. */
  readonly pairs: boolean;
}

const KINDS: NameTable<IndexKind> = nameTable({
  hnsw: { graph: true, bytes: true, quantised: "no", leastDims: 1, pairs: false },
  int8_hnsw: { graph: true, bytes: false, quantised: "scalar", leastDims: 1, pairs: false },
  int4_hnsw: { graph: true, bytes: false, quantised: "scalar", leastDims: 1, pairs: true },
  flat: { graph: false, bytes: true, quantised: "no", leastDims: 1, pairs: false },
  int8_flat: { graph: false, bytes: false, quantised: "scalar", leastDims: 1, pairs: false },
  int4_flat: { graph: false, bytes: false, quantised: "scalar", leastDims: 1, pairs: true },
  bbq_hnsw: { graph: true, bytes: false, quantised: "binary", leastDims: 64, pairs: false },
  bbq_flat: { graph: false, bytes: false, quantised: "binary", leastDims: 64, pairs: false },
});

const indexOptions: Parameter = {
  name: "index_options",
  fallback: null,
  updateable: true,
  acceptsNull: true,
  read(value, context) {
    const name = nameOf(context.path);
    if (!isJsonObject(value)) throw notOfClass(value, "Map");
    const { type, ...given } = value;
    if (type === undefined || type === null)
      throw mapperParsing("[index_options] requires field [type] to be configured");
    const kind = KINDS[javaText(type)];
    if (!kind) throw mapperParsing(`Unknown vector index options type [${javaText(type)}] for field [${name}]`);
    return shownOptions(javaText(type), kind, given, name);
  },
};

function shownOptions(type: string, kind: IndexKind, given: JsonObject, name: string): JsonObject {
  const known = [
    ...(kind.graph ? ["m", "ef_construction"] : []),
    ...(kind.quantised === "scalar" ? ["confidence_interval"] : []),
    "rescore_vector",
  ];
  const shown: JsonObject = { type };
  if (kind.graph) {
    shown["m"] = readInteger(given["m"] ?? 16);
    shown["ef_construction"] = readInteger(given["ef_construction"] ?? 100);
  }
  const confidence = given["confidence_interval"];
  const read = confidence === undefined || kind.quantised !== "scalar" ? undefined : queryFraction(confidence);
  const unsupported = unsupportedParameters(
    name,
    Object.fromEntries(Object.entries(given).filter(([key]) => !known.includes(key))),
  );
  if (unsupported) throw unsupported;
  if (read !== undefined) shown["confidence_interval"] = read;
  else if (type.startsWith("int4")) shown["confidence_interval"] = 0;
  if (given["rescore_vector"] !== undefined) shown["rescore_vector"] = given["rescore_vector"];
  else if (kind.quantised === "binary") shown["rescore_vector"] = { oversample: 3 };
  return shown;
}

/** In the order in which Elasticsearch reads them. */
export const vectorParameters: readonly Parameter[] = [
  elementType,
  dims,
  booleanParameter("index", true),
  { ...choiceParameter("similarity", null, VECTOR_SIMILARITIES), acceptsNull: true },
  indexOptions,
];

/** A field's parameters, validated together. */
export interface VectorSettings {
  readonly elementType: ElementType;
  /** Undefined: set by the first document. */
  readonly dims: number | undefined;
  readonly indexed: boolean;
  /** Undefined where the field is not indexed. */
  readonly similarity: VectorSimilarity | undefined;
  /** The parameters as get_mapping returns them. */
  readonly shown: JsonObject;
}

/** Throws RequestError 400 for invalid combinations of parameters. */
export function vectorSettings(values: Readonly<Record<string, Json>>): VectorSettings {
  const element = values["element_type"] as ElementType;
  const size = values["dims"] as number | null;
  const indexed = values["index"] === true;
  const { leastDims, mostDims } = elementTypes[element];
  if (size !== null && (size < leastDims || size > mostDims)) {
    throw mapperParsing(
      `The number of dimensions should be in the range [${leastDims}, ${mostDims}] but was [${size}]`,
    );
  }
  if (element === "bit" && size !== null && size % 8 !== 0) {
    throw mapperParsing(`[dims] for bit vectors must be a multiple of 8 but was [${size}]`);
  }
  for (const name of ["similarity", "index_options"]) {
    if (!indexed && ownOf(values, name) !== null) {
      throw illegalArgument(
        `Field [${name}] can only be specified for a field of type [dense_vector] when it is indexed`,
      );
    }
  }
  const given = values["similarity"] as VectorSimilarity | null;
  if (element === "bit" && given !== null && given !== "l2_norm")
    throw illegalArgument("The [l2_norm] similarity is the only supported similarity for bit vectors");
  const similarity = indexed ? (given ?? (element === "bit" ? "l2_norm" : "cosine")) : undefined;
  const options = optionsOf(values["index_options"] ?? null, element, size, indexed);
  const shown: JsonObject = {};
  if (element !== "float") shown["element_type"] = element;
  if (size !== null) shown["dims"] = size;
  shown["index"] = indexed;
  if (similarity !== undefined) shown["similarity"] = similarity;
  if (options !== undefined) shown["index_options"] = options;
  return { elementType: element, dims: size ?? undefined, indexed, similarity, shown };
}

function optionsOf(given: Json, element: ElementType, size: number | null, indexed: boolean): JsonObject | undefined {
  if (!isJsonObject(given))
    return indexed && element === "float" ? { type: "int8_hnsw", m: 16, ef_construction: 100 } : undefined;
  const type = javaText(given["type"]);
  const kind = KINDS[type];
  if (kind && element !== "float" && !kind.bytes)
    throw illegalArgument(`[element_type] cannot be [${element}] when using index type [${type}]`);
  if (kind && size !== null && size < kind.leastDims) {
    throw illegalArgument(`${type} does not support dimensions fewer than ${kind.leastDims}; provided=${size}`);
  }
  if (kind?.pairs && size !== null && size % 2 !== 0)
    throw illegalArgument(`${type} only supports even dimensions; provided=${size}`);
  return given;
}

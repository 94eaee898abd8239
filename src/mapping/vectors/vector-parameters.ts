/** Parameters of dense_vector, and their combinations. */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type NameTable, nameTable, ownOf } from "../../core/names.ts";
import type { VectorIndex } from "../../segment/format.ts";
import { javaClassName, javaText, mapperParsing, notOfClass } from "../mapping-error.ts";
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

/** Lucene's limits. */
const MOST_LINKS = 512;
const MOST_CANDIDATES = 3_200;
const LEAST_CONFIDENCE = 0.9;
const MOST_OVERSAMPLE = 10;

/** How vectors are indexed: with or without a graph, and with which precision. */
interface IndexKind {
  readonly graph: boolean;
  readonly bytes: boolean;
  readonly quantised: "no" | "bytes" | "half-bytes" | "bits";
  readonly leastDims: number;
  /** Whether two dimensions share a byte. */
  readonly pairs: boolean;
}

/** What vectors of bytes have unless the mapping says otherwise; it is not shown. */
const HNSW: JsonObject = { type: "hnsw", m: 16, ef_construction: 100 };
/** What vectors of floats have. */
const BYTES: JsonObject = { type: "int8_hnsw", m: 16, ef_construction: 100 };

const KINDS: NameTable<IndexKind> = nameTable({
  hnsw: { graph: true, bytes: true, quantised: "no", leastDims: 1, pairs: false },
  int8_hnsw: { graph: true, bytes: false, quantised: "bytes", leastDims: 1, pairs: false },
  int4_hnsw: { graph: true, bytes: false, quantised: "half-bytes", leastDims: 1, pairs: true },
  flat: { graph: false, bytes: true, quantised: "no", leastDims: 1, pairs: false },
  int8_flat: { graph: false, bytes: false, quantised: "bytes", leastDims: 1, pairs: false },
  int4_flat: { graph: false, bytes: false, quantised: "half-bytes", leastDims: 1, pairs: true },
  bbq_hnsw: { graph: true, bytes: false, quantised: "bits", leastDims: 64, pairs: false },
  bbq_flat: { graph: false, bytes: false, quantised: "bits", leastDims: 64, pairs: false },
});

const indexOptions: Parameter = {
  name: "index_options",
  fallback: null,
  derived: (values) => (values["index"] === true && values["element_type"] === "float" ? { ...BYTES } : null),
  updateable: false,
  acceptsNull: true,
  mayBecome: (from, to) => !isJsonObject(from) || (isJsonObject(to) && mayFollow(from, to)),
  text: (value) => (isJsonObject(value) ? optionsText(value) : javaText(value)),
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

/** Whether a kind takes a confidence interval. */
const isScalar = ({ quantised }: IndexKind): boolean => quantised === "bytes" || quantised === "half-bytes";

function shownOptions(type: string, kind: IndexKind, given: JsonObject, name: string): JsonObject {
  const known = [
    ...(kind.graph ? ["m", "ef_construction"] : []),
    ...(isScalar(kind) ? ["confidence_interval"] : []),
    ...(kind.quantised === "no" ? [] : ["rescore_vector"]),
  ];
  const shown: JsonObject = { type };
  if (kind.graph) {
    shown["m"] = readInteger(given["m"] ?? 16);
    shown["ef_construction"] = readInteger(given["ef_construction"] ?? 100);
  }
  const confidence = given["confidence_interval"];
  const read = confidence === undefined || !isScalar(kind) ? undefined : queryFraction(confidence);
  const unsupported = unsupportedParameters(
    name,
    Object.fromEntries(Object.entries(given).filter(([key]) => !known.includes(key))),
  );
  if (unsupported) throw unsupported;
  if (read !== undefined) shown["confidence_interval"] = read;
  else if (type.startsWith("int4")) shown["confidence_interval"] = 0;
  if (given["rescore_vector"] !== undefined) shown["rescore_vector"] = readRescore(given["rescore_vector"]);
  else if (kind.quantised === "bits") shown["rescore_vector"] = { oversample: 3 };
  return shown;
}

/** By how much more documents are found than asked for, whose scores are then exact. */
function readRescore(value: Json): JsonObject {
  if (!isJsonObject(value))
    throw illegalArgument(`rescore_vector should be a map but was of type: class ${javaClassName(value)}`);
  const oversample = value["oversample"];
  if (oversample === undefined || oversample === null)
    throw illegalArgument("Invalid rescore_vector value. Missing required field oversample");
  const factor = queryFraction(oversample);
  if (factor < 1 && factor !== 0) throw illegalArgument("oversample must be greater than 1 or exactly 0");
  if (factor > MOST_OVERSAMPLE) throw illegalArgument(`oversample must be less than or equal to ${MOST_OVERSAMPLE}`);
  return { oversample: factor };
}

/** Whether vectors that are indexed one way may from now on be indexed another way: never with less precision lost. */
function mayFollow(from: JsonObject, to: JsonObject): boolean {
  const before = KINDS[javaText(from["type"])]!;
  const after = KINDS[javaText(to["type"])]!;
  const isLossier = ORDER.indexOf(after.quantised) - ORDER.indexOf(before.quantised);
  const isSame = from["type"] === to["type"];
  if (isSame && before.quantised === "bytes" && from["confidence_interval"] !== undefined)
    if (from["confidence_interval"] !== to["confidence_interval"]) return false;
  if (!before.graph) return isSame || (after.graph ? isLossier >= 0 || before.quantised !== "bits" : isLossier > 0);
  return after.graph && isLossier >= 0 && Number(to["m"]) >= Number(from["m"]);
}

const ORDER: readonly IndexKind["quantised"][] = ["no", "bytes", "half-bytes", "bits"];

/** The options as Elasticsearch names them in conflicts; those without a text of their own by their class. */
function optionsText(options: JsonObject): string {
  const { type, m, ef_construction: candidates, confidence_interval: confidence = null } = options;
  const kind = javaText(type);
  const scalar = `confidence_interval=${confidence === null ? "null" : javaDouble(Number(confidence))}`;
  if (kind === "int4_flat") return `{type=int4_flat, ${scalar}, rescore_vector=null}`;
  if (kind === "hnsw") return `{type=hnsw, m=${Number(m)}, ef_construction=${Number(candidates)}}`;
  if (kind === "int8_hnsw" || kind === "int4_hnsw")
    return `{type=${kind}, m=${Number(m)}, ef_construction=${Number(candidates)}, ${scalar}, rescore_vector=none}`;
  return `{type=${kind}}`;
}

/** Throws RequestError 400, for each document, for options that Lucene refuses once it writes vectors. */
export function checkOptions({ shown }: VectorSettings): void {
  const { index_options: options } = shown;
  if (!isJsonObject(options)) return;
  const { m, ef_construction: candidates, confidence_interval: confidence } = options;
  if (typeof m === "number" && (m < 1 || m > MOST_LINKS))
    throw illegalArgument(`maxConn must be positive and less than or equal to ${MOST_LINKS}; maxConn=${m}`);
  if (typeof candidates === "number" && (candidates < 1 || candidates > MOST_CANDIDATES))
    throw illegalArgument(
      `beamWidth must be positive and less than or equal to ${MOST_CANDIDATES}; beamWidth=${candidates}`,
    );
  if (typeof confidence === "number" && confidence !== 0 && (confidence < LEAST_CONFIDENCE || confidence > 1))
    throw illegalArgument(
      `confidenceInterval must be between 0.9 and 1.0; confidenceInterval=${javaDouble(confidence)}`,
    );
}

/** In the order in which Elasticsearch reads them. */
export const vectorParameters: readonly Parameter[] = [
  elementType,
  dims,
  booleanParameter("index", true),
  {
    ...choiceParameter("similarity", null, VECTOR_SIMILARITIES),
    acceptsNull: true,
    derived: (values) => (values["index"] === true ? (values["element_type"] === "bit" ? "l2_norm" : "cosine") : null),
  },
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
  /** How the vectors are searched; undefined: by looking at all. */
  readonly index: VectorIndex | undefined;
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
  const index = indexOf(element, size, similarity, options);
  return { elementType: element, dims: size ?? undefined, indexed, similarity, index, shown };
}

/** Bits are counted without a graph. */
function indexOf(
  element: ElementType,
  size: number | null,
  similarity: VectorSimilarity | undefined,
  options: JsonObject | undefined,
): VectorIndex | undefined {
  if (size === null || similarity === undefined || element === "bit") return undefined;
  const { type, m, ef_construction: candidates, confidence_interval: confidence } = options ?? HNSW;
  const kind = KINDS[javaText(type)];
  return {
    element,
    dims: size,
    similarity,
    ...(kind?.graph ? { graph: { links: Number(m), candidates: Number(candidates) } } : {}),
    ...(kind && isScalar(kind) ? { confidence: Number(confidence ?? 0) } : {}),
    ...(kind?.quantised === "half-bytes" ? { bits: 4 as const } : {}),
    ...(kind?.quantised === "bits" ? { bits: 1 as const } : {}),
  };
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

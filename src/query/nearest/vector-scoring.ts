/** Scores of vectors by their distance to another one (Elasticsearch's `DenseVectorFieldMapper` over Lucene's). */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { javaFloat } from "../../core/float32.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { ColumnDirectory, SegmentData } from "../../segment/format.ts";
import { needVectorSections } from "../../segment/section-loading.ts";
import { halvesProduct, halvesSquare } from "../../segment/vectors/half-bytes.ts";
import { bitProduct, BitQuery, ONE_BIT_CORRECTIONS } from "../../segment/vectors/one-bit.ts";
import { FOUR_BITS, quantise, stepSquare } from "../../segment/vectors/quantiles.ts";
import { stepOf } from "../../segment/vectors/vector-bytes.ts";
import type { ColumnReader } from "../../segment/segment-reader.ts";

/** The vector of a query as those of documents are compared with it: of length one where angles count. */
export type ComparableVector = Float32Array | Int8Array;

/** Scores the vectors of a column. */
export interface VectorScoring {
  /** Undefined for bits, of which all are counted. */
  readonly vector: ComparableVector | undefined;
  /** As `open`, by the bytes of quantised vectors, by document. Undefined: these are not quantised. */
  quantised(column: ColumnDirectory, data: SegmentData): ((doc: number) => number) | undefined;
  /** Float32 score of the vector at an index of the column. */
  open(column: Pick<ColumnReader, "values" | "width">): (at: number) => number;
  /** The score at a distance or similarity, as the request names it. */
  scoreAt(similarity: number): number;
}

type Similarity = "cosine" | "dot_product" | "l2_norm" | "max_inner_product";

const f32 = Math.fround;
/** How far from one the squared length of a unit vector may be. */
const UNIT_TOLERANCE = 1e-4;
const SHOWN = 5;

/**
 * The scoring for a query vector; undefined when the field has no vectors yet. Throws RequestError 400 for a vector
 * that does not fit the field.
 */
export function vectorScoring(field: MappedField, vector: readonly number[]): VectorScoring | undefined {
  const { dims, similarity = "cosine", element_type: element = "float" } = field.parameters;
  if (typeof dims !== "number") return undefined;
  const expected = element === "bit" ? dims / 8 : dims;
  if (vector.length !== expected)
    throw illegalArgument(
      `The query vector has a different number of dimensions [${element === "bit" ? vector.length * 8 : vector.length}] than the document vectors [${dims}].`,
    );
  if (element === "float") return floatScoring(vector.map(f32), similarity as Similarity);
  checkBytes(vector, valueText(element));
  return element === "bit" ? bitScoring(vector, dims) : byteScoring(vector, dims, similarity as Similarity);
}

function floatScoring(vector: readonly number[], similarity: Similarity): VectorScoring {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (similarity === "dot_product" && Math.abs(square - 1) > UNIT_TOLERANCE)
    throw illegalArgument(
      `The [dot_product] similarity can only be used with unit-length vectors. ${previewOf(vector)}`,
    );
  if (similarity === "cosine" && square === 0)
    throw illegalArgument(`The [cosine] similarity does not support vectors with zero magnitude. ${previewOf(vector)}`);
  const length = Math.sqrt(square);
  const query = Float32Array.from(vector, (value) => (similarity === "cosine" ? value / length : value));
  const scoreOf = scoreOfProduct(similarity, 1);
  return {
    vector: query,
    quantised: (column, data) => quantisedScores(query, column, data, similarity),
    open(column) {
      const { values, width = 0 } = column;
      const bytes = values as Uint8Array;
      const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
      const dims = query.length;
      const step = width / 4;
      if (similarity === "l2_norm") return (at) => f32(1 / (1 + f32(squaredDistance(query, floats, at * step, dims))));
      if (similarity === "cosine") return (at) => scoreOf(cosineWithUnit(query, floats, at * step, dims));
      return (at) => scoreOf(f32(product(query, floats, at * step, dims)));
    },
    scoreAt: (value) => (similarity === "l2_norm" ? f32(1 / (1 + value * value)) : scoreOf(value)),
  };
}

function byteScoring(vector: readonly number[], dims: number, similarity: Similarity): VectorScoring {
  const query = Int8Array.from(vector);
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (similarity === "cosine" && square === 0)
    throw illegalArgument(`The [cosine] similarity does not support vectors with zero magnitude. ${previewOf(vector)}`);
  const scoreOf = scoreOfProduct(similarity, dims * 32_768);
  return {
    vector: query,
    quantised: () => undefined,
    open({ values, width = 0 }) {
      const unsigned = values as Uint8Array;
      const bytes = new Int8Array(unsigned.buffer, unsigned.byteOffset, unsigned.length);
      if (similarity === "l2_norm") return (at) => f32(1 / (1 + squaredDistance(query, bytes, at * width, dims)));
      if (similarity === "cosine")
        return (at) => {
          let own = 0;
          for (let i = 0; i < dims; i++) own += bytes[at * width + i]! ** 2;
          return scoreOf(f32(product(query, bytes, at * width, dims) / Math.sqrt(square * own)));
        };
      return (at) => scoreOf(product(query, bytes, at * width, dims));
    },
    scoreAt: (value) => (similarity === "l2_norm" ? f32(1 / (1 + value * value)) : scoreOf(value)),
  };
}

/** The scores that Lucene gives quantised vectors: those of a query that is quantised too. */
function quantisedScores(
  query: Float32Array,
  column: ColumnDirectory,
  data: SegmentData,
  similarity: Similarity,
): ((doc: number) => number) | undefined {
  const { vectors: index, quantised, quantiles, corrections, centroid } = column;
  if (!index || !quantised || index.dims !== query.length) return undefined;
  needVectorSections(data, column);
  const { buffer } = data.memory;
  const corrected = corrections && new Float32Array(buffer, corrections.offset, corrections.bytes / 4);
  if (centroid && corrected) {
    const bits = new Uint8Array(buffer, quantised.offset, quantised.bytes);
    const own = new Float32Array(buffer, centroid.offset, query.length);
    return bitScores({ query, centroid: own, bits, corrected, step: stepOf(index) }, similarity);
  }
  if (!quantiles) return undefined;
  const most = index.bits === 4 ? FOUR_BITS : undefined;
  const own = new Int8Array(query.length);
  const correction = quantise(query, quantiles, own, 0, most);
  const bytes = new Int8Array(buffer, quantised.offset, quantised.bytes);
  const factor = stepSquare(quantiles, most);
  const step = stepOf(index);
  const [productOf, squareOf] = most === undefined ? [product, squaredDistance] : [halvesProduct, halvesSquare];
  if (similarity === "l2_norm")
    return (doc) => f32(1 / (1 + f32(squareOf(own, bytes, doc * step, own.length) * factor)));
  const scoreOf = scoreOfProduct(similarity, 1);
  return (doc) =>
    scoreOf(
      f32(f32(f32(productOf(own, bytes, doc * step, own.length) * factor) + correction) + (corrected?.[doc] ?? 0)),
    );
}

/** Vectors of which one bit of each dimension is kept, and a query. */
interface OneBit {
  readonly query: Float32Array;
  readonly centroid: Float32Array;
  readonly bits: Uint8Array;
  readonly corrected: Float32Array;
  readonly step: number;
}

function bitScores(
  { query, centroid, bits, corrected, step }: OneBit,
  similarity: Similarity,
): (doc: number) => number {
  const isDistance = similarity === "l2_norm";
  const own = new BitQuery(query, centroid, step, isDistance);
  const estimate = (doc: number): number =>
    own.estimate(bitProduct(own.planes, bits, doc * step, step), corrected, doc * ONE_BIT_CORRECTIONS);
  if (isDistance) return (doc) => f32(1 / (1 + Math.max(0, -estimate(doc))));
  const scoreOf = scoreOfProduct(similarity, 1);
  return (doc) => scoreOf(f32(estimate(doc)));
}

/** Vectors of bits: the share of those that agree. */
function bitScoring(vector: readonly number[], dims: number): VectorScoring {
  const query = Uint8Array.from(vector, (value) => value & 0xff);
  return {
    vector: undefined,
    quantised: () => undefined,
    open({ values, width = 0 }) {
      const bytes = values as Uint8Array;
      return (at) => {
        let different = 0;
        for (let i = 0; i < query.length; i++) different += onesOf(query[i]! ^ bytes[at * width + i]!);
        return f32((dims - different) / dims);
      };
    },
    scoreAt: (value) => f32((dims - value) / dims),
  };
}

function onesOf(byte: number): number {
  let count = 0;
  for (let left = byte; left !== 0; left &= left - 1) count++;
  return count;
}

/** The score of a product; `scale` is what a product of bytes can be at most. */
function scoreOfProduct(similarity: Similarity, scale: number): (product: number) => number {
  if (similarity === "max_inner_product") return (dot) => (dot < 0 ? f32(1 / (1 + -1 * dot)) : f32(dot + 1));
  if (similarity === "dot_product" && scale > 1) return (dot) => f32(0.5 + dot / scale);
  return (dot) => f32(Math.max((1 + dot) / 2, 0));
}

type Numbers = Float32Array | Int8Array;

function product(query: Numbers, values: Numbers, from: number, dims: number): number {
  let sum = 0;
  for (let i = 0; i < dims; i++) sum += query[i]! * values[from + i]!;
  return sum;
}

function squaredDistance(query: Numbers, values: Numbers, from: number, dims: number): number {
  let sum = 0;
  for (let i = 0; i < dims; i++) {
    const difference = query[i]! - values[from + i]!;
    sum += difference * difference;
  }
  return sum;
}

/** The cosine with a vector of length one. */
function cosineWithUnit(query: Numbers, values: Numbers, from: number, dims: number): number {
  let sum = 0;
  let square = 0;
  for (let i = 0; i < dims; i++) {
    const value = values[from + i]!;
    sum += query[i]! * value;
    square += value * value;
  }
  return f32(sum / Math.sqrt(square));
}

function checkBytes(vector: readonly number[], element: string): void {
  for (const [dim, value] of vector.entries()) {
    const found = javaFloat(value);
    if (!Number.isInteger(value))
      throw illegalArgument(
        `element_type [${element}] vectors only support non-decimal values but found decimal value [${found}] at dim [${dim}]; ${previewOf(vector)}`,
      );
    if (value < -128 || value > 127)
      throw illegalArgument(
        `element_type [${element}] vectors only support integers between [-128, 127] but found [${found}] at dim [${dim}]; ${previewOf(vector)}`,
      );
  }
}

function previewOf(vector: readonly number[]): string {
  const shown = vector.slice(0, SHOWN).map(javaFloat).join(", ");
  return `Preview of invalid vector: [${shown}${vector.length > SHOWN ? ", ..." : ""}]`;
}

/** Throws RequestError 400 for a field that cannot be searched by vectors. */
export function requireVectors(field: MappedField, path: string): void {
  if (!field.capabilities.vectors) throw illegalArgument("[knn] queries are only supported on [dense_vector] fields");
  if (!field.searchable)
    throw new RequestError(
      400,
      "illegal_argument_exception",
      `to perform knn search on field [${path}], its mapping must have [index] set to [true]`,
    );
}

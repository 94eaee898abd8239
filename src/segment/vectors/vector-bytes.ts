/** Vectors of a column as floats, and where their bytes stand. */
import type { VectorIndex } from "../format.ts";

/** Bytes of a quantised vector are a multiple of this. */
const ALIGNMENT = 16;

/** Bytes from one quantised vector to the next; for others, room for a vector. */
export function stepOf({ dims, element, confidence, bits }: VectorIndex): number {
  const bytes =
    bits === undefined ? (element === "float" && confidence === undefined ? dims * 4 : dims) : (dims * bits) / 8;
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Bytes of the vector of a query: four bits for each one, and whole bytes for half ones. */
export function queryBytesOf(index: VectorIndex): number {
  return index.bits === 1 ? stepOf(index) * 4 : index.bits === 4 ? index.dims : stepOf(index);
}

/** One divided by the length of a vector; 0 for none. */
export function inverseLength(vector: Float32Array | Int8Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return square === 0 ? 0 : 1 / Math.sqrt(square);
}

/** A vector as it is compared: of length one where angles count. */
export function comparable(vector: Float32Array, { similarity }: VectorIndex, into: Float32Array, at: number): void {
  if (similarity !== "cosine") {
    into.set(vector, at);
    return;
  }
  const length = Math.sqrt(squareOf(vector));
  for (let i = 0; i < vector.length; i++) into[at + i] = length === 0 ? 0 : vector[i]! / length;
}

function squareOf(vector: Float32Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return square;
}

/** Vectors in documents: parsed, validated and encoded as bytes. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { javaFloat } from "../../core/float32.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ValueContext } from "../field-type.ts";
import { badValue, badValueBecause, tokenNameOf, ValueError } from "../value-error.ts";
import type { VectorSettings } from "./vector-parameters.ts";

/** Properties of each element type. */
export const elementTypes = {
  float: { bytes: 4, perValue: 1, leastDims: 1, mostDims: 4096 },
  byte: { bytes: 1, perValue: 1, leastDims: 1, mostDims: 4096 },
  /** Eight dimensions in each value. */
  bit: { bytes: 1, perValue: 8, leastDims: 8, mostDims: 32768 },
} as const;
export type ElementType = keyof typeof elementTypes;

/** How far from one the length of a unit vector may be. */
const UNIT_TOLERANCE = 1e-4;
/** Dimensions shown in the message about a refused vector. */
const SHOWN = 5;

/** The number of dimensions of a document's vector. */
export function dimsOf(value: Json, element: ElementType): number | undefined {
  if (typeof value === "string") return (value.length / 2) * elementTypes[element].perValue;
  return Array.isArray(value) ? value.length * elementTypes[element].perValue : undefined;
}

/** The bytes of a document's vector, padded to a multiple of 4. Throws ValueError. */
export function vectorBytes(value: Json, settings: VectorSettings, path: string, target: ValueContext): Uint8Array {
  const { elementType: element, dims = 0 } = settings;
  const { bytes, perValue } = elementTypes[element];
  const numbers =
    element !== "float" && typeof value === "string"
      ? fromHex(value)
      : numbersOf(value, dims / perValue, settings, path, target);
  if (numbers.length * perValue !== dims)
    throw wrongSize(path, target.documentId, numbers.length * perValue, dims, Array.isArray(value) ? "last" : "value");
  if (element === "float") checkFinite(numbers);
  checkLength(numbers, settings);
  const encoded = new Uint8Array(Math.ceil((numbers.length * bytes) / 4) * 4);
  const view = new DataView(encoded.buffer);
  numbers.forEach((number, at) =>
    element === "float" ? view.setFloat32(at * 4, number, true) : view.setInt8(at, number),
  );
  return encoded;
}

/** How far from one a squared length may be to count as one: such vectors are stored unchanged. */
const UNIT_SQUARE_TOLERANCE = 1e-3;

/**
 * JSON text of a vector. For cosine similarity Elasticsearch stores unit vectors and their lengths, and multiplies them
 * for output in float32, with its rounding errors.
 */
export function vectorText(
  bytes: Uint8Array,
  { elementType: element, dims = 0, indexed, similarity }: VectorSettings,
): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = dims / elementTypes[element].perValue;
  const numbers = Array.from({ length: count }, (_, at) =>
    element === "float" ? view.getFloat32(at * 4, true) : view.getInt8(at),
  );
  if (element !== "float") return `[${numbers.join(",")}]`;
  let square = 0;
  for (const number of numbers) square = Math.fround(square + Math.fround(number * number));
  if (indexed && similarity === "cosine" && Math.abs(square - 1) > UNIT_SQUARE_TOLERANCE) {
    const length = Math.fround(Math.sqrt(square));
    for (let at = 0; at < count; at++) numbers[at] = Math.fround(Math.fround(numbers[at]! / length) * length);
  }
  return `[${numbers.map(javaFloat).join(",")}]`;
}

function numbersOf(value: Json, most: number, settings: VectorSettings, path: string, target: ValueContext): number[] {
  if (isJsonObject(value)) throw wrongObject(value, target);
  // Elasticsearch reports the next token.
  if (!Array.isArray(value)) throw ofDocument(wrongToken("%TOKEN%"), "next");
  const numbers: number[] = [];
  for (let at = 0; at < value.length; at++) {
    const item = value[at]!;
    target.item(at);
    if (at >= most) {
      const reason = `The [dense_vector] field [${path}] in doc [document with id '${target.documentId}'] has more dimensions than defined in the mapping [${settings.dims}]`;
      throw ofDocument(badValue(reason), "value");
    }
    if (typeof item !== "number" && typeof item !== "bigint") throw wrongToken(tokenNameOf(item));
    numbers.push(
      settings.elementType === "float" ? Math.fround(Number(item)) : wholeByte(Number(item), at, settings.elementType),
    );
  }
  target.item(undefined);
  return numbers;
}

/** An object is refused at its first name, or at its end when empty. */
function wrongObject(value: JsonObject, target: ValueContext): ValueError {
  const [name] = Object.keys(value);
  if (name === undefined) return ofDocument(wrongToken("END_OBJECT"), "last");
  target.item(name);
  return ofDocument(name === "" ? badValue("field name cannot be an empty string") : wrongToken("FIELD_NAME"), "name");
}

function wholeByte(number: number, at: number, element: ElementType): number {
  if (!Number.isInteger(number)) {
    throw ofDocument(
      badValue(
        `element_type [${element}] vectors only support non-decimal values but found decimal value [${javaFloat(number)}] at dim [${at}];`,
      ),
      "value",
    );
  }
  if (number >= -128 && number <= 127) return number;
  throw ofDocument(
    badValue(
      `element_type [${element}] vectors only support integers between [-128, 127] but found [${number}] at dim [${at}];`,
    ),
    "value",
  );
}

function fromHex(text: string): number[] {
  if (text.length % 2 === 1 || !/^[0-9a-fA-F]*$/.test(text))
    throw ofDocument(new ValueError(illegalArgument(`failed to parse hex string [${text}]`)), "value");
  return Array.from(Buffer.from(text, "hex"), (byte) => (byte << 24) >> 24);
}

function checkFinite(numbers: readonly number[]): void {
  const at = numbers.findIndex((number) => !Number.isFinite(number));
  if (at < 0) return;
  const kind = Number.isNaN(numbers[at]) ? "NaN" : "infinite";
  const reason = `element_type [float] vectors do not support ${kind} values but found [${javaFloat(numbers[at]!)}] at dim [${at}]; ${preview(numbers, "float")}`;
  throw ofDocument(badValue(reason), "last");
}

/** Throws for vector lengths that the similarity does not allow. */
function checkLength(numbers: readonly number[], { similarity, elementType: element }: VectorSettings): void {
  if (similarity !== "cosine" && similarity !== "dot_product") return;
  const squares = numbers.reduce((sum, number) => sum + number * number, 0);
  if (similarity === "cosine" && Math.fround(squares) === 0) {
    throw ofDocument(
      badValue(`The [cosine] similarity does not support vectors with zero magnitude. ${preview(numbers, element)}`),
      "last",
    );
  }
  if (similarity === "dot_product" && element === "float" && Math.abs(Math.sqrt(squares) - 1) > UNIT_TOLERANCE) {
    throw ofDocument(
      badValue(`The [dot_product] similarity can only be used with unit-length vectors. ${preview(numbers, element)}`),
      "last",
    );
  }
}

function preview(numbers: readonly number[], element: ElementType): string {
  const shown = numbers.slice(0, SHOWN).map((number) => (element === "float" ? javaFloat(number) : String(number)));
  return `Preview of invalid vector: [${shown.join(", ")}${numbers.length > SHOWN ? ", ..." : ""}]`;
}

function wrongSize(path: string, id: string, own: number, dims: number, place: "value" | "last"): ValueError {
  const reason = `The [dense_vector] field [${path}] in doc [document with id '${id}'] has a different number of dimensions [${own}] than defined in the mapping [${dims}]`;
  return ofDocument(badValue(reason), place);
}

function wrongToken(token: string): ValueError {
  const short = token.startsWith("VALUE_NUMBER")
    ? "VALUE_NUMBER"
    : token === "VALUE_TRUE" || token === "VALUE_FALSE"
      ? "VALUE_BOOLEAN"
      : token;
  const reason = `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${short}]`;
  return ofDocument(badValueBecause(new RequestError(400, "parsing_exception", reason)), "value");
}

function ofDocument(error: ValueError, place: "value" | "name" | "last" | "next"): ValueError {
  error.ofDocument = place;
  return error;
}

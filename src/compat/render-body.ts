/** Renders a response object to bytes: filtered, laid out, in the requested media type. */
import { encode, Token, Type } from "cborg";
import { filterByPath } from "./filter-path.ts";
import { JsonText } from "./json/json-text.ts";
import { yaml } from "../core/rare-packages.ts";
import { encodeSmile } from "../core/smile-encoder.ts";
import { writeJsonBytes } from "./json/write-json-bytes.ts";
import { writeJson, writePrettyJson } from "./json/write-json.ts";

/** How a body is rendered. */
export interface BodyFormat {
  readonly filterPath: string | undefined;
  readonly pretty: boolean;
  readonly format: "json" | "yaml" | "cbor" | "smile";
}

/** The bytes of `value`. */
export function renderBody(value: unknown, options: BodyFormat): Uint8Array {
  const filtered = options.filterPath ? (filterByPath(value, options.filterPath) ?? {}) : value;
  if (options.format === "json")
    return options.pretty ? Buffer.from(`${writePrettyJson(filtered)}\n`) : writeJsonBytes(filtered);
  const plain = plainJson(filtered);
  if (options.format === "cbor") return encode(plain, { typeEncoders: { bigint: bignum } });
  if (options.format === "smile") return encodeSmile(plain);
  return Buffer.from(`---\n${yamlText(plain)}`);
}

/** The package recurses once per level; a value nested too deep for it is written as JSON, which is valid YAML. */
function yamlText(plain: unknown): string {
  try {
    return yaml().stringify(plain, {
      defaultStringType: "QUOTE_DOUBLE",
      defaultKeyType: "PLAIN",
      indentSeq: false,
      lineWidth: 0,
    });
  } catch (error) {
    if (error instanceof RangeError) return `${writeJson(plain)}\n`;
    throw error;
  }
}

/** Integers of more than 64 bits as bytes with tag 2 or 3 (RFC 8949, 3.4.3); null: the package encodes the value. */
function bignum(value: bigint): Token[] | null {
  const size = value < 0n ? -1n - value : value;
  if (BigInt.asUintN(64, size) === size) return null;
  const digits = size.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
  return [new Token(Type.tag, value < 0n ? 3 : 2), new Token(Type.bytes, bytes)];
}

/** The same as plain data: without undefined members and ready-made JSON. */
export function plainJson(value: unknown): unknown {
  if (value instanceof JsonText) return plainJson(value.value());
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return value;
  // fromEntries makes `__proto__` an ordinary member.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, plainJson(member)]),
  );
}

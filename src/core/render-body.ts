/** A response object as bytes: filtered, laid out, in the media type that was asked for. */
import { encode } from "cborg";
import { stringify } from "yaml";
import { filterByPath } from "./filter-path.ts";
import { JsonText } from "./json-text.ts";
import { encodeSmile } from "./smile-encoder.ts";
import { writeJson, writePrettyJson } from "./write-json.ts";

/** How a body is rendered. */
export interface BodyFormat {
  readonly filterPath: string | undefined;
  readonly pretty: boolean;
  readonly format: "json" | "yaml" | "cbor" | "smile";
}

/** The bytes of `value`. */
export function renderBody(value: unknown, options: BodyFormat): Uint8Array {
  const filtered = options.filterPath ? (filterByPath(value, options.filterPath) ?? {}) : value;
  if (options.format === "json") return Buffer.from(options.pretty ? `${writePrettyJson(filtered)}\n` : writeJson(filtered));
  const plain = plainValue(filtered);
  if (options.format === "cbor") return encode(plain);
  if (options.format === "smile") return encodeSmile(plain);
  const text = stringify(plain, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", indentSeq: false, lineWidth: 0 });
  return Buffer.from(`---\n${text}`);
}

/** The same without undefined members and ready-made JSON. */
function plainValue(value: unknown): unknown {
  if (value instanceof JsonText) return plainValue(value.value());
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return value;
  // fromEntries makes `__proto__` a member like any other.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, plainValue(member)]),
  );
}

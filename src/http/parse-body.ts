/** The body of a request as a value, whatever its media type. */
import { decode as decodeCbor } from "cborg";
import { RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { yaml } from "../core/rare-packages.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { decodeSmile } from "../core/smile-decoder.ts";
import type { BodyMedia } from "./media-type.ts";

const utf8 = new TextDecoder("utf-8");

/**
 * The value of a body; undefined when there is nothing in it. Throws 400 `x_content_parse_exception` for a broken one.
 */
export function parseBody(bytes: Uint8Array, media: BodyMedia): Json | undefined {
  if (bytes.length === 0) return undefined;
  if (media === "cbor")
    return decoded("CBOR", () => normal(decodeCbor(bytes, { allowBigInt: true, rejectDuplicateMapKeys: true })));
  if (media === "smile") return decoded("SMILE", () => decodeSmile(bytes));
  const text = utf8.decode(bytes);
  if (text.trim() === "") return undefined;
  if (media === "yaml") return decoded("YAML", () => parseYaml(text));
  return parseJson(text);
}

function parseYaml(text: string): Json {
  const { parse, YAMLError } = yaml();
  try {
    return normal(parse(text, { intAsBigInt: true, uniqueKeys: true, maxAliasCount: 100 }));
  } catch (error) {
    if (!(error instanceof YAMLError) || !error.linePos) throw error;
    throw unreadable("YAML", error, `[${error.linePos[0].line}:${error.linePos[0].col}] `);
  }
}

/** Runs a decoder; its complaint becomes the request's. */
function decoded(name: string, decode: () => Json): Json {
  try {
    return decode();
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw unreadable(name, error, "");
  }
}

function unreadable(name: string, error: unknown, place: string): RequestError {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return new RequestError(400, "x_content_parse_exception", `${place}Failed to parse ${name} content: ${reason}`);
}

/** Integers as numbers where a double is exact; what JSON has no form for is refused. */
function normal(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint")
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normal(member)]));
  throw new Error(`unexpected value of type ${typeof value}`);
}

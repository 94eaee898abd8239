/** The body of an update: what it may say, and Elasticsearch's words when it says something else (`UpdateRequest`). */
import { tokenName } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { RequestError, parsingException } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJson, parseJsonWithPlaces } from "../../compat/json/parse-json.ts";
import { mayNeedJavaSpelling, parseLossless } from "../../compat/json/lossless-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import type { Script } from "../../scripting/script.ts";
import type { SourceFilter, WriteOptions } from "../documents.ts";
import { checkSeqNo } from "./write-validation.ts";

/** What an update asks for. */
export interface UpdateSpec {
  readonly doc: JsonObject | undefined;
  readonly upsert: JsonObject | undefined;
  readonly docAsUpsert: boolean;
  readonly detectNoop: boolean;
  readonly script: Script | undefined;
  readonly scriptedUpsert: boolean;
  readonly sourceFilter: SourceFilter | undefined;
  readonly ifSeqNo: number | undefined;
  readonly ifPrimaryTerm: number | undefined;
}

const FIELDS = [
  "script",
  "scripted_upsert",
  "upsert",
  "doc",
  "doc_as_upsert",
  "detect_noop",
  "_source",
  "if_seq_no",
  "if_primary_term",
];

/** Reads the body of an update. Throws RequestError 400 when it is no object, or says what an update cannot. */
export function readUpdate(source: Uint8Array | undefined): UpdateSpec {
  const text =
    source === undefined ? "" : Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("utf8");
  const expected = (found: string, col: number): RequestError =>
    new RequestError(
      400,
      "x_content_parse_exception",
      `[1:${col}] [UpdateRequest] Expected START_OBJECT but was: ${found}`,
    );
  if (text.trim() === "") throw expected("null", 0);
  const value: Json = parseJson(text);
  if (!isJsonObject(value)) throw expected(tokenName(value), 1);
  return parseUpdate(value, text);
}

/**
 * Reads the body. `text` is the body as it came, for the places in error messages and for numbers as they are shown
 * again (`1.0`); without it a compact form is assumed.
 */
export function parseUpdate(given: JsonObject, text?: string): UpdateSpec {
  const body =
    text !== undefined && mayNeedJavaSpelling(text)
      ? spelledDocuments(given, parseLossless(text) as JsonObject)
      : given;
  const read = new UpdateBody(body, text);
  for (const key of Object.keys(body)) {
    if (!FIELDS.includes(key)) throw read.error(key, `unknown field [${key}]${didYouMean(key, FIELDS)}`, "key");
  }
  const spec: UpdateSpec = {
    doc: read.object("doc"),
    upsert: read.object("upsert"),
    docAsUpsert: read.boolean("doc_as_upsert", false),
    detectNoop: read.boolean("detect_noop", true),
    script: read.script(),
    scriptedUpsert: read.boolean("scripted_upsert", false),
    sourceFilter: read.sourceFilter(),
    ifSeqNo: read.integer("if_seq_no"),
    ifPrimaryTerm: read.integer("if_primary_term"),
  };
  checkSeqNo(spec.ifSeqNo, spec.ifPrimaryTerm);
  return spec;
}

/** The body with the numbers of its documents as they are shown again; those of its options stay what they are. */
function spelledDocuments(body: JsonObject, spelled: JsonObject): JsonObject {
  const documents = ["doc", "upsert"].filter((key) => Object.hasOwn(body, key));
  return { ...body, ...Object.fromEntries(documents.map((key) => [key, ownOf(spelled, key) ?? null])) };
}

/** Reasons why the update is not valid, beside those of `validateWrite`. */
export function validateUpdate(spec: UpdateSpec, options: WriteOptions): string[] {
  const failures: string[] = [];
  const ifSeqNo = spec.ifSeqNo ?? options.ifSeqNo;
  if (options.version !== undefined || (options.versionType ?? "internal") !== "internal") {
    failures.push(
      "internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead",
    );
  }
  if (ifSeqNo !== undefined) {
    if ((options.retryOnConflict ?? 0) > 0) failures.push("compare and write operations can not be retried");
    if (spec.docAsUpsert) failures.push("compare and write operations can not be used with upsert");
    if (spec.upsert !== undefined) failures.push("upsert requests don't support `if_seq_no` and `if_primary_term`");
  }
  if (spec.script === undefined && spec.doc === undefined) failures.push("script or doc is missing");
  if (spec.script !== undefined && spec.doc !== undefined) failures.push("can't provide both script and doc");
  if (spec.doc === undefined && spec.docAsUpsert) failures.push("doc must be specified if doc_as_upsert is enabled");
  return failures;
}

/** Typed access to the members. */
class UpdateBody {
  readonly #body: JsonObject;
  readonly #text: string | undefined;

  constructor(body: JsonObject, text: string | undefined) {
    this.#body = body;
    this.#text = text;
  }

  /** `x_content_parse_exception` at the place of a key or its value. */
  error(key: string, reason: string, at: "key" | "value" = "value", cause?: RequestError): RequestError {
    const { line, col } = this.#place(this.#body, key, at);
    return new RequestError(400, "x_content_parse_exception", `[${line}:${col}] [UpdateRequest] ${reason}`, { cause });
  }

  object(key: string): JsonObject | undefined {
    const value = ownOf(this.#body, key);
    if (value === undefined || isJsonObject(value)) return value;
    throw this.#unsupported(key, value);
  }

  boolean(key: string, otherwise: boolean): boolean {
    const value = ownOf(this.#body, key);
    if (value === undefined) return otherwise;
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    if (typeof value !== "string") throw this.#unsupported(key, value);
    const cause = new RequestError(
      400,
      "illegal_argument_exception",
      `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
    );
    throw this.error(key, `failed to parse field [${key}]`, "value", cause);
  }

  integer(key: string): number | undefined {
    const value = ownOf(this.#body, key);
    if (value === undefined) return undefined;
    const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number)) return number;
    if (typeof value !== "string") throw this.#unsupported(key, value);
    throw this.error(
      key,
      `failed to parse field [${key}]`,
      "value",
      new RequestError(400, "number_format_exception", `For input string: "${value}"`),
    );
  }

  /** What is wrong with it is told at the member that is, or at its end. */
  script(): Script | undefined {
    const value = this.#body["script"];
    if (value === undefined) return undefined;
    if (typeof value !== "string" && !isJsonObject(value)) throw this.#unsupported("script", value);
    let wrong: string | undefined;
    try {
      return scriptOfRequest(value, (key, at) => {
        wrong = key;
        return this.#placeIn("script", key, at);
      });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { line, col } = this.#placeIn("script", wrong, "value");
      const reason = `[${line}:${col}] [UpdateRequest] failed to parse field [script]`;
      throw new RequestError(400, "x_content_parse_exception", reason, {
        cause: error,
        ...(wrong === undefined ? {} : { rootCauses: [error] }),
      });
    }
  }

  sourceFilter(): SourceFilter | undefined {
    const value = this.#body["_source"];
    if (value === undefined) return undefined;
    if (typeof value === "boolean") return { fetch: value, includes: [], excludes: [] };
    if (typeof value === "string") return { fetch: true, includes: [value], excludes: [] };
    if (Array.isArray(value)) return { fetch: true, includes: value.map(String), excludes: [] };
    if (!isJsonObject(value)) throw this.#unsupported("_source", value);
    const lists: { includes: string[]; excludes: string[] } = { includes: [], excludes: [] };
    for (const [key, names] of Object.entries(value)) {
      const list =
        key === "includes" || key === "include"
          ? lists.includes
          : key === "excludes" || key === "exclude"
            ? lists.excludes
            : undefined;
      if (list === undefined || (typeof names !== "string" && !Array.isArray(names))) {
        const { line, col } = this.#place(value, key, "value");
        const cause = parsingException(`Unknown key for a ${tokenName(names)} in [${key}].`, { line, col });
        throw new RequestError(
          400,
          "x_content_parse_exception",
          `[${line}:${col}] [UpdateRequest] failed to parse field [_source]`,
          {
            cause,
            rootCauses: [cause],
          },
        );
      }
      list.push(...(Array.isArray(names) ? names.map(String) : [names]));
    }
    return { fetch: true, ...lists };
  }

  #unsupported(key: string, value: Json): RequestError {
    return this.error(key, `${key} doesn't support values of type: ${tokenName(value)}`);
  }

  /** The place of a member of an object of the body, or of the bracket that closes it. */
  #placeIn(holder: string, key: string | undefined, at: "name" | "value"): { line: number; col: number } {
    const { value, places } = parseJsonWithPlaces(this.#text ?? stringifyJson(this.#body));
    const object = ownOf(value as JsonObject, holder);
    if (!isJsonObject(object)) return { line: 1, col: 1 };
    if (key === undefined) return places.end(object);
    return at === "name" ? places.key(object, key) : places.value(object, key);
  }

  /** Finds the place in the text by reading it again; only errors pay for it. */
  #place(container: JsonObject, key: string, at: "key" | "value"): { line: number; col: number } {
    const parsed = parseJsonWithPlaces(this.#text ?? stringifyJson(this.#body));
    const root = parsed.value as JsonObject;
    const object = container === this.#body ? root : root["_source"];
    if (!isJsonObject(object)) return { line: 1, col: 1 };
    return at === "key" ? parsed.places.key(object, key) : parsed.places.value(object, key);
  }
}

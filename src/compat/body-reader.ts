/**
 * Typed access to the JSON object of a query, aggregation or suggester: every key is read by name, and `end` rejects
 * the rest with Elasticsearch's error. Elasticsearch has two kinds of parsers with different messages, see `BodyStyle`.
 */
import { didYouMean } from "./did-you-mean.ts";
import { illegalArgument, parsingException, RequestError } from "./errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";

/**
 * How errors are phrased. `query`: like hand-written parsers ("[match] query does not support [x]"). `object`: like
 * ObjectParser ("[1:1] [bool] unknown field [x] did you mean [y]?", type `x_content_parse_exception`).
 */
export type BodyStyle = "query" | "object" | "object with names";

/** The name of a JSON value's first token in Elasticsearch's messages. */
export function tokenName(value: Json): string {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  if (typeof value === "object") return "START_OBJECT";
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return typeof value === "string" ? "VALUE_STRING" : "VALUE_NUMBER";
}

/**
 * Types of Elasticsearch's own parsing exceptions: only these become the root cause inside an
 * `x_content_parse_exception`.
 */
const OWN_TYPES: ReadonlySet<string> = new Set([
  "x_content_parse_exception",
  "named_object_not_found_exception",
  "parsing_exception",
  "parse_exception",
]);

/** 400 `x_content_parse_exception`; positions are not tracked here, so 1:1 is always reported. */
export function contentParseException(reason: string, cause?: RequestError): RequestError {
  const rootCauses = cause && OWN_TYPES.has(cause.type) ? (cause.rootCauses ?? [cause]) : undefined;
  return new RequestError(400, "x_content_parse_exception", `[1:1] ${reason}`, {
    cause,
    ...(rootCauses ? { rootCauses } : {}),
  });
}

/** 400 `number_format_exception` for a text that is not a number. */
export function numberFormat(text: string): RequestError {
  return new RequestError(400, "number_format_exception", text === "" ? "empty String" : `For input string: "${text}"`);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?$/;

/** Parses a decimal number as Java does. */
export function parseDecimal(text: string): number {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) throw numberFormat(text.trim());
  return Number(trimmed.replace(/[dDfF]$/, ""));
}

/** Reads the keys of one object. */
export class BodyReader {
  readonly what: string;
  readonly #body: JsonObject;
  readonly #style: BodyStyle;
  readonly #read = new Set<string>();

  /** Throws "[x] query malformed, no start_object after query name" unless `body` is an object. */
  constructor(what: string, body: Json, style: BodyStyle = "query") {
    if (!isJsonObject(body)) throw parsingException(`[${what}] query malformed, no start_object after query name`);
    this.what = what;
    this.#body = body;
    this.#style = style;
  }

  /** The keys of the body in order. */
  keys(): string[] {
    return Object.keys(this.#body);
  }

  /** Whether the body has the key, even with value null. */
  has(key: string): boolean {
    return Object.hasOwn(this.#body, key);
  }

  /** The raw value of a key, marked as read; undefined when absent. */
  json(key: string): Json | undefined {
    this.#read.add(key);
    return this.has(key) ? ownOf(this.#body, key) : undefined;
  }

  /** Text; numbers and booleans are converted to text, as in Elasticsearch. */
  string(key: string): string | undefined {
    const value = this.#scalar(key);
    return value === undefined ? undefined : String(value);
  }

  /** A number; numeric text is accepted. */
  number(key: string): number | undefined {
    const value = this.#scalar(key);
    if (value === undefined) return undefined;
    if (typeof value === "boolean") throw notOfType(value, "numeric");
    if (typeof value !== "string") return Number(value);
    return this.#wrapped(key, () => parseDecimal(value));
  }

  /** An integer; fractions are truncated, as by Elasticsearch's coercion. */
  integer(key: string): number | undefined {
    const value = this.number(key);
    return value === undefined ? undefined : Math.trunc(value);
  }

  /** A boolean; the texts "true" and "false" are accepted. */
  boolean(key: string): boolean | undefined {
    const value = this.#scalar(key);
    if (value === undefined || typeof value === "boolean") return value;
    if (typeof value === "string") {
      if (value === "true" || value === "false") return value === "true";
      throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    }
    throw notOfType(value, "boolean");
  }

  /** Rejects the first key that was not read. */
  end(): void {
    for (const key of this.keys()) {
      if (!this.#read.has(key)) throw this.unsupported(key);
    }
  }

  /** The error for an unsupported key. */
  unsupported(key: string): RequestError {
    if (this.#style !== "query") {
      const named = this.#style === "object with names" ? namedObjectMissing(key) : undefined;
      return contentParseException(`[${this.what}] unknown field [${key}]${didYouMean(key, this.#read)}`, named);
    }
    const value = ownOf(this.#body, key) ?? null;
    if (typeof value === "object" && value !== null) return this.#unknownToken(key, value);
    return parsingException(`[${this.what}] query does not support [${key}]`);
  }

  #unknownToken(key: string, value: Json): RequestError {
    return parsingException(`[${this.what}] unknown token [${tokenName(value)}] after [${key}]`);
  }

  #scalar(key: string): string | number | bigint | boolean | undefined {
    const value = this.json(key);
    if (value === undefined) return undefined;
    if (value !== null && typeof value !== "object") return value;
    if (this.#style === "query") throw this.#unknownToken(key, value);
    throw contentParseException(`[${this.what}] ${key} doesn't support values of type: ${tokenName(value)}`);
  }

  #wrapped<T>(key: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (this.#style === "query" || !(error instanceof RequestError)) throw error;
      throw contentParseException(`[${this.what}] failed to parse field [${key}]`, error);
    }
  }
}

/** The cause where any key may be the name of something else. */
function namedObjectMissing(key: string): RequestError {
  return new RequestError(400, "named_object_not_found_exception", `[1:1] unknown field [${key}]`);
}

function notOfType(value: Json, type: string): RequestError {
  const token =
    typeof value === "number" && Number.isInteger(value)
      ? "VALUE_NUMBER_INT"
      : typeof value === "boolean"
        ? `VALUE_${String(value).toUpperCase()}`
        : tokenName(value);
  return contentParseException(
    `Current token (${token}) not ${type === "numeric" ? "numeric, can not use numeric value accessors" : `of ${type} type`}`,
  );
}

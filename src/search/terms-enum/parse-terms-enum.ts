/** Reads the body of `terms_enum`. */
import { illegalArgument } from "../../compat/errors.ts";
import { type BodyShape, parseObject } from "../../compat/object-parser.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { parseJsonWithPlaces } from "../../compat/json/parse-json.ts";
import { validationFailed } from "../../compat/validation-failed.ts";

/** Which terms are asked for. */
export interface TermsRequest {
  readonly field: string;
  /** What terms begin with. */
  readonly prefix: string;
  readonly caseInsensitive: boolean;
  readonly size: number;
  /** Only terms behind this one; undefined: all. */
  readonly after: string | undefined;
  readonly timeoutMs: number;
  readonly indexFilter: Json | undefined;
  readonly root: JsonObject;
}

/** As errors call the body. */
export const BODY_NAME = "terms_enum_request";

const DEFAULT_SIZE = 10;
const DEFAULT_TIMEOUT_MS = 1_000;
const LONGEST_TIMEOUT_MS = 60_000;
const MOST_TERMS = 10_000;

const text = { takes: (value: Json): boolean => typeof value === "string", read: (value: Json): Json => value };

const SHAPE: BodyShape = {
  name: BODY_NAME,
  members: {
    field: text,
    string: text,
    search_after: text,
    size: "int32",
    case_insensitive: "boolean",
    timeout: { takes: text.takes, read: (value) => timeoutOf(valueText(value)) },
    index_filter: "object",
  },
};

/** Throws RequestError 400. */
export function parseTermsEnum(body: string): TermsRequest {
  const { value } = parseJsonWithPlaces(body);
  const read = parseObject(SHAPE, value, body);
  const { field, string, search_after: after, size, timeout } = read;
  if (typeof field !== "string") throw validationFailed(["field cannot be null"]);
  const timeoutMs = typeof timeout === "number" ? timeout : DEFAULT_TIMEOUT_MS;
  if (timeoutMs > LONGEST_TIMEOUT_MS) throw validationFailed(["Timeout cannot be > 1 minute"]);
  return {
    field,
    prefix: typeof string === "string" ? string : "",
    caseInsensitive: read["case_insensitive"] === true,
    // As in Elasticsearch, one term is found even where none is asked for.
    size: Math.max(1, Math.min(size === undefined ? DEFAULT_SIZE : Number(size), MOST_TERMS)),
    after: typeof after === "string" ? after : undefined,
    timeoutMs,
    indexFilter: read["index_filter"],
    root: isJsonObject(value) ? value : {},
  };
}

function timeoutOf(given: string): number {
  if (given === "-1") return -1;
  try {
    return parseTimeMs(given, "timeout");
  } catch {
    throw illegalArgument(
      `failed to parse setting [timeout] with value [${given}] as a time value: unit is missing or unrecognized`,
    );
  }
}

/** Common parameters of pipelines. */
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { type RequestError, illegalArgument, parsingException } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { readText, unsupportedToken } from "../declared-values.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { type GapPolicy, parseGapPolicy } from "./gap-policy.ts";

/** `buckets_path`, `format` and `gap_policy`. */
export interface PipelineBody {
  readonly path: string;
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
}

const KNOWN: readonly string[] = ["buckets_path", "format", "gap_policy"];

/** Reads a key that only some pipelines have; false: the value is of another type. */
export type ReadExtra = (key: string, value: Json) => boolean;

/** Reads a body of the three (`BucketMetricsParser`). Throws 400. */
export function readPipeline(name: string, body: JsonObject, extra?: ReadExtra): PipelineBody {
  let path: string | undefined;
  let format = RAW;
  let gapPolicy: GapPolicy = "skip";
  for (const [key, value] of Object.entries(body)) {
    if (extra?.(key, value) === true) continue;
    if (!KNOWN.includes(key)) throw unexpected(name, key, value);
    const text = key === "buckets_path" && Array.isArray(value) ? value[0] : value;
    if (typeof text !== "string") throw unexpected(name, key, value);
    if (key === "buckets_path") path = text;
    else if (key === "format") format = { type: "decimal", pattern: text };
    else gapPolicy = parseGapPolicy(text);
  }
  if (path === undefined) throw parsingException(`Missing required field [buckets_path] for aggregation [${name}]`);
  return { path, format, gapPolicy };
}

/** Reads a path and a format in the words of declared parsers. Throws 400. */
export function readDeclared(kind: string, body: JsonObject): Pick<PipelineBody, "path" | "format"> {
  const read = new BodyReader(kind, body, "object");
  const given = read.json("buckets_path");
  const path = Array.isArray(given) ? given[0] : given;
  const pattern = readText(read, "format");
  read.end();
  if (path === undefined) throw illegalArgument("Required [buckets_path]");
  if (typeof path !== "string") throw unsupportedToken(read, "buckets_path", path);
  return { path, format: pattern === undefined ? RAW : { type: "decimal", pattern } };
}

function unexpected(name: string, key: string, value: Json): RequestError {
  return parsingException(`Unexpected token ${tokenName(value)} [${key}] in [${name}]`);
}

/** Reads a body of the three in the words of hand-written parsers. Throws 400. */
export function readListed(name: string, body: JsonObject, extra: ReadExtra): PipelineBody {
  const refuse = (key: string, value: Json): RequestError =>
    parsingException(`Unknown key for a ${tokenName(value)} in [${name}]: [${key}].`);
  let path: string | undefined;
  let format = RAW;
  let gapPolicy: GapPolicy = "skip";
  for (const [key, value] of Object.entries(body)) {
    if (extra(key, value)) continue;
    const text = key === "buckets_path" && Array.isArray(value) ? value[0] : value;
    if (!KNOWN.includes(key) || typeof text !== "string") throw refuse(key, value);
    if (key === "buckets_path") path = text;
    else if (key === "format") format = { type: "decimal", pattern: text };
    else gapPolicy = parseGapPolicy(text);
  }
  if (path === undefined)
    throw parsingException(`Missing required field [buckets_path] for serial_diff aggregation [${name}]`);
  return { path, format, gapPolicy };
}

/** What the bodies of pipelines have in common. */
import { tokenName } from "../../compat/body-reader.ts";
import { type RequestError, parsingException } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { RAW, type ValueFormat } from "../values/value-format.ts";
import { type GapPolicy, parseGapPolicy } from "./gap-policy.ts";

/** `buckets_path`, `format` and `gap_policy`. */
export interface PipelineBody {
  readonly path: string;
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
}

/** Reads a body of the three; `known` are those that the kind knows (`BucketMetricsParser`). Throws 400. */
export function readPipeline(name: string, body: JsonObject, known: readonly string[]): PipelineBody {
  let path: string | undefined;
  let format = RAW;
  let gapPolicy: GapPolicy = "skip";
  for (const [key, value] of Object.entries(body)) {
    if (!known.includes(key)) throw unexpected(name, key, value);
    const text = key === "buckets_path" && Array.isArray(value) ? value[0] : value;
    if (typeof text !== "string") throw unexpected(name, key, value);
    if (key === "buckets_path") path = text;
    else if (key === "format") format = { type: "decimal", pattern: text };
    else gapPolicy = parseGapPolicy(text);
  }
  if (path === undefined) throw parsingException(`Missing required field [buckets_path] for aggregation [${name}]`);
  return { path, format, gapPolicy };
}

function unexpected(name: string, key: string, value: Json): RequestError {
  return parsingException(`Unexpected token ${tokenName(value)} [${key}] in [${name}]`);
}

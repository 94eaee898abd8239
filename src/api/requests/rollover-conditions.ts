/** The conditions of a rollover (`RolloverConditions`). */
import type { RolloverCondition } from "../../cluster/changes/rollover.ts";
import { contentParseException, numberFormat } from "../../compat/body-reader.ts";
import { didYouMean } from "../../compat/did-you-mean.ts";
import { RequestError } from "../../compat/errors.ts";
import { humanBytes, humanTime } from "../../compat/human-size.ts";
import { parseBytes, parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";

const KEYS = ["conditions", "settings", "mappings", "aliases"];
const MEASURES = ["age", "docs", "size", "primary_shard_size", "primary_shard_docs"];
const NAMES = ["max", "min"].flatMap((kind) => MEASURES.map((measure) => `${kind}_${measure}`));

/** Throws 400 for what a rollover does not know. */
export function refuseUnknownKeys(body: JsonObject): void {
  for (const key of Object.keys(body))
    if (!KEYS.includes(key)) throw contentParseException(`[rollover] unknown field [${key}]${didYouMean(key, KEYS)}`);
}

/** Conditions in the order of the body. */
export function parseConditions(given: Json | undefined): RolloverCondition[] {
  if (given === undefined || given === null) return [];
  const failed = "[rollover] failed to parse field [conditions]";
  if (!isJsonObject(given)) throw contentParseException("[rollover] conditions doesn't support values of this type");
  return Object.entries(given).map(([name, value]) => {
    if (!NAMES.includes(name))
      throw contentParseException(
        failed,
        contentParseException(`[rollover_conditions] unknown field [${name}]${didYouMean(name, NAMES)}`),
      );
    try {
      return conditionOf(name, value);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const inner = contentParseException(`[rollover_conditions] failed to parse field [${name}]`, error);
      throw contentParseException(failed, inner);
    }
  });
}

function conditionOf(name: string, value: Json): RolloverCondition {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (name.endsWith("_docs")) {
    if (!/^[+-]?\d+$/.test(text)) throw numberFormat(text);
    return { name, text: `[${name}: ${Number(text)}]`, value: Number(text) };
  }
  const isAge = name.endsWith("_age");
  const parsed = isAge ? parseTimeMs(text, name) : parseBytes(text, name);
  return { name, text: `[${name}: ${isAge ? humanTime(parsed) : humanBytes(parsed)}]`, value: parsed };
}

/** Parses `include` and `exclude` of terms: lists, regular expressions and partitions (`IncludeExclude`). */
import type { BodyReader } from "../../compat/body-reader.ts";
import { RequestError, illegalArgument } from "../../compat/errors.ts";
import { type Json, type JsonObject, isJsonObject } from "../../core/json.ts";
import { ALL_FLAGS } from "../../compat/regexp/regexp-flags.ts";
import { parseRegexp } from "../../compat/regexp/regexp-parser.ts";
import { unsupportedToken, withinField } from "../declared-values.ts";

/** One side: a list of texts, or a pattern in Lucene's dialect that must match a whole term. */
export type TermRule = { readonly texts: readonly string[] } | { readonly pattern: string };

/** Both sides, or one of several partitions of all terms. */
export type TermRules =
  | { readonly include: TermRule | undefined; readonly exclude: TermRule | undefined }
  | { readonly partition: number; readonly partitions: number };

/** Reads both; undefined when there is neither. Throws 400. */
export function readTermRules(read: BodyReader): TermRules | undefined {
  const include = read.json("include");
  const exclude = read.json("exclude");
  if (include === undefined && exclude === undefined) return undefined;
  if (isJsonObject(include)) {
    const part = withinField(read, "include", () => readPartition(include));
    if (exclude === undefined) return part;
    return withinField(read, "exclude", () => {
      throw illegalArgument("Cannot specify any excludes when using a partition-based include");
    });
  }
  return {
    include: include === undefined ? undefined : readRule(read, "include", include),
    exclude: exclude === undefined ? undefined : readRule(read, "exclude", exclude),
  };
}

/** Whether a pattern is among the rules. */
export function hasPattern(rules: TermRules): boolean {
  return "include" in rules && [rules.include, rules.exclude].some((rule) => rule !== undefined && "pattern" in rule);
}

function parseError(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

function readRule(read: BodyReader, key: string, rule: Json): TermRule {
  if (typeof rule === "string") {
    // Only validates the pattern; each shard builds its automaton if it needs one.
    withinField(read, key, () => parseRegexp(rule, ALL_FLAGS));
    return { pattern: rule };
  }
  if (!Array.isArray(rule)) throw unsupportedToken(read, key, rule);
  return withinField(read, key, () => ({
    texts: rule.map((value) => {
      if (typeof value === "object")
        throw parseError("Array elements in include/exclude clauses should be string values");
      return String(value);
    }),
  }));
}

function readPartition(body: JsonObject): TermRules {
  for (const key of Object.keys(body)) {
    if (key !== "partition" && key !== "num_partitions")
      throw parseError(`Unknown parameter in Include/Exclude clause: ${key}`);
  }
  const { partition, num_partitions: partitions } = body;
  for (const [key, value] of [
    ["partition", partition],
    ["num_partitions", partitions],
  ] as const) {
    if (value === undefined) throw illegalArgument(`Missing [${key}] parameter for partition-based include`);
  }
  const number = Math.trunc(Number(partition));
  const count = Math.trunc(Number(partitions));
  if (!(number >= 0 && number < count))
    throw illegalArgument(`Partition must be >=0 and < numPartition which is ${count}`);
  return { partition: number, partitions: count };
}

/** Errors of mappings, with the causes and root causes of Elasticsearch. */
import { RequestError } from "../compat/errors.ts";
import { javaDouble } from "../core/float32.ts";
import { type Json, WrittenJson } from "../core/json.ts";

/** 400 `mapper_parsing_exception`. */
export function mapperParsing(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "mapper_parsing_exception", reason, { cause });
}

/** 400 `parse_exception`. */
export function parseException(reason: string, cause?: RequestError): RequestError {
  return new RequestError(400, "parse_exception", reason, { cause });
}

/** Error types that are root causes: Elasticsearch unwraps its own exceptions, not those of Java. */
const unwrapped = new Set([
  "mapper_parsing_exception",
  "parse_exception",
  "document_parsing_exception",
  "parsing_exception",
  "mapper_exception",
  "script_exception",
]);

/** A Java exception with the name of one of Elasticsearch's: it is not a root cause. */
export class JavaException extends RequestError {}

/** The innermost error that Elasticsearch calls a root cause. */
function rootOf(error: RequestError): RequestError {
  let root = error;
  for (
    let inner = error.cause;
    inner && unwrapped.has(inner.type) && !(inner instanceof JavaException);
    inner = inner.cause
  )
    root = inner;
  return root;
}

/** An error around another one, with its root cause. */
export function wrapError(type: string, reason: string, cause: RequestError, status = 400): RequestError {
  const outer = new RequestError(status, type, reason, { cause });
  const root = rootOf(outer);
  return root === outer ? outer : new RequestError(status, type, reason, { cause, rootCauses: [root] });
}

/** How Java's `Map.toString` writes a value of a mapping (`{enabled=false}`). */
export function javaText(value: Json | readonly Json[] | undefined): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : javaDouble(value);
  if (typeof value !== "object") return String(value);
  if (value instanceof WrittenJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(javaText).join(", ")}]`;
  const members = Object.entries(value).map(([key, inner]) => `${key}=${javaText(inner)}`);
  return `{${members.join(", ")}}`;
}

/** Name of the Java class of a value of a mapping. */
export function javaClass(value: unknown): string {
  if (typeof value === "string") return "String";
  if (typeof value === "boolean") return "Boolean";
  if (typeof value === "bigint") return "BigInteger";
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? (Math.abs(value) > 0x7fffffff ? "Long" : "Integer") : "Double";
  return Array.isArray(value) ? "ArrayList" : "LinkedHashMap";
}

/** The 400 of Elasticsearch for an unchecked null. */
export function nullPointer(reason: string): RequestError {
  return new RequestError(400, "null_pointer_exception", reason);
}

/** As `javaClass`, with its package. */
export function javaClassName(value: unknown): string {
  return typeof value === "object" ? `java.util.${javaClass(value)}` : `java.lang.${javaClass(value)}`;
}

/** Java's message for a mapping value of an unexpected class. */
export function notOfClass(value: unknown, wanted: "List" | "Map" | "String"): RequestError {
  const held = javaClassName(value);
  const other = wanted === "String" ? "java.lang.String" : `java.util.${wanted}`;
  const reason = `class ${held} cannot be cast to class ${other} (${held} and ${other} are in module java.base of loader 'bootstrap')`;
  return new RequestError(400, "class_cast_exception", reason);
}

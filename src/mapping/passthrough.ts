/**
 * Objects whose fields can be named without the object (`PassThroughObjectMapper`): of two fields with the same name,
 * the one in the object with the higher priority wins.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { javaText } from "./mapping-error.ts";
import { type ObjectNode, othersBelow, type PassthroughOptions } from "./mapping-tree.ts";
import { readFlag } from "./parameter.ts";
import { numberFormatException } from "./value-error.ts";

/** Name of the type. */
export const PASSTHROUGH = "passthrough";

const DIMENSION = "time_series_dimension";

/** Keys of a pass-through object in addition to those of objects. */
export const passthroughKeys: readonly string[] = ["priority", DIMENSION];

/** Types whose fields can become dimensions through their object. */
const typesWithDimensions: ReadonlySet<string> = new Set([
  "keyword",
  "ip",
  "boolean",
  "byte",
  "short",
  "integer",
  "long",
  "unsigned_long",
]);

/** Reads the options in addition to those of an object. Throws RequestError 400. */
export function readPassthrough(name: string, body: JsonObject): PassthroughOptions {
  return {
    dimensions: readFlag(body, DIMENSION, `${name}${DIMENSION}`),
    priority: readPriority(body["priority"] ?? null),
  };
}

function readPriority(value: Json): number {
  if (value === null) return -1;
  if (typeof value === "number") {
    if (!Number.isInteger(value)) throw illegalArgument(`${value} is not an integer value`);
    return value;
  }
  const text = javaText(value);
  if (!/^[+-]?\d+$/.test(text)) throw numberFormatException(text);
  return Number(text);
}

/** Throws for an object without a priority. */
export function checkPriority(path: string, { priority }: PassthroughOptions): void {
  if (priority < 0)
    throw mapperException(`Pass-through object [${path}] is missing a non-negative value for parameter [priority]`);
}

/** The definitions of its fields, marked as dimensions where the object says so and the type allows it. */
export function withDimensions(properties: Json, { dimensions }: PassthroughOptions): Json {
  if (!dimensions || !isJsonObject(properties)) return properties;
  const entries = Object.entries(properties).map(([name, definition]): [string, Json] => {
    const may =
      isJsonObject(definition) &&
      typesWithDimensions.has(javaText(definition["type"])) &&
      definition[DIMENSION] === undefined;
    return [name, may ? { ...definition, [DIMENSION]: true } : definition];
  });
  return Object.fromEntries(entries);
}

/** Merges the options; an object that was not pass-through does not become so. */
export function mergePassthrough(before: ObjectNode, after: ObjectNode): PassthroughOptions | undefined {
  if (!before.passthrough || !after.passthrough) return before.passthrough;
  return {
    priority: Math.max(before.passthrough.priority, after.passthrough.priority),
    dimensions: after.passthrough.dimensions ?? before.passthrough.dimensions,
  };
}

/** Throws for two objects with the same priority. */
export function checkPriorities(root: ObjectNode): void {
  const byPriority = new Map<number, string>();
  const objects = [...passthroughObjects(root)].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, passthrough } of objects) {
    const { priority } = passthrough;
    const other = byPriority.get(priority);
    if (other !== undefined)
      throw mapperException(
        `Pass-through object [${path}] has a conflicting param [priority=${priority}] with object [${other}]`,
      );
    byPriority.set(priority, path);
  }
}

/** The short names of fields with their paths; names that are `isTaken` keep their meaning. */
export function shortNames(root: ObjectNode, isTaken: (name: string) => boolean): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const objects = [...passthroughObjects(root)].sort((a, b) => a.passthrough.priority - b.passthrough.priority);
  for (const { children } of objects) {
    for (const child of children.values())
      if (child.kind === "field" && !isTaken(child.name)) names.set(child.name, child.path);
  }
  return names;
}

/** As get_mapping shows the options. */
export function showPassthrough({ priority, dimensions }: PassthroughOptions): JsonObject {
  return { type: PASSTHROUGH, ...(dimensions === undefined ? {} : { [DIMENSION]: dimensions }), priority };
}

function* passthroughObjects(root: ObjectNode): Generator<ObjectNode & { readonly passthrough: PassthroughOptions }> {
  for (const node of othersBelow(root)) {
    if (node.kind !== "object") continue;
    const { passthrough } = node;
    if (passthrough) yield { ...node, passthrough };
  }
}

function mapperException(reason: string): RequestError {
  return new RequestError(500, "mapper_exception", reason);
}

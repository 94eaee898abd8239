/** Definitions of new fields in documents, where no template applies. */
import { type MatchMappingType, runtimeTypesByKind } from "./dynamic-template.ts";
import type { JsonObject } from "../core/json.ts";
import type { ObjectNode } from "./mapping-tree.ts";
import { PASSTHROUGH } from "./passthrough.ts";
import { DEFAULT_DATE_FORMAT, SLASHED_DATE_FORMAT, type ValueKind } from "./value-kind.ts";

/** Whether a definition is for an object. */
export function isObjectType({ type }: JsonObject): boolean {
  return type === "object" || type === "nested" || type === PASSTHROUGH;
}

/** A new object; it takes `subobjects` from its parent. */
export function objectLike({ subobjects }: ObjectNode): JsonObject {
  return subobjects === undefined ? { type: "object" } : { type: "object", subobjects };
}

/** The definition of a new runtime field for a value. */
export function runtimeDefinition({ kind, format }: ValueKind): JsonObject {
  const type = runtimeTypesByKind[kind] ?? "keyword";
  return kind === "date" && format !== undefined && format !== DEFAULT_DATE_FORMAT ? { type, format } : { type };
}

/** The definition of a new field for a value. */
export function defaultDefinition({ kind, format }: ValueKind): JsonObject {
  switch (kind) {
    case "string":
      return { type: "text", fields: { keyword: { type: "keyword", ignore_above: 256 } } };
    case "date":
      if (format === undefined || format === DEFAULT_DATE_FORMAT) return { type: "date" };
      return format === SLASHED_DATE_FORMAT ? { type: "date", format, locale: "" } : { type: "date", format };
    case "double":
      return { type: "float" };
    default:
      return { type: kind satisfies MatchMappingType };
  }
}

/** What names become that come with documents, where no template says otherwise. */
import { type MatchMappingType, runtimeTypesByKind } from "./dynamic-template.ts";
import type { JsonObject } from "../core/json.ts";
import type { ObjectNode } from "./mapping-tree.ts";
import { PASSTHROUGH } from "./passthrough.ts";
import { DEFAULT_DATE_FORMAT, SLASHED_DATE_FORMAT, type ValueKind } from "./value-kind.ts";

/** Whether a definition is that of an object. */
export function isObjectType({ type }: JsonObject): boolean {
  return type === "object" || type === "nested" || type === PASSTHROUGH;
}

/** An object: it is told of subobjects what was said around it. */
export function objectLike({ subobjects }: ObjectNode): JsonObject {
  return subobjects === undefined ? { type: "object" } : { type: "object", subobjects };
}

/** What a value becomes where fields are runtime fields. */
export function runtimeDefinition({ kind, format }: ValueKind): JsonObject {
  const type = runtimeTypesByKind[kind] ?? "keyword";
  return kind === "date" && format !== undefined && format !== DEFAULT_DATE_FORMAT ? { type, format } : { type };
}

/** What a value becomes elsewhere. */
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

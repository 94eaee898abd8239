/** The kind of values that an aggregation reads, as `nodes.usage` names it. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";

/** What is told of aggregations over several fields, or over none. */
const OTHER = "other";

/** `known`: the types of values that the aggregation supports; undefined: it reads none. */
export function valueTypeOf(known: readonly string[] | undefined, body: JsonObject, mapping: MappingView): string {
  if (!known || known.length === 0 || Array.isArray(ownOf(body, "sources"))) return OTHER;
  const name = fieldIn(body);
  const field = name === undefined ? undefined : mapping.field(name);
  const type = field && typeOf(field);
  if (type !== undefined && known.includes(type)) return type;
  // What is not mapped counts as what the aggregation takes it for.
  return known.includes("keyword") ? "keyword" : known.includes("numeric") ? "numeric" : known[0]!;
}

/** The field of an aggregation, or the first of several. */
function fieldIn(body: JsonObject): string | undefined {
  const own = ownOf(body, "field");
  if (typeof own === "string") return own;
  for (const value of Object.values(body)) {
    const inner: Json | undefined = Array.isArray(value) ? value[0] : value;
    const field = isJsonObject(inner ?? null) ? ownOf(inner as JsonObject, "field") : undefined;
    if (typeof field === "string") return field;
  }
  return undefined;
}

function typeOf({ capabilities, summary }: MappedField): string | undefined {
  const { valuesSource, valueFormat, dates } = capabilities;
  if (summary?.form === "histogram") return "histogram";
  if (valuesSource === "ordinals") return valueFormat === "ip" ? "ip" : "keyword";
  if (valuesSource === "points") return "geopoint";
  if (valuesSource === "plane-points") return "cartesianpoint";
  if (valuesSource === "ranges") return "range";
  if (dates !== undefined) return "date";
  return valueFormat === "boolean" ? "boolean" : "numeric";
}
